#include "reports/export/export_text.h"

#include <variant>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "kernels/embedded.h"
#include "reports/export/replay.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "reports/words/evidence_text.h"
#include "reports/words/show.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

constexpr size_t kWidth = 80;

std::string Paragraph(absl::string_view title, absl::string_view text) {
  return absl::StrCat(title, "\n  ", Wrap(text, kWidth - 2, 2), "\n");
}

bool IsHostCheck(const CaseResult& r) {
  return absl::StartsWith(r.id, absl::StrCat(kHostFamily, "."));
}

// What a verdict says, for a reader who does not know the words.
absl::string_view SeenText(const CaseResult& r) {
  const KindInfo& info = InfoOf(r.verdict.kind);
  return IsHostCheck(r) && !info.plain_host.empty() ? info.plain_host
                                                    : info.plain;
}

// Of a host check: its own promise, and what no call may do.
std::string HostPromiseText(const CaseResult& r) {
  std::string text =
      absl::StrCat("OpenCL says of these calls: ", r.soundness_why, ". ");
  if (r.verdict.kind == VerdictKind::kCrash) {
    absl::StrAppend(&text, "And no call may end the process that makes it. ");
  }
  return text;
}

std::string MemoryPromiseText(const CaseResult& r) {
  std::string text;
  if (r.soundness == Soundness::kGuaranteed) {
    text = "What is read after the wait is guaranteed by OpenCL: ";
  } else if (r.soundness == Soundness::kCustomary) {
    text =
        "What is read after the wait is not guaranteed by OpenCL, though "
        "much code relies on it: ";
  } else if (r.soundness == Soundness::kRacy) {
    text =
        "OpenCL guarantees nothing of what is read here, the program has "
        "data races: ";
  }
  if (!text.empty()) absl::StrAppend(&text, r.soundness_why, ". ");
  if (r.need != ProgressNeed::kNone) {
    absl::StrAppend(
        &text,
        "That a work-group which waits for another one ever goes on is not "
        "promised by OpenCL on any grid; as long as all work-groups are on the "
        "device at once it is what every device is expected to do. ");
  }
  return text;
}

bool IsShapeCase(const CaseResult& r) {
  return absl::StartsWith(r.id, progress::kShapePrefix);
}

// Of a shape of forward progress, which has no data, and in which the group
// that is waited for may wait for no other one.
std::string ShapePromiseText(const CaseResult& r) {
  std::string text =
      absl::StrCat("No data is read after a wait: ", r.soundness_why, ". ");
  if (r.need == ProgressNeed::kNone) return text;
  if (r.need == ProgressNeed::kStrong) {
    absl::StrAppend(&text,
                    "No language promises the order of steps in which the "
                    "groups end; a device that runs them all may repeat "
                    "another order for ever. ");
    return text;
  }
  absl::StrAppend(
      &text,
      "That a work-group which another one waits for is ever run is not "
      "promised by OpenCL on any grid; as long as all work-groups are on the "
      "device at once it is what every device is expected to do. ");
  return text;
}

std::string PromiseText(const CaseResult& r) {
  return absl::StrCat(IsHostCheck(r)   ? HostPromiseText(r)
                      : IsShapeCase(r) ? ShapePromiseText(r)
                                       : MemoryPromiseText(r),
                      r.binds == Binding::kNothing
                          ? "By wgsync's rules this is no failure: it is "
                            "recorded only."
                          : absl::StrCat("By wgsync's rules it is a failure. ",
                                         InfoOf(r.binds).meaning, "."));
}

// The comment at the head of the primitive's file: the algorithm, and what it
// asks of memory and scheduler.
std::string AlgorithmText(const CaseResult& r) {
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(r.id);
  if (!c.ok()) return "";
  const auto& texts = c->primitive->texts;
  const auto own = texts.find(c->primitive->file);
  const EmbeddedFile* file = FindKernelFile(c->primitive->file);
  if (own == texts.end() && file == nullptr) return "";
  const std::string text = own == texts.end() ? file->text : own->second;
  std::string out;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::ConsumePrefix(&line, "//")) break;
    line = absl::StripLeadingAsciiWhitespace(line);
    absl::StrAppend(&out, line.empty() ? "" : "  ", line, "\n");
  }
  return out.empty() ? "" : absl::StrCat("The algorithm\n", out, "\n");
}

