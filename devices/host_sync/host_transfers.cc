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

// Host memory that a driver may still write into after we gave up: never freed
// but by Done().
struct Target {
  HostMemory* memory = new HostMemory;
  explicit Target(uint32_t value) { memory->fill(value); }
  std::string Wrong(uint32_t value) const {
    return HostBench::Wrong(*memory, value);
  }
};
void Done(HostBench* b, Target* t) {
  if (!b->failed()) delete t->memory;
}

HostOutcome Early(const std::string& wrong, const char* call) {
  if (wrong.empty()) return {};
  return {kHostEarly, absl::StrCat(call, ": ", wrong)};
}

// clFlush: what is submitted goes on without another call of the host. Only the
// host's own memory is looked at.
void Flush(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    Target t(old);
    const cl::Event first = b->Quick(q.first, value);
    const cl::Event read =
        b->Read(q.first, /*blocking=*/false, t.memory, After(w, first));
    const double begun = HostSeconds();
    if (synchronized) b->Flush(q.first);
    const bool there = b->Until(synchronized ? b->patience() : 0.1,
                                [&] { return t.Wrong(value).empty(); });
    const double took = HostSeconds() - begun;
    b->Settle(q, {read});
    Done(b, &t);
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
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    Target t(old);
    const cl::Event first = b->Slow(q.first, value);
    const cl::Event read =
        b->Read(q.first, /*blocking=*/false, t.memory, After(w, first));
    b->Flush(q.first);
    if (synchronized) b->Finish(q.first);
    const std::string wrong = t.Wrong(value);
    std::string states;
    if (synchronized && wrong.empty()) {
      for (const cl::Event& e : {first, read}) {
        const cl_int status = b->Status(e);
        if (status != CL_COMPLETE && !b->failed()) {
          states = absl::StrCat("a command has the status ", status,
                                " after clFinish");
        }
      }
    }
    b->Settle(q, {first, read});
    Done(b, &t);
    if (b->failed()) return {};
    return Early(wrong.empty() ? states : wrong, "clFinish");
  });
}

void BlockingRead(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    Target t(old);
    const cl::Event first = b->Slow(q.first, value);
    const cl::Event read =
        b->Read(q.first, synchronized, t.memory, After(w, first));
    const std::string wrong = t.Wrong(value);
    b->Settle(q, {first, read});
    Done(b, &t);
    if (b->failed()) return {};
    return Early(wrong, "the read came back");
  });
}

void BlockingMap(HostBench* b, const HostWords& w) {
  b->Try([&](bool synchronized) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    const cl::Event first = b->Slow(q.first, value);
    cl::Event map;
    void* const mapped = b->Map(q.first, synchronized, After(w, first), &map);
    if (b->failed()) return {};
    if (mapped == nullptr) {
      b->Settle(q, {first});
      return {kHostAnswer, "the map answers CL_SUCCESS, and with no pointer"};
    }
    // Before the map is complete its pointer must not be used.
    std::string wrong;
    if (synchronized) {
      wrong = HostBench::Wrong(*static_cast<const HostMemory*>(mapped), value);
    } else if (b->Status(map) != CL_COMPLETE) {
      wrong = "the map is not complete yet";
    }
    b->Settle(q, {first, map});
    b->Unmap(q.first, mapped);
    b->Settle(q, {});
    if (b->failed()) return {};
    return Early(wrong, "the map came back");
  });
}

// The host reuses its memory once the write has come back, or is complete. What
// the device has is what was there before.
void WriteThenReuse(HostBench* b, const HostWords& w, bool blocking) {
  b->TryRacing([&](bool synchronized) -> HostOutcome {
    const uint32_t old = b->NextValue(), value = b->NextValue(),
                   reused = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    Target t(value);
    const cl::Event first = b->Slow(q.first, old);
    const cl::Event write =
        b->Write(q.first, blocking && synchronized, t.memory, After(w, first));
    b->Flush(q.first);
    if (!blocking && synchronized) b->Wait({write});
    for (uint32_t& word : *t.memory) {
      __atomic_store_n(&word, reused, __ATOMIC_RELAXED);
    }
    b->Settle(q, {first, write});
    const std::string wrong = HostBench::Wrong(b->Stored(), value);
    Done(b, &t);
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
    const uint32_t old = b->NextValue(), value = b->NextValue();
    const HostQueues q = b->Queues(HostWordOf(w, "queue"));
    b->Clear(old);
    Target t(old);
    const cl::Event first = b->Slow(q.first, value);
    const cl::Event read =
        b->Read(q.first, /*blocking=*/false, t.memory, After(w, first));
    b->Flush(q.first);
    bool ended = true;
    if (synchronized && ask) ended = b->Ends(read, b->patience());
    if (synchronized && !ask) b->Wait({read});
    const std::string wrong = t.Wrong(value);
    b->Settle(q, {first, read});
    Done(b, &t);
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
