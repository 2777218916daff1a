#include "devices/faults/fault_spec.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>

namespace wgsync {
namespace {

constexpr std::string_view kEntryNames[] = {
#define WGSYNC_ENTRY_POINT(name) #name,
#include "devices/faults/entry_points.inc"
#undef WGSYNC_ENTRY_POINT
};
static_assert(std::size(kEntryNames) == kEntryPoints);

struct FaultWord {
  Fault fault;
  std::string_view name;
  int64_t value;  // where none is given
  // Where the layer has this lie, with spaces between; "*" is everywhere.
  std::string_view where;
};

constexpr FaultWord kFaultWords[] = {
    {Fault::kNone, "none", 0, ""},
    {Fault::kError, "error", -5, "*"},
    {Fault::kHang, "hang", 0, "*"},
    {Fault::kSegv, "segv", 0, "*"},
    {Fault::kAbort, "abort", 0, "*"},
    {Fault::kExit0, "exit0", 0, "*"},
    {Fault::kSlow, "slow", 400, "*"},
    {Fault::kLost, "lost", 0, "*"},
    {Fault::kNever, "never", 0,
     "clFinish clWaitForEvents clEnqueueReadBuffer clEnqueueMapBuffer"},
    {Fault::kEarly, "early", 0,
     "clFinish clWaitForEvents clEnqueueBarrier clEnqueueMarker "
     "clEnqueueWaitForEvents clEnqueueBarrierWithWaitList "
     "clEnqueueMarkerWithWaitList clEnqueueReadBuffer clEnqueueWriteBuffer "
     "clEnqueueMapBuffer clSetEventCallback"},
    {Fault::kCorrupt, "corrupt", 0, "clEnqueueReadBuffer clEnqueueMapBuffer"},
    {Fault::kTruncate, "truncate", 0, "clEnqueueReadBuffer clEnqueueMapBuffer"},
    {Fault::kDrop, "drop", 0, "clEnqueueWriteBuffer clSetEventCallback"},
    {Fault::kLeaveOut, "leave_out", 0, "clEnqueueNDRangeKernel"},
    {Fault::kStatus, "status", 1, "clGetEventInfo clSetUserEventStatus"},
    {Fault::kFail, "fail", 0, "clBuildProgram"},
    {Fault::kFailLong, "fail_long", 0, "clBuildProgram"},
    {Fault::kFailNul, "fail_nul", 0, "clBuildProgram"},
    {Fault::kFailBytes, "fail_bytes", 0, "clBuildProgram"},
    {Fault::kCopy, "copy", 0, "clCreateBuffer"},
    {Fault::kTooLarge, "too_large", 0,
     "clGetDeviceInfo clGetPlatformInfo clGetProgramBuildInfo"},
    {Fault::kUnterminated, "unterminated", 0,
     "clGetDeviceInfo clGetPlatformInfo clGetProgramBuildInfo"},
    {Fault::kGarbage, "garbage", 0,
     "clGetDeviceInfo clGetPlatformInfo clGetProgramBuildInfo"},
    {Fault::kAnswer, "answer", 0,
     "clGetDeviceInfo clGetKernelInfo clGetProgramBuildInfo "
     "clGetEventProfilingInfo"},
    {Fault::kNoWaits, "no_waits", 0,
     "clEnqueueNDRangeKernel clEnqueueReadBuffer clEnqueueCopyBuffer "
     "clEnqueueMarkerWithWaitList"},
    {Fault::kAccept, "accept", 0,
     "clSetUserEventStatus clSetEventCallback clGetEventProfilingInfo"},
    {Fault::kTwice, "twice", 0, "clSetEventCallback"},
    {Fault::kKill, "kill", 0,
     "clEnqueueNDRangeKernel clFinish clEnqueueBarrierWithWaitList"},
};
static_assert(std::size(kFaultWords) == static_cast<size_t>(Fault::kFaults));

const FaultWord& FaultWordOf(Fault fault) {
  return kFaultWords[static_cast<size_t>(fault)];
}

bool HasWord(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

bool Number(std::string_view text, int64_t* number) {
  int base = 10;
  if (text.substr(0, 2) == "0x") {
    text.remove_prefix(2);
    base = 16;
  }
  const auto [end, code] =
      std::from_chars(text.data(), text.data() + text.size(), *number, base);
  return code == std::errc() && end == text.data() + text.size() &&
         !text.empty();
}

// Takes the number behind `mark` off the end of *text; leaves *number as it is
// where the mark is not there.
bool TakeNumber(std::string_view* text, char mark, int64_t* number) {
  const size_t at = text->rfind(mark);
  if (at == std::string_view::npos) return true;
  if (!Number(text->substr(at + 1), number)) return false;
  *text = text->substr(0, at);
  return true;
}

template <typename Names, typename NameOf>
std::string Listed(const Names& names, NameOf name_of) {
  std::string all;
  for (const auto& n : names) {
    all += (all.empty() ? "" : " ") + std::string(name_of(n));
  }
  return all;
}

// "" where the text is a fault.
std::string ParseOne(std::string_view text, FaultSpec* spec) {
  if (!text.empty() && text.back() == '+') {
    spec->onwards = true;
    text.remove_suffix(1);
  }
  int64_t nth = 1;
  if (!TakeNumber(&text, '@', &nth) || nth < 1 || nth > 1000000000) {
    return "after @ stands the number of a call, from 1";
  }
  spec->nth = static_cast<uint32_t>(nth);
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return "it is ENTRY:FAULT";
  std::string_view entry = text.substr(0, colon);
  std::string_view fault = text.substr(colon + 1);
  const size_t equals = fault.find('=');
  int64_t param = kAnyParam;
  if (!entry.empty() && entry.back() == ')') {
    entry.remove_suffix(1);
    if (!TakeNumber(&entry, '(', &param) || param < 0) {
      return "in brackets stands a number";
    }
  }
  spec->param = static_cast<uint32_t>(param);
  if (equals != std::string_view::npos &&
      !TakeNumber(&fault, '=', &spec->value)) {
    return "after = stands a number";
  }
  const auto* const e =
      std::find(std::begin(kEntryNames), std::end(kEntryNames), entry);
  if (e == std::end(kEntryNames)) {
    return "the worker calls no " + std::string(entry) + "; it calls " +
           Listed(kEntryNames, [](std::string_view n) { return n; });
  }
  spec->entry = static_cast<uint32_t>(e - std::begin(kEntryNames));
  const auto* const f =
      std::find_if(std::begin(kFaultWords) + 1, std::end(kFaultWords),
                   [&](const FaultWord& w) { return w.name == fault; });
  if (f == std::end(kFaultWords) || !Has(spec->entry, f->fault)) {
    return std::string(entry) + " has no fault '" + std::string(fault) +
           "'; it has error hang segv abort exit0 slow lost " +
           Listed(LiesOf(spec->entry), FaultName);
  }
  spec->fault = f->fault;
  if (equals == std::string_view::npos) spec->value = f->value;
  return "";
}

}  // namespace

std::string_view EntryPointName(uint32_t entry) {
  return entry < kEntryPoints ? kEntryNames[entry] : "no entry point";
}

std::string_view FaultName(Fault fault) { return FaultWordOf(fault).name; }

bool Has(uint32_t entry, Fault fault) {
  const std::string_view where = FaultWordOf(fault).where;
  return where == "*" || HasWord(where, EntryPointName(entry));
}

std::vector<Fault> LiesOf(uint32_t entry) {
  std::vector<Fault> lies;
  for (const FaultWord& w : kFaultWords) {
    if (w.where != "*" && Has(entry, w.fault)) lies.push_back(w.fault);
  }
  return lies;
}

bool ParseFaults(std::string_view text, std::vector<FaultSpec>* faults,
                 std::string* error) {
  faults->clear();
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    const std::string_view one = text.substr(0, end);
    FaultSpec spec;
    const std::string why = ParseOne(one, &spec);
    if (!why.empty()) {
      *error = "'" + std::string(one) + "' is no fault: " + why;
      return false;
    }
    faults->push_back(spec);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (faults->size() <= kMostFaults) return true;
  *error = "more than " + std::to_string(kMostFaults) + " faults at once";
  return false;
}

}  // namespace wgsync
