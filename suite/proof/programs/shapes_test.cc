// The kernels of kernels/progress/ against the programs of
// suite/progress/named_programs.h: a kernel is compiled as C++, and each
// role must make the same accesses as its program, whatever values it finds. So
// the checker's verdict about a shape is one about its kernel.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/progress/litmus_program.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace {

using progress::Access;
using progress::Instruction;
using progress::Program;

// One atomic step: the word, how it is written with which value, and the value
// that it is compared with.
struct Step {
  size_t word;
  progress::Access access;
  uint32_t value;
  uint32_t expected;
};
bool operator==(const Step& a, const Step& b) {
  return std::tie(a.word, a.access, a.value, a.expected) ==
         std::tie(b.word, b.access, b.value, b.expected);
}
std::ostream& operator<<(std::ostream& out, const Step& s) {
  return out << "word " << s.word << " access " << static_cast<int>(s.access)
             << " value " << s.value << " expected " << s.expected;
}

// What a role does if its steps find these values.
struct Trace {
  std::vector<Step> steps;
  bool ended = false;
  std::vector<size_t> late;  // before which steps a role may be late
};
class Script {
 public:
  // The words of `counters` hold up to 2, all others 0 or 1.
  Script(const std::vector<uint32_t>& found, const std::set<size_t>& counters)
      : found_(found), counters_(counters) {}
  // The value found by the step; throws NoMore if there is none.
  uint32_t Take(const Step& step) {
    if (trace_.steps.size() == found_.size()) throw NoMore();
    trace_.steps.push_back(step);
    const uint32_t found = found_[trace_.steps.size() - 1];
    return counters_.count(step.word) != 0 ? found % 3 : found % 2;
  }
  void Late() { trace_.late.push_back(trace_.steps.size()); }
  struct NoMore {};
  Trace trace_;

 private:
  const std::vector<uint32_t>& found_;
  const std::set<size_t>& counters_;
};

}  // namespace

// What kernels/lib/ gives a shape, on the script.
namespace as_kernel {

using uint = uint32_t;
struct wg_ctx {
  Script* script;
  uint place, g, delay, gave_up;
  const uint* payload;
  uint n;
};
#define WG_LINE 32u
#define WG_BOARD_OFF 0
#define WG_BOARD 0
#define WG_WAITS_REMOVED 0
#define WG_WAITS 1
#define WG_ROLE_ARRIVED 0
#define WG_UNMET 2u
#define WG_GAVE_UP 3u
#define __global
#define wg_delay(c, accesses) (c)->script->Late()
#define wg_board_count(c, role, field)
#define wg_board_ended(c, role, round, seen, goal, how)
#define wg_left(c, role)
#define wg_last_poll(c, role, last) (last)
#define WG_UNTIL(c, condition) \
  while (!(condition)) {       \
  }
#define WG_WAIT_PASSES(c, role, round, word, kind, goal, poll) \
  while ((poll) != (goal)) {                                   \
  }
inline uint min(uint a, uint b) { return a < b ? a : b; }

uint wg_take_step(wg_ctx* c, uint word, progress::Access access, uint value = 0,
                  uint expected = 0) {
  EXPECT_EQ(word % WG_LINE, 0u);
  return c->script->Take({word / WG_LINE, access, value, expected});
}
uint wg_poll(wg_ctx* c, uint word) {
  return wg_take_step(c, word, progress::Access::kRead);
}
void wg_signal_store(wg_ctx* c, uint word, uint value) {
  wg_take_step(c, word, progress::Access::kExchange, value);
}
uint wg_poll_exchange(wg_ctx* c, uint word, uint value) {
  return wg_take_step(c, word, progress::Access::kExchange, value);
}
uint wg_take_all(wg_ctx* c, uint word, uint value) {
  return wg_take_step(c, word, progress::Access::kAdd, value);
}
uint wg_poll_swap(wg_ctx* c, uint word, uint expected, uint value) {
  return wg_take_step(c, word, progress::Access::kCas, value, expected);
}

// clang-format off
#include "kernels/lib/progress.cl"
namespace interpreter {
#include "kernels/lib/interpreter.cl"
}
namespace cas_counter {
#include "kernels/progress/cas_counter.cl"
}
namespace holder_low {
#include "kernels/progress/holder_low.cl"
}
namespace handoff_up {
#include "kernels/progress/handoff_up.cl"
}
namespace chain_up_3 {
#include "kernels/progress/chain_up_3.cl"
}
namespace holder_high {
#include "kernels/progress/holder_high.cl"
}
namespace lock_3 {
#include "kernels/progress/lock_3.cl"
}
namespace ticket_lock {
#include "kernels/progress/ticket_lock.cl"
}
namespace lookback_ticket {
#include "kernels/progress/lookback_ticket.cl"
}
namespace up_then_lock {
#include "kernels/progress/up_then_lock.cl"
}
namespace late_middle {
#include "kernels/progress/late_middle.cl"
}
namespace late_middle_x {
#include "kernels/progress/late_middle_x.cl"
}
namespace handoff_down {
#include "kernels/progress/handoff_down.cl"
}
namespace meet_3 {
#include "kernels/progress/meet_3.cl"
}
namespace late_top {
#include "kernels/progress/late_top.cl"
}
namespace skip_middle {
#include "kernels/progress/skip_middle.cl"
}
namespace duel {
#include "kernels/progress/duel.cl"
}
namespace duel_up {
#include "kernels/progress/duel_up.cl"
}
namespace trylock_cross {
#include "kernels/progress/trylock_cross.cl"
}
namespace lock_told {
#include "kernels/progress/lock_told.cl"
}
namespace late_duel {
#include "kernels/progress/late_duel.cl"
}
namespace duel_down {
#include "kernels/progress/duel_down.cl"
}
// clang-format on

}  // namespace as_kernel