// What the groups do in each round.
std::string RoundText(const LaunchSpec& s) {
  const Primitive& p = *s.program.c.primitive;
  const std::string says = absl::StrCat(" (", s.program.c.workload->name, ": ",
                                        s.program.c.workload->says, ")");
  if (s.program.c.workload->final_memory == FinalMemory::kLastRound) {
    return absl::StrCat("one writes and the others read", says);
  }
  switch (p.family) {
    case Family::kBarrier:
      return absl::StrCat(p.by_item ? "their work-items" : "they",
                          " meet at the barrier, and read behind it what "
                          "others have stored before it",
                          says);
    case Family::kMutex:
      return absl::StrCat(p.by_item ? "each work-item" : "each group",
                          " takes the lock, counts while it holds it, and "
                          "gives it back",
                          says);
    case Family::kSemaphore:
      return absl::StrCat("each group takes ", PermitsOf(s), " of the ",
                          p.capacity, " permits, and gives back what it took",
                          says);
    case Family::kHandoff:
      return absl::StrCat(
          "some groups store data and signal it to others, which wait for it",
          says);
    case Family::kProgress:
      return absl::StrCat("each group has a role in one of many copies", says);
  }
  return says;
}

std::string LaunchText(const DecisiveLaunch& d) {
  const LaunchSpec& s = d.spec;
  if (d.refused) {
    return absl::StrCat("Nothing: kernel.cl did not build with ",
                        BuildOptions(s.program), ".");
  }
  std::string text = absl::StrCat(
      s.groups, " work-groups of ", s.group_size, " work-items run ",
      KernelName(s), " of kernel.cl, built with ", BuildOptions(s.program),
      ". In ", s.rounds, s.rounds == 1 ? " round " : " rounds ", RoundText(s));
  if (s.program.waits == WaitMode::kBounded) {
    absl::StrAppend(&text, "; a wait gives up after ", s.budget, " times ",
                    s.budget, " polls");
  }
  absl::StrAppend(&text, ". The buffers are ",
                  d.shared ? "memory of the host's (CL_MEM_USE_HOST_PTR)"
                           : "the driver's own",
                  ".");
  if (s.program.model) {
    absl::StrAppend(&text, " The device was made to behave like the model ",
                    ModelText(s.program.model),
                    ", in the kernel's own text: what comes of it says nothing "
                    "of the driver.");
  }
  for (const std::string& chosen : d.chosen) {
    absl::StrAppend(&text, " ", chosen);
  }
  return text;
}

// Nothing but host calls, or no launch to tell of.
std::string NoLaunchText(const CaseResult& r, const absl::Status& why) {
  const absl::StatusOr<Case> c = ParseCaseId(r.id);
  const auto* host = c.ok() ? std::get_if<HostCase>(&*c) : nullptr;
  if (host != nullptr) {
    return absl::StrCat(
        "Host calls, many times over, and small kernels for them. What is "
        "tried: ",
        host->check->says, ".");
  }
  return absl::StrCat("It cannot be told here: ", why.message(), ".");
}

// What a lock's holders count, where a launch tells how often they hold it.
std::string CountText(const LaunchSpec* s) {
  return s == nullptr ? std::string("the count at the end is that of all turns")
                      : absl::StrCat("the count at the end is ",
                                     WaitersOf(*s) * s->rounds);
}

std::string LockExpectedText(const Primitive& p, const LaunchSpec* s) {
  if (p.family == Family::kMutex) {
    return absl::StrCat("One holder at a time is inside, and ", CountText(s));
  }
  std::string text = absl::StrCat(
      "At most ", p.capacity, p.capacity == 1 ? " permit is" : " permits are",
      " out at a time");
  // Only where a holder has all of them is a plain count kept.
  if (s != nullptr && PermitsOf(*s) == p.capacity) {
    absl::StrAppend(&text, ", so that one holder is inside, and ",
                    CountText(s));
  }
  return text;
}

