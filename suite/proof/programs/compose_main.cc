// Writes the programs of a tier's cases to a folder, without a device.
//
//   compose FOLDER TIER VARIANTS
//
// VARIANTS is one of
//   few     as a case is judged: with the relaxed board and waits unbounded,
//           and without a board and waits bounded
//   all     each board with each form of the waits, and what single launches
//           add: a driver that cuts loops, timing, fences while waiting, the
//           order of starts
//   models  each device model, with and without a board
//
// FOLDER gets N.cl and N.options for each distinct program, and LIST, a line
// "ID VARIANT N" for each launch. programs.sh compiles them.

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

struct Variant {
  std::string name;
  BoardMode board;
  WaitMode waits;
  bool cuts_loops = false;
  bool timed = false;
  bool refresh = false;
  bool start_order = false;
  DeviceModel model = {};
};

std::vector<Variant> FewVariants() {
  return {{"relaxed/unbounded", BoardMode::kRelaxed, WaitMode::kUnbounded},
          {"off/bounded", BoardMode::kOff, WaitMode::kBounded}};
}

std::vector<Variant> AllVariants() {
  std::vector<Variant> all = FewVariants();
  all.insert(all.end(),
             {{"off/unbounded", BoardMode::kOff, WaitMode::kUnbounded},
              {"ordered/unbounded", BoardMode::kOrdered, WaitMode::kUnbounded},
              {"relaxed/bounded", BoardMode::kRelaxed, WaitMode::kBounded},
              {"ordered/bounded", BoardMode::kOrdered, WaitMode::kBounded},
              {"off/removed", BoardMode::kOff, WaitMode::kRemoved},
              {"relaxed/removed", BoardMode::kRelaxed, WaitMode::kRemoved},
              {"ordered/removed", BoardMode::kOrdered, WaitMode::kRemoved}});
  Variant cuts = {"cuts_loops", BoardMode::kRelaxed, WaitMode::kUnbounded};
  cuts.cuts_loops = true;
  Variant timed = {"timed", BoardMode::kOff, WaitMode::kUnbounded};
  timed.timed = true;
  Variant refresh = {"refresh", BoardMode::kRelaxed, WaitMode::kUnbounded};
  refresh.refresh = true;
  Variant start = {"start_order", BoardMode::kOff, WaitMode::kUnbounded};
  start.start_order = true;
  all.insert(all.end(), {cuts, timed, refresh, start});
  return all;
}

std::vector<Variant> ModelVariants() {
  std::vector<Variant> all;
  for (const ModelRow& row : ModelRows()) {
    for (BoardMode board : {BoardMode::kOff, BoardMode::kRelaxed}) {
      Variant v = {absl::StrCat(row.name,
                                board == BoardMode::kOff ? "/off" : "/relaxed"),
                   board, WaitMode::kUnbounded};
      v.model = {&row, row.default_number};
      all.push_back(std::move(v));
    }
  }
  return all;
}

ProgramSpec VariantSpec(const KernelCase& c, const Variant& v) {
  ProgramSpec spec;
  spec.c = c;
  spec.model = v.model;
  spec.board = v.board;
  spec.waits = v.waits;
  spec.language = NeedsC11(c) ? 300 : 120;
  spec.ballast = c.grid.ballast == Ballast::kNone ? 0 : 1024;
  spec.cuts_loops = v.cuts_loops;
  spec.timed = v.timed;
  spec.refresh = v.refresh;
  spec.start_order = v.start_order;
  return spec;
}

bool Write(const std::string& path, absl::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

// The programs that were written so far, each once.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}

  // The number of the program, which is written if it is new; an error names
  // the file.
  absl::StatusOr<int> Add(const ProgramSpec& spec) {
    absl::StatusOr<std::string> source = ComposeSource(spec);
    if (!source.ok()) return source.status();
    const std::string options = BuildOptions(spec);
    const auto [at, is_new] = numbers_.try_emplace(
        absl::StrCat(options, "\n", *source), numbers_.size());
    if (!is_new) return at->second;
    const std::string stem = absl::StrCat(path_, "/", at->second);
    for (const auto& [name, text] :
         {std::pair(stem + ".cl", *source),
          std::pair(stem + ".options", absl::StrCat(options, "\n"))}) {
      if (!Write(name, text)) {
        return absl::InternalError(absl::StrCat("cannot write ", name));
      }
    }
    return at->second;
  }

 private:
  const std::string path_;
  std::map<std::string, int> numbers_;
};

absl::Status Compose(const std::string& path, absl::string_view tier_name,
                     absl::string_view variants_name) {
  const absl::StatusOr<Tier> tier = ParseTier(tier_name);
  if (!tier.ok()) return tier.status();
  std::vector<Variant> variants;
  if (variants_name == "few") {
    variants = FewVariants();
  } else if (variants_name == "all") {
    variants = AllVariants();
  } else if (variants_name == "models") {
    variants = ModelVariants();
  } else {
    return absl::InvalidArgumentError(absl::StrCat(
        "unknown variants: ", variants_name, " (few, all or models)"));
  }
  Folder folder(path);
  std::string list;
  for (const PlannedCase& planned : PlanTier(*tier)) {
    const auto* kernel = std::get_if<KernelCase>(&planned.c);
    if (kernel == nullptr) continue;  // it launches no primitive
    for (const Variant& v : variants) {
      const absl::StatusOr<int> number = folder.Add(VariantSpec(*kernel, v));
      if (!number.ok()) return number.status();
      absl::StrAppend(&list, planned.id, " ", v.name, " ", *number, "\n");
    }
  }
  return Write(path + "/LIST", list)
             ? absl::OkStatus()
             : absl::InternalError(absl::StrCat("cannot write ", path,
                                                "/LIST: is there a folder?"));
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc != 4) {
    absl::FPrintF(stderr, "usage: compose FOLDER TIER few|all|models\n");
    return 2;
  }
  const absl::Status status = wgsync::Compose(argv[1], argv[2], argv[3]);
  if (!status.ok()) {
    absl::FPrintF(stderr, "compose: %s\n", std::string(status.message()));
    return 1;
  }
  return 0;
}
