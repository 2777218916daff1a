#include "suite/export/words.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "kernels/embedded.h"
#include "reports/matrix_model.h"
#include "reports/run_facts.h"
#include "reports/show.h"
#include "reports/text.h"
#include "suite/plan/case.h"

namespace wgsync {
namespace {

constexpr size_t kWidth = 80;

std::string Paragraph(absl::string_view title, absl::string_view text) {
  return absl::StrCat(title, "\n  ", Wrap(text, kWidth - 2, 2), "\n");
}

// What a verdict says, for who does not know the words.
std::string SeenText(const CaseResult& r) {
  switch (r.verdict.kind) {
    case VerdictKind::kPass:
      return "All work-groups came to their end and all that they read was "
             "right. Without the waits the same launch came out wrong, so "
             "that it could have failed.";
    case VerdictKind::kUnproven:
      return "All work-groups came to their end and all that they read was "
             "right; but this launch could hardly have failed.";
    case VerdictKind::kHang:
      return "Work-groups wait for each other and will not go on.";
    case VerdictKind::kBroken:
      return "The primitive let through what it must hold back, or lost what "
             "it must keep.";
    case VerdictKind::kStaleCache:
      return "A work-group polls a word again and again, and never sees the "
             "value that memory holds: with an atomic read in the same place "
             "it does. The load is issued, and a cache answers it.";
    case VerdictKind::kStalePayload:
      return "A work-group's wait was met, and data that was stored before the "
             "signal was read as it had been before.";
    case VerdictKind::kStaleHoisted:
      return "The compiler took an access out of the loop that polls: the load "
             "(or store) is not made again. OpenCL C allows that for a plain "
             "access.";
    case VerdictKind::kSlow:
      return "The launch came out right, later than its deadline.";
    case VerdictKind::kCrash:
      return "The process that launched died, twice.";
    case VerdictKind::kLost:
      return "The device did not survive the launch.";
    case VerdictKind::kError:
      return "A command ended in an error.";
    case VerdictKind::kBuildFailed:
      return "The compiler refused the program.";
    case VerdictKind::kInfra:
      return "The test itself failed: nothing is said of the driver.";
    case VerdictKind::kUnsupported:
    case VerdictKind::kNotRun:
      return "It was not run.";
  }
  return "";
}

std::string PromiseText(const CaseResult& r) {
  std::string text;
  if (r.soundness == "guaranteed") {
    text = "What is read after the wait is guaranteed by OpenCL: ";
  } else if (r.soundness == "customary") {
    text =
        "What is read after the wait is not guaranteed by OpenCL, though "
        "much code relies on it: ";
  } else if (r.soundness == "racy") {
    text =
        "OpenCL guarantees nothing of what is read here, the program has "
        "data races: ";
  }
  if (!text.empty()) absl::StrAppend(&text, r.soundness_why, ". ");
  if (!absl::StartsWith(r.id, "host_sync.") && r.need != "none") {
    absl::StrAppend(
        &text,
        "That a work-group which waits for another one ever goes on is not "
        "promised by OpenCL on any grid; as long as all work-groups are on the "
        "device at once it is what every device is expected to do. ");
  }
  return absl::StrCat(text, r.binds.empty()
                                ? "By wgsync's rules this is no failure: it is "
                                  "recorded only."
                                : absl::StrCat("By wgsync's rules it is a "
                                               "failure. ",
                                               BindMeaning(r.binds), "."));
}

// The comment at the head of the primitive's file: the algorithm, and what it
// asks of memory and scheduler.
std::string AlgorithmText(const CaseResult& r) {
  const absl::StatusOr<Case> c = ParseCaseId(r.id);
  if (!c.ok() || c->primitive == nullptr) return "";
  const EmbeddedFile* file = FindKernelFile(c->primitive->file);
  if (file == nullptr) return "";
  std::string out;
  for (absl::string_view line : absl::StrSplit(file->text, '\n')) {
    if (!absl::ConsumePrefix(&line, "//")) break;
    line = absl::StripLeadingAsciiWhitespace(line);
    absl::StrAppend(&out, line.empty() ? "" : "  ", line, "\n");
  }
  return out.empty() ? "" : absl::StrCat("The algorithm\n", out, "\n");
}

std::string LaunchText(const DecisiveLaunch& d) {
  const LaunchSpec& s = d.spec;
  if (d.refused) {
    return absl::StrCat("Nothing: kernel.cl did not build with ",
                        BuildOptions(s), ".");
  }
  std::string text = absl::StrCat(
      s.groups, " work-groups of ", s.group_size, " work-items run ",
      KernelName(s), " of kernel.cl, built with ", BuildOptions(s), ". In ",
      s.rounds,
      " rounds they store values that name their round and place, "
      "synchronize, and read what others have stored");
  if (s.waits == WaitMode::kBounded) {
    absl::StrAppend(&text, "; a wait gives up after ", s.budget, " times ",
                    s.budget, " polls");
  }
  absl::StrAppend(&text, ". The buffers are ",
                  d.shared ? "memory of the host's (CL_MEM_USE_HOST_PTR)"
                           : "the driver's own",
                  ".");
  if (s.model) {
    absl::StrAppend(&text, " The device was made to behave like the model ",
                    ModelText(s.model),
                    ", in the kernel's own text: what comes of it says nothing "
                    "of the driver.");
  }
  for (const std::string& chosen : d.chosen) {
    absl::StrAppend(&text, " ", chosen);
  }
  return text;
}

}  // namespace

std::string EvidenceText(const Run& run, const CaseResult& r,
                         const absl::StatusOr<DecisiveLaunch>& launch) {
  std::string out = absl::StrCat(
      "The verdict of wgsync, a conformance suite for "
      "synchronization between OpenCL\nwork-groups, on one case.\n\n");
  out += Paragraph("Device and driver", ColumnName(run));
  out += Paragraph("Case", r.id);
  out += AlgorithmText(r);
  out += Paragraph("What was launched",
                   launch.ok() ? LaunchText(*launch)
                               : std::string(launch.status().message()));
  out += Paragraph(
      "What was expected",
      absl::StartsWith(r.id, "host_sync.")
          ? "The calls come back, and what they wait for has been "
            "done then."
          : "Every work-group comes to its end, and whoever has waited "
            "for a signal reads what was stored before it.");
  out += Paragraph(absl::StrCat("What was seen: ", VerdictText(r.verdict)),
                   SeenText(r));
  for (const std::string& sentence : r.words) {
    absl::StrAppend(&out, "  - ", Wrap(sentence, kWidth - 4, 4));
  }
  absl::StrAppend(&out, "\n",
                  Paragraph("What OpenCL promises", PromiseText(r)));
  return absl::StrCat(out, "All that the run's log holds\n\n",
                      ShowCase(run, r, kWidth));
}

std::string ReadmeText(const Run& run, const CaseResult& r,
                       absl::string_view replay, absl::string_view binary,
                       absl::string_view binary_file) {
  std::string out = absl::StrCat(
      "One verdict of wgsync, a conformance suite for synchronization between\n"
      "OpenCL work-groups, with what is needed to look into it without "
      "wgsync.\n\n  ",
      r.id, "\n  on ", ColumnName(run), ":\n  ", VerdictText(r.verdict),
      "\n\n");
  const auto file = [&out](absl::string_view name, absl::string_view what) {
    absl::StrAppend(&out, "  ", PadRight(name, 14), Wrap(what, 64, 16));
  };
  file("evidence.txt",
       "what was launched, expected and seen, and what OpenCL promises");
  if (replay.empty()) {
    file("kernel.cl", "the program, conditionals resolved, comments gone");
    file("options.txt", "its build options");
    file("replay.c", "makes the launch again, on libOpenCL alone");
  }
  if (binary.empty()) {
    file(binary_file, "the program as the driver compiled it just now");
  }
  if (!replay.empty()) {
    absl::StrAppend(&out, "\nThere is no replay.c: ", replay, ".\n");
  } else {
    absl::StrAppend(
        &out,
        "\nTo make the launch again:\n\n"
        "  cc replay.c -lOpenCL -o replay && ./replay\n\n"
        "  -p NAME     a part of PLATFORM/DEVICE, where another one is meant\n"
        "  -n COUNT    launches\n"
        "  -s SECONDS  how long a launch may take before it is called hung\n"
        "  -d COUNT    accesses for which a late work-group is held back\n\n"
        "It exits with 0 where every launch came out right, 1 where one was "
        "wrong (or the\nprocess that launched died), 2 where one hung, 3 where "
        "it could not run. A kernel\nthat spins is ended with its process.\n");
  }
  if (!binary.empty()) {
    absl::StrAppend(&out, "\nThere is no binary: ", binary, ".\n");
  }
  absl::StrAppend(&out, "\nWith wgsync, from the sources to the verdict:\n\n  ",
                  ReproduceCommand(run, r.id), "\n");
  return out;
}

}  // namespace wgsync