namespace {

struct Kernel {
  absl::string_view shape;
  void (*play)(as_kernel::wg_ctx* c, uint32_t role);
};
constexpr Kernel kKernels[] = {
    {"cas_counter", as_kernel::cas_counter::wg_play},
    {"holder_low", as_kernel::holder_low::wg_play},
    {"handoff_up", as_kernel::handoff_up::wg_play},
    {"chain_up_3", as_kernel::chain_up_3::wg_play},
    {"holder_high", as_kernel::holder_high::wg_play},
    {"lock_3", as_kernel::lock_3::wg_play},
    {"ticket_lock", as_kernel::ticket_lock::wg_play},
    {"lookback_ticket", as_kernel::lookback_ticket::wg_play},
    {"up_then_lock", as_kernel::up_then_lock::wg_play},
    {"late_middle", as_kernel::late_middle::wg_play},
    {"late_middle_x", as_kernel::late_middle_x::wg_play},
    {"handoff_down", as_kernel::handoff_down::wg_play},
    {"meet_3", as_kernel::meet_3::wg_play},
    {"late_top", as_kernel::late_top::wg_play},
    {"skip_middle", as_kernel::skip_middle::wg_play},
    {"duel", as_kernel::duel::wg_play},
    {"duel_up", as_kernel::duel_up::wg_play},
    {"trylock_cross", as_kernel::trylock_cross::wg_play},
    {"lock_told", as_kernel::lock_told::wg_play},
    {"late_duel", as_kernel::late_duel::wg_play},
    {"duel_down", as_kernel::duel_down::wg_play},
};

// `code` is of the interpreter alone; no group has a seat.
Trace TraceOfKernel(const Kernel& kernel, uint32_t role,
                    const std::vector<uint32_t>& found,
                    const std::set<size_t>& counters,
                    const std::vector<uint32_t>& code = {}) {
  Script script(found, counters);
  as_kernel::wg_ctx c = {&script, 0, 0, 0, 0, code.data(), 0};
  try {
    kernel.play(&c, role);
    script.trace_.ended = true;
  } catch (const Script::NoMore&) {
  }
  return script.trace_;
}

size_t WordOf(const Program& program, const Instruction& i,
              const std::vector<uint32_t>& registers) {
  size_t word = 0;
  for (size_t a = 0; a < i.array; ++a) word += program.arrays[a].size;
  return word + (i.index.reg < 0 ? 0 : registers[i.index.reg]) +
         i.index.constant;
}

// Words that are added to, or hold what a register does.
std::set<size_t> CountersOf(const Program& program) {
  std::set<size_t> counters;
  for (const progress::Role& role : program.roles) {
    for (const Instruction& i : role.code) {
      const bool counts =
          i.access == Access::kAdd ||
          (i.UsesWord() && i.access != Access::kRead && i.value.reg >= 0);
      if (counts) counters.insert(WordOf(program, i, {0, 0, 0}));
    }
  }
  return counters;
}

Trace TraceOfProgram(const Program& program, size_t group,
                     const std::vector<uint32_t>& found,
                     const std::set<size_t>& counters) {
  const std::vector<Instruction>& code = program.RoleOf(group).code;
  std::vector<uint32_t> registers(program.RoleOf(group).registers.size());
  const auto value = [&registers](const progress::Operand& o) {
    return (o.reg < 0 ? 0 : registers[o.reg]) +
           static_cast<uint32_t>(o.constant);
  };
  Script script(found, counters);
  size_t pc = 0;
  try {
    while (pc < code.size()) {
      const Instruction& i = code[pc];
      uint32_t old = 0;
      if (i.access == Access::kNone) old = value(i.value);
      if (i.UsesWord()) {
        // Both write, and a kernel may drop what an exchange reads.
        const bool stores = i.access == Access::kWrite;
        old = script.Take({WordOf(program, i, registers),
                           stores ? Access::kExchange : i.access,
                           i.access == Access::kRead ? 0 : value(i.value),
                           i.access == Access::kCas ? value(i.check) : 0});
      }
      const bool equal = old == value(i.check);
      const bool goes = i.branch == progress::Branch::kAlways ||
                        (i.branch == progress::Branch::kIfEqual && equal) ||
                        (i.branch == progress::Branch::kIfUnequal && !equal);
      if (i.result >= 0) registers[i.result] = old;
      pc = goes ? i.target : pc + 1;
    }
    script.trace_.ended = true;
  } catch (const Script::NoMore&) {
  }
  return script.trace_;
}

TEST(ShapesTest, EachShapeHasAKernel) {
  std::set<absl::string_view> kernels, shapes;
  for (const Kernel& kernel : kKernels) kernels.insert(kernel.shape);
  for (const progress::Shape& shape : progress::Shapes()) {
    shapes.insert(shape.name);
  }
  EXPECT_EQ(kernels, shapes);
}

TEST(ShapesTest, EachRoleOfAKernelDoesWhatItsProgramDoes) {
  constexpr int kScripts = 2000;
  constexpr size_t kSteps = 12;
  std::mt19937 random(1);
  for (const Kernel& kernel : kKernels) {
    SCOPED_TRACE(kernel.shape);
    const Program program =
        progress::ShapeProgram(*progress::FindShape(kernel.shape));
    const std::set<size_t> counters = CountersOf(program);
    for (size_t group = 0; group < program.groups.size(); ++group) {
      SCOPED_TRACE(group);
      size_t ended = 0;
      for (int n = 0; n < kScripts; ++n) {
        std::vector<uint32_t> found(random() % kSteps);
        for (uint32_t& f : found) f = random() % 6;
        const Trace of_kernel = TraceOfKernel(
            kernel, static_cast<uint32_t>(group), found, counters);
        const Trace of_program =
            TraceOfProgram(program, group, found, counters);
        ASSERT_EQ(of_kernel.steps, of_program.steps);
        ASSERT_EQ(of_kernel.ended, of_program.ended);
        ended += of_kernel.ended ? 1 : 0;
      }
      EXPECT_GT(ended, 0u) << "no script is long enough";
    }
    const Trace idle =
        TraceOfKernel(kernel, static_cast<uint32_t>(program.groups.size()),
                      {0, 0, 0}, counters);
    EXPECT_TRUE(idle.ended && idle.steps.empty()) << "a role that is none";
  }
}

TEST(ShapesTest, TheInterpreterDoesWhatEachTextDoes) {
  constexpr int kScripts = 1000;
  constexpr size_t kSteps = 12;
  std::mt19937 random(2);
  const Kernel interpreter = {"", as_kernel::interpreter::wg_play};
  std::set<absl::string_view> left_out;
  for (const Kernel& kernel : kKernels) {
    SCOPED_TRACE(kernel.shape);
    const Primitive& p =
        *FindPrimitive(absl::StrCat("progress.", kernel.shape));
    const absl::Span<const uint32_t> facts =
        progress::FindShapeFacts(kernel.shape)->code;
    const std::vector<uint32_t> code(facts.begin(), facts.end());
    if (code.empty()) {
      left_out.insert(kernel.shape);
      continue;
    }
    const std::set<size_t> counters =
        CountersOf(progress::ShapeProgram(*progress::FindShape(kernel.shape)));
    for (uint32_t role = 0; role <= p.shape.roles; ++role) {
      SCOPED_TRACE(role);
      for (int n = 0; n < kScripts; ++n) {
        std::vector<uint32_t> found(random() % kSteps);
        for (uint32_t& f : found) f = random() % 6;
        const Trace text = TraceOfKernel(kernel, role, found, counters);
        const Trace data =
            TraceOfKernel(interpreter, role, found, counters, code);
        ASSERT_EQ(data.steps, text.steps);
        ASSERT_EQ(data.ended, text.ended);
        if (role == p.shape.late_role) {
          ASSERT_EQ(data.late, text.late);
        }
      }
    }
  }
  EXPECT_EQ(left_out,
            (std::set<absl::string_view>{"cas_counter", "late_duel",
                                         "lock_told", "trylock_cross"}));
}

}  // namespace
}  // namespace wgsync
