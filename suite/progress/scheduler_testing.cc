#include "suite/progress/scheduler_testing.h"

#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace progress {
namespace {

GroupSet Lowest(GroupSet set) { return set & ~(set - 1); }

GroupSet Highest(GroupSet set) {
  while ((set & (set - 1)) != 0) set &= set - 1;
  return set;
}

// The first `count` of the set, from below or from above.
GroupSet FirstOf(GroupSet set, size_t count, bool from_above) {
  GroupSet first = 0;
  for (; count > 0 && set != 0; --count) {
    const GroupSet next = from_above ? Highest(set) : Lowest(set);
    first |= next;
    set &= ~next;
  }
  return first;
}

}  // namespace

std::string SchedulerName(const Scheduler& scheduler) {
  switch (scheduler.kind) {
    case SchedulerKind::kSlots:
      return absl::StrCat("SLOTS(", scheduler.width, ")");
    case SchedulerKind::kSlotsDescending:
      return absl::StrCat("descending SLOTS(", scheduler.width, ")");
    case SchedulerKind::kDealt:
      return absl::StrCat("DEALT(", scheduler.width, ",", scheduler.batch, ")");
    case SchedulerKind::kLowestOnly:
      return "lowest only";
  }
  return "";
}

GroupSet MayRun(const Scheduler& scheduler, GroupSet unfinished,
                GroupSet ever) {
  switch (scheduler.kind) {
    case SchedulerKind::kSlots:
    case SchedulerKind::kSlotsDescending:
      // A group that is resident stays so until its end, and the next one takes
      // its place: the residents are always the first that have not ended.
      return FirstOf(unfinished, scheduler.width,
                     scheduler.kind == SchedulerKind::kSlotsDescending);
    case SchedulerKind::kDealt: {
      // Likewise the batches in work are the first that have not ended.
      GroupSet runs = 0;
      size_t workers = scheduler.width;
      for (size_t first = 0; first < kMostGroups && workers > 0;
           first += scheduler.batch) {
        GroupSet batch = 0;
        for (size_t g = first; g < first + scheduler.batch; ++g) {
          if (g < kMostGroups) batch |= SetOf(g);
        }
        batch &= unfinished;
        if (batch == 0) continue;
        runs |= Lowest(batch);
        --workers;
      }
      return runs;
    }
    case SchedulerKind::kLowestOnly:
      return (unfinished & ~ever) != 0 ? unfinished & ~ever
                                       : Lowest(unfinished);
  }
  return 0;
}

absl::StatusOr<Outcome> RunOn(const Scheduler& scheduler, const Program& grid,
                              size_t most_states) {
  const auto may_run = [&](GroupSet unfinished, GroupSet ever) {
    return MayRun(scheduler, unfinished, ever);
  };
  ASSIGN_OR_RETURN(
      const StateGraph graph,
      StateGraph::Build(grid, may_run,
                        scheduler.kind == SchedulerKind::kLowestOnly,
                        most_states));
  const Components components = ComponentsOf(graph);
  bool hangs = false, ends = false;
  for (size_t c = 0; c < components.first.size(); ++c) {
    const size_t state = components.first[c];
    const GroupSet unfinished = graph.Unfinished(state);
    ends = ends || unfinished == 0;
    const GroupSet fair = may_run(unfinished, graph.Ever(state));
    hangs = hangs || (fair != 0 && components.inside[c] == fair);
  }
  if (!hangs) return Outcome::kEnds;
  return ends ? Outcome::kMayHang : Outcome::kHangsSurely;
}

Program CopiesOf(const Program& program, size_t copies, Mapping mapping,
                 uint64_t seed) {
  if (mapping == Mapping::kPlain) return program;
  Program grid;
  for (size_t copy = 0; copy < copies; ++copy) {
    for (Role role : program.roles) {
      for (Instruction& now : role.code) {
        now.array += copy * program.arrays.size();
      }
      grid.roles.push_back(role);
    }
    for (Array array : program.arrays) {
      absl::StrAppend(&array.name, "_", copy);
      grid.arrays.push_back(array);
    }
  }
  std::vector<size_t> next(copies, 0);  // of each copy, the group that follows
  for (uint32_t copy :
       CopiesById(program.groups.size(), copies, mapping, seed)) {
    const Group& group = program.groups[next[copy]++];
    grid.groups.push_back({copy * program.roles.size() + group.role});
  }
  return grid;
}

}  // namespace progress
}  // namespace wgsync
