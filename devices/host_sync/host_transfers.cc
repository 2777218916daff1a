// Between host and queue: flush, finish, and transfers that block or do not.
//
// A slow command stands before what is under test. The controls look, or reuse
// the host's memory, without having waited.

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "devices/host_sync/host_sync.h"

namespace wgsync {
namespace {

// What a queue that keeps no order needs in the wait list, to keep this one.
EventList After(const HostWords& w, const cl::Event& first) {
  return HostWordOf(w, "queue") == "out_of_order" ? EventList{first}
                                                  : EventList{};
}

HostOutcome Early(const std::string& wrong, const char* call) {
  if (wrong.empty()) return {};
  return {kHostEarly, absl::StrCat(call, ": ", wrong)};
}

// A read into `memory`, after a command that stores `value`. No copy of it may
// end while commands are queued: clReleaseCommandQueue flushes.
struct ReadTry : HostTry {
  HostMemory* memory = nullptr;
  cl::Event store, read;
  std::string Wrong() const { return HostBench::Wrong(*memory, value); }
};

ReadTry StartRead(HostBench* b, const HostWords& w, bool blocking,
                  bool slow = true) {
  ReadTry t;
  static_cast<HostTry&>(t) = b->Start(HostWordOf(w, "queue"));
  t.memory = b->Memory(t.old);
  t.store = slow ? b->Slow(t.first, t.value) : b->Quick(t.first, t.value);
  t.read = b->Read(t.first, blocking, t.memory, After(w, t.store));
  return t;
}

// clFlush: what is submitted goes on without another call of the host. Only the
// host's own memory is looked at.
void Flush(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const ReadTry t = StartRead(b, w, /*blocking=*/false, /*slow=*/false);
    const double begun = HostSeconds();
    if (synchronized) b->Flush(t.first);
    const bool there = b->Until(synchronized ? b->patience() : 0.1,
                                [&] { return t.Wrong().empty(); });
    const double took = HostSeconds() - begun;
    b->Settle(t, {t.read});
    if (b->failed() || there) return {};
    if (!synchronized) {
      return {kHostEarly,
              "without clFlush the commands had no effect in 100 ms"};
    }
    return {kHostNotSignalled,
            absl::StrCat("flushed commands had no effect in ", took, " s")};
  });
}

// clFinish: all that was enqueued is complete, and its results are there.
void Finish(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const ReadTry t = StartRead(b, w, /*blocking=*/false);
    b->Flush(t.first);
    if (synchronized) b->Finish(t.first);
    const std::string wrong = t.Wrong();
    std::string states;
    if (synchronized && wrong.empty()) {
      for (const cl::Event& e : {t.store, t.read}) {
        const cl_int status = b->Status(e);
        if (status != CL_COMPLETE && !b->failed()) {
          states = absl::StrCat("a command has the status ", status,
                                " after clFinish");
        }
      }
    }
    b->Settle(t, {t.store, t.read});
    if (b->failed()) return {};
    return Early(wrong.empty() ? states : wrong, "clFinish");
  });
}

void BlockingRead(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const ReadTry t = StartRead(b, w, synchronized);
    const std::string wrong = t.Wrong();
    b->Settle(t, {t.store, t.read});
    if (b->failed()) return {};
    return Early(wrong, "the read came back");
  });
}

void BlockingMap(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const HostTry t = b->Start(HostWordOf(w, "queue"));
    const cl::Event first = b->Slow(t.first, t.value);
    cl::Event map;
    void* const mapped = b->Map(t.first, synchronized, After(w, first), &map);
    if (b->failed()) return {};
    if (mapped == nullptr) {
      b->Settle(t, {first});
      return {kHostAnswer, "the map answers CL_SUCCESS, and with no pointer"};
    }
    // Before the map is complete its pointer must not be used.
    std::string wrong;
    if (synchronized) {
      wrong =
          HostBench::Wrong(*static_cast<const HostMemory*>(mapped), t.value);
    } else if (b->Status(map) != CL_COMPLETE) {
      wrong = "the map is not complete yet";
    }
    b->Settle(t, {first, map});
    b->Unmap(t.first, mapped);
    b->Settle(t, {});
    if (b->failed()) return {};
    return Early(wrong, "the map came back");
  });
}

// The host reuses its memory once the write has come back, or is complete. What
// the device has is what was there before.
void WriteThenReuse(HostBench* b, const HostWords& w, bool blocking) {
  b->TryRacing([&](bool synchronized) -> HostOutcome {
    const HostTry t = b->Start(HostWordOf(w, "queue"));
    const uint32_t reused = b->NextValue();
    HostMemory* const memory = b->Memory(t.value);
    const cl::Event first = b->Slow(t.first, t.old);
    const cl::Event write =
        b->Write(t.first, blocking && synchronized, memory, After(w, first));
    b->Flush(t.first);
    if (!blocking && synchronized) b->Wait({write});
    for (uint32_t& word : *memory) {
      __atomic_store_n(&word, reused, __ATOMIC_RELAXED);
    }
    b->Settle(t, {first, write});
    const std::string wrong = HostBench::Wrong(b->Stored(), t.value);
    if (b->failed()) return {};
    return Early(wrong, blocking ? "the write came back" : "the write's event");
  });
}

void BlockingWrite(HostBench* b, const HostWords& w) {
  WriteThenReuse(b, w, /*blocking=*/true);
}

void NonblockingWrite(HostBench* b, const HostWords& w) {
  WriteThenReuse(b, w, /*blocking=*/false);
}

// When its event is complete, by waiting for it or by asking, the host's memory
// holds what was read.
void NonblockingRead(HostBench* b, const HostWords& w) {
  const bool ask = HostWordOf(w, "wait") == "query";
  b->Try([&](bool synchronized) -> HostOutcome {
    const ReadTry t = StartRead(b, w, /*blocking=*/false);
    b->Flush(t.first);
    bool ended = true;
    if (synchronized && ask) ended = b->Ends(t.read, b->patience());
    if (synchronized && !ask) b->Wait({t.read});
    const std::string wrong = t.Wrong();
    b->Settle(t, {t.store, t.read});
    if (b->failed()) return {};
    if (!ended) {
      return {kHostNotSignalled, absl::StrCat("the read is not complete in ",
                                              b->patience(), " s")};
    }
    return Early(wrong, "the read's event");
  });
}

}  // namespace

std::vector<HostCheckRow> HostTransferChecks() {
  return {{"host_sync.flush", Flush},
          {"host_sync.finish", Finish},
          {"host_sync.blocking_read", BlockingRead},
          {"host_sync.blocking_write", BlockingWrite},
          {"host_sync.blocking_map", BlockingMap},
          {"host_sync.nonblocking_read", NonblockingRead},
          {"host_sync.nonblocking_write", NonblockingWrite}};
}

}  // namespace wgsync
