#include "reports/export/probe.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "reports/export/probe_parts.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

struct ProbeRow {
  const char* name;
  const char* mode;  // of probe.cl, as probe.c.in calls it
};
constexpr ProbeRow kProbes[] = {
    {"barrier", "BARRIER"}, {"lock", "LOCK"}, {"look-back", "LOOK_BACK"}};

// The kernel as strings of C, without its comments: a line each, since
// compilers limit the length of one string.
std::string KernelStrings() {
  std::string out;
  for (absl::string_view line :
       absl::StrSplit(FindProbePartFile("probe.cl")->text, '\n')) {
    const absl::string_view text = absl::StripLeadingAsciiWhitespace(line);
    if (text.empty() || absl::StartsWith(text, "//")) continue;
    absl::StrAppend(&out, "    ", CString(absl::StrCat(line, "\n")), ",\n");
  }
  return out;
}

}  // namespace

std::vector<std::string> ProbeNames() {
  std::vector<std::string> names;
  for (const ProbeRow& row : kProbes) names.emplace_back(row.name);
  return names;
}

std::string ProbeHeader() { return FindProbePartFile("probe.h.in")->text; }

std::string ProbeProgram(absl::string_view name, absl::string_view header) {
  const ProbeRow* probe = &kProbes[0];
  for (const ProbeRow& row : kProbes) {
    if (name == row.name) probe = &row;
  }
  return absl::StrCat(
      "/* Written by `wgsync export --probe ", probe->name, "`; ", header,
      " says what it does. */\n#define CL_TARGET_OPENCL_VERSION 120\n"
      "#include \"",
      header, "\"\n\n#define WHAT ", probe->mode,
      "\n\nstatic const char* kernel_text[] = {\n", KernelStrings(), "};\n",
      FindProbePartFile("probe.c.in")->text);
}

}  // namespace wgsync
