// The synchronizations of the host: between it and a queue, over a queue,
// between commands.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

HostAxis InAndOutOfOrder() { return {"queue", {"in_order", "out_of_order"}}; }
HostAxis AnyQueue() { return {"queue", {"in_order", "out_of_order", "two"}}; }

HostCheck Check(absl::string_view name, absl::string_view says,
                absl::string_view promise, std::vector<HostAxis> axes) {
  HostCheck c;
  c.name = std::string(name);
  c.says = std::string(says);
  c.promise = std::string(promise);
  c.axes = std::move(axes);
  return c;
}

HostCheck Since(HostCheck c, uint32_t version) {
  c.version = version;
  return c;
}

HostCheck Profiling(HostCheck c) {
  c.profiling = true;
  return c;
}

HostCheck Open(HostCheck c, absl::string_view words, absl::string_view what) {
  c.open_for = std::string(words);
  c.open = std::string(what);
  return c;
}

HostCheck Except(HostCheck c,
                 std::vector<std::pair<std::string, std::string>> except) {
  c.except = std::move(except);
  return c;
}

std::vector<HostCheck> OverAQueue() {
  return {
      Open(Check("host_sync.flush", "what is flushed runs without another call",
                 "clFlush issues all commands that were queued to the device "
                 "(\"Flush and Finish\")",
                 {InAndOutOfOrder()}),
           "",
           "when what was flushed runs is not said, nor when its effect shows "
           "in the host's memory"),
      Check("host_sync.finish", "what was enqueued is complete",
            "clFinish does not return until all commands that were queued have "
            "completed (\"Flush and Finish\")",
            {InAndOutOfOrder()}),
      Except(
          Check("host_sync.barrier",
                "commands behind it wait for those before it, or for its list",
                "a barrier waits for its list or for all commands before it, "
                "and commands after it do not execute until it completes "
                "(\"Markers, Barriers and Waiting for Events\")",
                {AnyQueue(),
                 {"form", {"1_0", "1_2"}},
                 {"list", {"without", "with"}}}),
          // The old form has no list and no event; without a list it is of its
          // own queue, and in one that keeps the order nothing shows it.
          {{"form=1_0", "list=with"},
           {"queue=two", "list=without"},
           {"queue=in_order", "form=1_0"}}),
      Except(Check("host_sync.marker",
                   "its event stands for the commands before it, or its list",
                   "a marker waits for its list or for all commands before it, "
                   "before it completes (\"Markers, Barriers and Waiting for "
                   "Events\")",
                   {AnyQueue(),
                    {"form", {"1_0", "1_2"}},
                    {"list", {"without", "with"}}}),
             {{"form=1_0", "list=with"}}),
      Check("host_sync.wait_for_events",
            "commands behind it wait for its list; the form of OpenCL 1.0",
            "commands queued after clEnqueueWaitForEvents do not execute "
            "before its events complete (OpenCL 1.1, \"Markers, Barriers and "
            "Waiting for Events\")",
            {AnyQueue()}),
      Check("host_sync.wait_list",
            "a command does not begin before the events of its list",
            "the events of event_wait_list need to complete before the command "
            "can be executed, and act as synchronization points (\"Executing "
            "Kernels\", \"Reading, Writing and Copying Buffer Objects\")",
            {{"queue", {"out_of_order", "two"}},
             {"command", {"kernel", "read", "copy"}}}),
  };
}

std::vector<HostCheck> Transfers() {
  constexpr absl::string_view kSection =
      "(\"Reading, Writing and Copying Buffer Objects\")";
  const auto says = [&](absl::string_view text) {
    return std::string(text) + " " + std::string(kSection);
  };
  return {
      Check("host_sync.blocking_read", "the data is there when it comes back",
            says("a blocking read does not return until the data has been "
                 "copied to the host"),
            {InAndOutOfOrder()}),
      Check("host_sync.blocking_write",
            "the host's memory may be reused when it comes back",
            says("after a blocking write the host's memory can be reused"),
            {InAndOutOfOrder()}),
      Check("host_sync.blocking_map", "the data is there when it comes back",
            "a blocking map does not return until the region is mapped and its "
            "content can be read (\"Mapping Buffer Objects\")",
            {InAndOutOfOrder()}),
      Check("host_sync.nonblocking_read",
            "the data is there when its event is complete",
            says("when a read has completed, the host's memory holds the data"),
            {InAndOutOfOrder(), {"wait", {"events", "query"}}}),
      Check("host_sync.nonblocking_write",
            "the host's memory may be reused when its event is complete",
            says("when a write has completed, the host's memory can be reused"),
            {InAndOutOfOrder()}),
  };
}

