// An execution graph that grows by one access at a time, with the relations of
// the memory model between its events.
//
// Events are added in an order of (program order, reads-from and barriers), so
// all that happens before an event is in the graph when the event comes.
// Adding an event orders no earlier ones. But a store that comes into the
// middle of a modification order can end a release sequence, and with it take
// an order away. So there are two happens-before relations: the one of this
// graph, and the *stable* part of it, which each larger graph has.

#ifndef WGSYNC_SUITE_CORE_MEMORY_GRAPH_H_
#define WGSYNC_SUITE_CORE_MEMORY_GRAPH_H_

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

inline constexpr size_t kMostEvents = 128;

struct Event {
  int thread = -1;   // -1: the initial value of a word
  std::string name;  // two bytes: the thread and the place in it
  const Instruction* at = nullptr;
  size_t word = 0;
  Memory memory = Memory::kGlobal;  // of the word
  Memories in = 0;                  // the memories whose action it is
  bool reads = false, writes = false, atomic = false, fence = false;
  bool of_word = false;  // an access to a word, atomic or not: not to data
  bool acquires = false, releases = false, seq_cst = false;
  Scope scope = Scope::kDevice;
  int read = 0, written = 0;
  size_t from = 0;   // the event that is read
  int meeting = -1;  // of a barrier, by number in its work-group
};

// "group 1, line 7"; "group 1, item 1, line 7".
std::string PlaceOf(const Thread& thread, const Instruction& at);
// "group 1, line 7: r = f".
std::string StepText(const Program& program, size_t thread,
                     const Instruction& at);

// What the work-item is at fault for: "an index outside x: group 1, line 7", or
// "a step that goes wrong: ..."; and the step in a line.
struct Fault {
  std::string what, step;
};
std::optional<Fault> FaultOf(const Program& program, size_t thread,
                             Cursor* cursor);

// Whether the work-item leaves its loop, or writes, if it reads these latest
// values of the words alone.
bool EndsByLatest(const Program& program, Cursor cursor,
                  const std::vector<int>& latest);

// A write that follows `event` in the modification order and has a lower
// number, so that a text in the order of numbers has to name it; otherwise
// `event`.
size_t ShownBefore(const std::vector<size_t>& order, size_t event);
inline constexpr char kInMemoryBefore[] = "    in memory before ";

class Graph {
 public:
  // Both must outlive the graph. It begins with the words' initial values.
  Graph(const Program& program, const Rules& rules);

  const std::vector<Event>& events() const { return events_; }
  // The modification order of an atomic word; of a data word, as they came.
  const std::vector<size_t>& OrderOf(size_t word) const {
    return orders_[word];
  }

  std::vector<int> Latest() const;  // values of the words

  // Adds an access as the instruction says; `written` is nullptr if it does not
  // write. A write becomes the `place`-th in the order of its word.
  void AddAccess(size_t thread, const Instruction& at, size_t word, size_t from,
                 const int* written, size_t place);
  void AddFence(size_t thread, const Instruction& at);
  // Entry (release) or exit (acquire) of the group's barrier number `meeting`.
  void AddBarrier(size_t thread, const Instruction& at, int meeting, bool exit);

  // About how many pairs of events Relate() and IsConsistent() look at.
  size_t Comparisons() const;
  // Computes the relations; all below are of the last call.
  void Relate(bool stable);
  bool IsConsistent() const;
  // Two conflicting accesses that are not ordered.
  std::optional<std::pair<size_t, size_t>> Race() const;
  // Whether the last Relate() found an order that a store may take away.
  bool has_unstable() const { return has_unstable_; }

  // "a data race of group 0, line 4 and group 1, line 8, which may read the old
  // x"; of atomic accesses it says that their scopes are too narrow.
  std::string RaceText(const std::pair<size_t, size_t>& race) const;
  // A line: "group 1, line 7: r = f    reads 1 of group 0, line 5".
  std::string TextOf(size_t event) const;
  std::string Text() const;  // of all events
  // Equal for equal graphs, whatever the order of adding.
  std::string Key() const;

 private:
  using Set = std::bitset<kMostEvents>;

  std::string PlaceOf(size_t event) const;
  Memories ActionOf(Memories in) const;
  Event& Add(size_t thread, const Instruction& at);
  bool Before(size_t a, size_t b, Memory m) const {
    return before_[b][static_cast<int>(m)][a];
  }
  bool AreInclusive(const Event& a, const Event& b, Memory m) const;
  void AddSynchronization(size_t event);
  void Synchronize(size_t reader, size_t acquirer);
  void Link(size_t from, size_t to, Memories in);
  bool IsHead(size_t place, size_t last, const std::vector<size_t>& order);
  bool IsCoherent(size_t a, size_t b) const;
  bool IsVisible(size_t read) const;
  bool Precedes(size_t a, size_t b) const;
  bool PrecedesInS(size_t a, size_t b) const;
  bool HasS() const;

  const Program* program_;
  const Rules* rules_;
  std::vector<Event> events_;
  std::vector<std::vector<size_t>> orders_;
  // Of Relate(): what happens before an event, by memory; places in orders_.
  std::vector<std::array<Set, 2>> before_;
  std::vector<size_t> places_;
  bool stable_ = false, has_unstable_ = false;
};

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_GRAPH_H_
