// The primitives of this project, as rows of wgsync's catalog.

#include <string>

#include "example_kernels.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/more.h"

namespace wgsync {
namespace {

Primitive Gate() {
  Primitive p;
  p.name = "barrier.gate";
  p.family = Family::kBarrier;
  p.file = "barriers/gate.cl";
  p.texts[p.file] = FindExampleFile(p.file)->text;
  p.source = "an example of a primitive that is not wgsync's";
  p.need = ProgressNeed::kCoResident;
  p.use = WordUse::kFlag;
  p.polls = AllPolls();
  p.signals = Additions();
  p.workloads = {"exchange", "phase_check"};
  p.words_fixed = 2 * 32;  // the counter and the gate, a line each
  p.word_init = 0xFFFFFFF0u;
  return p;
}

Primitive GateEarly() {
  Primitive p = Gate();
  p.name = "barrier.gate_early";
  p.source = "a planted fault: the gate opens one group too early";
  p.options = {"EXAMPLE_EARLY"};
  p.variant = true;
  return p;
}

MoreCase OnTwoGroups(const std::string& primitive, const std::string& why) {
  return {primitive +
              "/poll=rmw/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/"
              "groups=2",
          why};
}

}  // namespace

More MoreRows() {
  return {{Gate(), GateEarly()},
          {OnTwoGroups("barrier.gate", "the sound gate"),
           OnTwoGroups("barrier.gate_early", "the planted fault")}};
}

}  // namespace wgsync