std::vector<HostCheck> Events() {
  constexpr absl::string_view kCallback =
      "a callback is called when its event has come to the status that it was "
      "registered for or is past it, with the event, its status and the "
      "caller's pointer (\"Event Objects\", clSetEventCallback)";
  constexpr absl::string_view kMayCall =
      "what a callback must not do is to block, or to create contexts or "
      "queues; it may make calls that do not block (\"Event Objects\", "
      "clSetEventCallback)";
  constexpr absl::string_view kAllCalled =
      "all callbacks that are registered for an event are called before it is "
      "destroyed, in any order (\"Event Objects\", clSetEventCallback)";
  return {
      Since(Check("host_sync.user_event",
                  "a command waits until the host completes the event",
                  "a command does not execute before the user events in its "
                  "list are complete (\"Event Objects\", clCreateUserEvent)",
                  {InAndOutOfOrder(), {"command", {"kernel", "read"}}}),
            110),
      Since(Check("host_sync.user_event_status",
                  "completed once; a second completion is refused",
                  "clSetUserEventStatus takes complete or an error, can only "
                  "be called once for an event and answers "
                  "CL_INVALID_OPERATION after that (\"Event Objects\")",
                  {{"first", {"complete", "error"}}}),
            110),
      Since(
          Check("host_sync.callback",
                "called once, with its arguments, not before its status",
                kCallback, {{"status", {"submitted", "running", "complete"}}}),
          120),
      Open(Since(Check("host_sync.callback_user_event",
                       "called when the host sets the status", kCallback,
                       {{"status", {"complete", "error"}}}),
                 110),
           "status=error",
           "of errors it speaks for commands that were terminated, and a user "
           "event is none"),
      Since(Check("host_sync.callback_completes",
                  "a callback completes what a later command waits for",
                  kMayCall, {AnyQueue(), {"wait", {"events", "finish"}}}),
            120),
      Since(Check("host_sync.callback_chain",
                  "each callback completes the event of the next one", kMayCall,
                  {{"length", {"2", "16"}}, {"wait", {"events", "finish"}}}),
            120),
      Since(Check("host_sync.callback_calls",
                  "a callback makes a call that does not block", kMayCall,
                  {{"call", {"enqueue", "register", "release"}}}),
            120),
      Since(Check("host_sync.callback_late",
                  "called if registered when its status has come", kAllCalled,
                  {{"of", {"command", "user_event"}}}),
            110),
      Open(Since(Check("host_sync.callback_each",
                       "each of several callbacks of one event is called",
                       kAllCalled, {{"of", {"command", "user_event"}}}),
                 110),
           "of=user_event",
           "whether a user event, which never runs, comes to be past running "
           "is not said"),
      Check("host_sync.event_chain", "each command waits for the one before it",
            "the events of event_wait_list need to complete before the command "
            "can be executed (\"Executing Kernels\")",
            {{"queue", {"out_of_order", "two"}}}),
      Open(Since(Check("host_sync.free_command",
                       "a command goes on while another one is held back",
                       "command-queues of one context execute commands "
                       "independently (\"Contexts\")",
                       {{"queue", {"out_of_order", "two"}}}),
                 110),
           "queue=out_of_order",
           "a queue without an order may run its commands in any order"),
      Since(
          Check("host_sync.callback_refused", "what is no callback is refused",
                "clSetEventCallback answers CL_INVALID_VALUE where there is "
                "no function, and for a status other than submitted, running "
                "and complete (\"Event Objects\")",
                {{"with", {"no_function", "queued"}}}),
          110),
      Open(Since(Check("host_sync.failed_event",
                       "a command that waits for an error is terminated",
                       "an error set on a user event terminates all commands "
                       "that wait for it, and the status of a terminated "
                       "command is an error (\"Event Objects\", "
                       "clSetUserEventStatus)",
                       {InAndOutOfOrder(),
                        {"command", {"kernel", "read", "marker"}}}),
                 110),
           "",
           "what calls that use the context do after a command was terminated "
           "is the implementation's"),
      Since(Check("host_sync.failed_wait",
                  "waiting for an event that ended in an error says so",
                  "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST where the "
                  "status of an event in the list is an error (\"Event "
                  "Objects\", clWaitForEvents; \"Reading, Writing and Copying "
                  "Buffer Objects\")",
                  {{"call", {"wait", "read"}}}),
            110),
  };
}

