#include "suite/proof/planted/broken/broken.h"

#include <memory>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "kernels/embedded.h"

namespace wgsync {

const char kNotStarted[] = "hang (not started)";
const char kWhyNotStarted[] =
    "the first rung: all wait for a group that has no start word";

absl::Span<const Broken> AllBroken() {
  static const auto* const all = [] {
    auto* rows = new std::vector<Broken>(BrokenBarriers());
    for (Broken& b : BrokenMutexes()) rows->push_back(std::move(b));
    for (Broken& b : BrokenHandoffs()) rows->push_back(std::move(b));
    for (Broken& b : BrokenInSettings()) rows->push_back(std::move(b));
    return rows;
  }();
  return *all;
}

absl::StatusOr<const Primitive*> Plant(const Broken& broken) {
  const Primitive* base = FindPrimitive(broken.base);
  if (base == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("no primitive is called ", broken.base));
  }
  auto planted = std::make_unique<Primitive>(*base);
  planted->name = absl::StrCat(broken.base, "_planted_", broken.name);
  for (const Edit& edit : broken.edits) {
    const std::string& path = edit.file.empty() ? base->file : edit.file;
    const EmbeddedFile* file = FindKernelFile(path);
    if (file == nullptr) {
      return absl::NotFoundError(absl::StrCat(path, " is not embedded"));
    }
    std::string& text = planted->texts.insert({path, file->text}).first->second;
    const size_t at = text.find(edit.from);
    if (at == std::string::npos ||
        text.find(edit.from, at + 1) != std::string::npos) {
      return absl::FailedPreconditionError(absl::StrCat(
          planted->name, ": kernels/", path,
          at == std::string::npos ? " does not have" : " has more than once",
          " the place of the edit: ", edit.from));
    }
    text.replace(at, edit.from.size(), edit.to);
  }
  return planted.release();
}

std::string WantBounded(const std::string& want) {
  const bool waits_on = absl::StrContains(want, "hang (") ||
                        absl::StrContains(want, "broken (lost ");
  if (!waits_on) return want;
  std::string bounded = absl::StrCat(want, " | hang (gave up)");
  if (want != "hang (livelock)") {
    absl::StrAppend(&bounded, " | hang (cause unknown)");
  }
  return bounded;
}

Broken Row(const std::string& base, const std::string& name,
           const std::string& kind, std::vector<Edit> edits,
           const std::string& want, const std::string& why,
           const std::string& says, const std::string& beyond,
           const std::string& why_beyond, const std::string& bounded) {
  return {base,   name,       kind, std::move(edits), want, why,
          beyond, why_beyond, says, bounded};
}

Broken Unbroken(const std::string& base, const std::string& want,
                const std::string& beyond, const std::string& why_beyond) {
  return Row(base, "unbroken", "an unbroken twin", {}, want,
             "it is the catalog's primitive", "", beyond, why_beyond);
}

void AddTwins(const std::function<bool(const Primitive&)>& of,
              const std::function<Broken(const Primitive&)>& twin,
              std::vector<Broken>* rows) {
  std::set<std::string> twins;
  for (const Broken& b : *rows) {
    if (b.edits.empty()) twins.insert(b.base);
  }
  for (const Primitive& p : Primitives()) {
    if (of(p) && twins.count(p.name) == 0) rows->push_back(twin(p));
  }
}

Broken Quick(Broken row) {
  row.quick = true;
  return row;
}

std::string StuckIf(const std::string& condition) {
  return absl::StrCat(
      "\n#if WG_WAITS != WG_WAITS_REMOVED\n    if (", condition,
      ") {\n      volatile __global uint* mine = c->scratch + WG_LINE * c->g;\n"
      "      while (*mine != 1u) {\n      }\n    }\n#endif\n");
}

}  // namespace wgsync
