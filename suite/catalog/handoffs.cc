// The hand-offs.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/catalog/catalog.h"
#include "suite/catalog/entries.h"

namespace wgsync {
namespace {

Primitive MessagePassing() {
  Primitive p;
  p.name = "handoff.message_passing";
  p.family = Family::kHandoff;
  p.file = "handoff/message_passing.cl";
  p.source = "litmus test MP: payload, fence, flag; every other group reads";
  p.representative = true;
  p.need = ProgressNeed::kHsa;  // the writer is group 0
  p.use = WordUse::kRising;
  p.polls = AllPolls();
  p.signals = AllSignals();
  p.workloads = {"message"};
  p.words_fixed = 1;
  p.word_init = 0xFFFFFFF0u;  // wraps, as the counter's does
  return p;
}

Primitive LoopedStore() {
  Primitive p = MessagePassing();
  p.name = "handoff.looped_store";
  p.representative = false;
  p.file = "handoff/looped_store.cl";
  p.source =
      "user code: the writer stores its progress in a loop until every reader "
      "has answered";
  p.need = ProgressNeed::kCoResident;  // the writer waits for all readers
  p.words_fixed = 64;  // progress and answers, on lines of 32 words
  return p;
}

Primitive DependencyDistance() {
  Primitive p = MessagePassing();
  p.name = "handoff.dependency_distance";
  p.file = "handoff/dependency_distance.cl";
  p.source =
      "seed texts: the first k * CU groups wait for a group of a far higher "
      "number";
  p.need = ProgressNeed::kCoResident;  // the writer is the last group
  p.words_fixed =
      64;  // the flag, and what is waited for, on lines of their own
  p.half_waits = true;
  p.representative = false;
  return p;
}

}  // namespace

std::vector<Primitive> Handoffs() {
  return {MessagePassing(), LoopedStore(), DependencyDistance()};
}

}  // namespace wgsync