// OpenCL leaves these open, and users count on them.
std::vector<HostCheck> SideBySide() {
  constexpr absl::string_view kOpen =
      "whether two commands run at the same time is the implementation's";
  constexpr absl::string_view kMayRun =
      "commands without an order between them may run at the same time "
      "(\"Host-side and Device-side Commands\")";
  return {
      Open(Check("host_sync.concurrent_kernels",
                 "a running kernel sees what a second kernel stores", kMayRun,
                 {{"queue", {"out_of_order", "two"}}}),
           "", kOpen),
      Open(Check("host_sync.write_while_running",
                 "a running kernel sees what the host writes", kMayRun,
                 {{"queue", {"out_of_order", "two"}}}),
           "", kOpen),
      Open(Check("host_sync.grids_meet",
                 "the groups of two launches meet, on a device or on two parts "
                 "of it",
                 kMayRun,
                 {{"queue", {"two", "part_equal"}},
                  {"groups", {"two", "all_units"}}}),
           "",
           absl::StrCat(kOpen,
                        ", and the host waits in clFinish here, "
                        "whose thread may run one of them")),
      Open(Since(Check("host_sync.failed_queue",
                       "commands that follow a terminated one",
                       "a terminated command has an error status "
                       "(\"Event Objects\", clSetUserEventStatus)",
                       {{"queue", {"in_order", "two"}}}),
                 110),
           "",
           "what calls that use the context do after a command was terminated "
           "is the implementation's"),
  };
}

std::vector<HostCheck> Times() {
  return {
      Profiling(Check("host_sync.profiling_order",
                      "queued, submit, start, end: no time goes back",
                      "the device's time counter when a command is enqueued, "
                      "submitted, starts and has finished (\"Profiling "
                      "Operations on Memory Objects and Kernels\"); in an "
                      "in-order queue a kernel finishes before one that reads "
                      "what it stored is executed (\"Out-of-order Execution of "
                      "Kernels and Memory Object Commands\")",
                      {InAndOutOfOrder()})),
      Profiling(Check("host_sync.profiling_elapsed",
                      "a slow command took some time, and no more than passed",
                      "the times are nanoseconds of the device's time counter "
                      "(\"Profiling Operations on Memory Objects and "
                      "Kernels\")",
                      {InAndOutOfOrder()})),
      Profiling(Since(
          Check("host_sync.profiling_refused", "no times of what has none",
                "CL_PROFILING_INFO_NOT_AVAILABLE for a user event, a command "
                "that is not complete, and a queue without profiling "
                "(\"Profiling Operations on Memory Objects and Kernels\")",
                {{"of", {"user_event", "unfinished", "no_profiling"}}}),
          110)),
  };
}

// What a driver that claims it promises beyond OpenCL.
std::vector<HostCheck> ConcurrentDispatch() {
  std::vector<HostCheck> all = {
      Check("host_sync.concurrent_count", "how many groups are promised",
            "clGetKernelMaxConcurrentWorkGroupCountINTEL gives one group at "
            "least, CL_INVALID_WORK_GROUP_SIZE without a local size, and "
            "CL_INVALID_VALUE without a place for the number "
            "(cl_intel_concurrent_dispatch, \"Kernel Object Queries\")",
            {{"without", {"nothing", "local_size", "count"}}}),
      Check("host_sync.concurrent_local_memory",
            "no more groups are promised of a kernel with more local memory",
            "the number is that of the kernel with its arguments "
            "(cl_intel_concurrent_dispatch, \"Kernel Object Queries\")",
            {{"with", {"half"}}}),
      Check("host_sync.concurrent_refused", "a launch without a promise",
            "CL_INVALID_VALUE for more groups than are promised, and "
            "CL_INVALID_WORK_GROUP_SIZE without a local size "
            "(cl_intel_concurrent_dispatch, \"Executing Kernels\")",
            {{"of", {"too_many", "no_local_size"}}}),
      Check("host_sync.concurrent_valid", "where a device barrier is valid",
            "intel_is_device_barrier_valid() is true exactly in a concurrent "
            "dispatch (cl_intel_concurrent_dispatch, \"Device Barrier "
            "Functions\")",
            {{"dispatch", {"concurrent", "usual"}}}),
      Since(Check("host_sync.concurrent_clone",
                  "a clone is concurrent if its kernel was",
                  "clCloneKernel copies what clSetKernelExecInfo was given "
                  "(\"Creating Kernel Objects\")",
                  {{"of", {"concurrent", "usual"}}}),
            210),
      Check("host_sync.concurrent_next_to",
            "all promised groups meet, next to a launch in another queue",
            "the groups of a concurrent dispatch run at the same time "
            "(cl_intel_concurrent_dispatch, \"Modifications to "
            "clSetKernelExecInfo\")",
            {{"other", {"concurrent", "usual"}}})};
  for (HostCheck& check : all) check.concurrent = true;
  return all;
}

}  // namespace

std::vector<HostCheck> AllHostChecks() {
  std::vector<HostCheck> all;
  for (const auto& some : {OverAQueue(), Transfers(), Events(), Times(),
                           SideBySide(), ConcurrentDispatch()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace wgsync