std::string ExpectedText(const CaseResult& r, const LaunchSpec* s) {
  if (IsHostCheck(r)) {
    return "The calls come back, and what they wait for has been done then.";
  }
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(r.id);
  if (!c.ok()) return "Every work-group comes to its end.";
  const auto ends = [](absl::string_view text) {
    return absl::StrCat("Every work-group comes to its end", text, ".");
  };
  const Primitive& p = *c->primitive;
  if (c->workload->final_memory == FinalMemory::kLastRound) {
    return ends(", and each copy that is read is of one round throughout");
  }
  if (IsLock(p.family)) {
    return ends(absl::StrCat(". ", LockExpectedText(p, s)));
  }
  if (c->workload->final_memory == FinalMemory::kReduced) {
    return ends(", and each round's result is that of all elements");
  }
  if (p.family == Family::kProgress) {
    return ends(", and each wait is met");
  }
  if (p.family == Family::kBarrier) {
    return ends(
        ". None passes a barrier before all have come to it, and what was "
        "stored before it is read behind it");
  }
  return ends(
      ", and whoever has waited for a signal reads what was stored before it");
}

std::string DelayOptionText(const CaseResult& r) {
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(r.id);
  if (c.ok() && !TakesDelay(*c->primitive)) return "";
  return "  -d COUNT    accesses for which a late work-group is held back\n";
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
  out += Paragraph("What was launched", launch.ok()
                                            ? LaunchText(*launch)
                                            : NoLaunchText(r, launch.status()));
  out += Paragraph("What was expected",
                   ExpectedText(r, launch.ok() ? &launch->spec : nullptr));
  out += Paragraph("What was seen",
                   absl::StrCat(ReasonText(r), ". ", SeenText(r)));
  if (!CountsText(r).empty()) {
    absl::StrAppend(&out, "  - ", CountsText(r), "\n");
  }
  for (const std::string& sentence : EvidenceWords(run, r)) {
    absl::StrAppend(&out, "  - ", Wrap(sentence, kWidth - 4, 4));
  }
  absl::StrAppend(&out, "\n",
                  Paragraph("What OpenCL promises", PromiseText(r)));
  return absl::StrCat(out, "All that the run's log holds\n\n",
                      ShowCase(run, r, kWidth, /*color=*/false,
                               /*full=*/true));
}

std::string ReadmeText(const Run& run, const CaseResult& r,
                       absl::string_view replay, absl::string_view binary,
                       absl::string_view binary_file,
                       absl::string_view clinfo) {
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
    file("program.txt",
         "the same for reading: the primitive first, comments kept");
    file("options.txt", "its build options");
    file("replay.c", "makes the launch again, on libOpenCL alone");
  }
  if (binary.empty()) {
    file(binary_file, "the program as the driver compiled it just now");
  }
  if (clinfo.empty()) {
    file("clinfo.json", "`clinfo --json` on the machine that made this folder");
  }
  const auto lacks = [&out](absl::string_view what, absl::string_view why) {
    absl::StrAppend(
        &out, "\n",
        Wrap(absl::StrCat("There is ", what, ": ", why, "."), kWidth, 0));
  };
  if (!replay.empty()) {
    lacks(replay == binary ? "no replay.c and no binary" : "no replay.c",
          replay);
  } else {
    absl::StrAppend(
        &out,
        "\nTo make the launch again:\n\n"
        "  cc replay.c -lOpenCL -o replay && ",
        EnvironmentToPaste(run),
        "./replay\n\n"
        "  -p NAME     a part of PLATFORM/DEVICE, where another one is meant\n"
        "  -n COUNT    launches; ",
        DefaultLaunches(r),
        " where it is not given\n"
        "  -s SECONDS  how long a launch may take before it is called hung\n",
        DelayOptionText(r),
        "\n"
        "It exits with 0 where every launch came out right, 1 where one was "
        "wrong (or the\nprocess that launched died), 2 where one hung, 3 where "
        "it could not run,\n4 where an option is wrong. A kernel that spins is "
        "ended with its process, and\nnothing is launched after it.\n\n"
        "So many launches show at least one failure in 95 of 100 replays, if "
        "it comes as\noften as in the run",
        r.failed_launches == 0 ? ""
                               : absl::StrCat(" (", r.failed_launches, " of ",
                                              r.case_launches, " launches)"),
        ". On another machine it may be rarer: -n 1000.\n");
  }
  if (!binary.empty() && binary != replay) lacks("no binary", binary);
  if (!clinfo.empty()) lacks("no clinfo.json", clinfo);
  absl::StrAppend(&out, "\nWith wgsync, from the sources to the verdict:\n\n  ",
                  ReproduceCommand(run, r.id), "\n");
  return out;
}

}  // namespace wgsync
