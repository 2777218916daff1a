// Where the words, payload, board, report and scratch of a launch lie in the
// memory that controller and worker share, and how they are filled before it.
//
// The numbers are twins of kernels/lib/{board,workload,entry}.cl.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_LAYOUT_H_
#define WGSYNC_SUITE_CORE_LAUNCH_LAYOUT_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "suite/core/launch/launch_spec.h"

namespace wgsync {

inline constexpr uint32_t kPattern = 0xA5A5A5A5u;
inline constexpr uint32_t kLineWords = 32;
inline constexpr uint32_t kRoleWords = 32;
inline constexpr uint32_t kRecordWords = 8;
inline constexpr uint32_t kMaxRecords = 64;
// Counts in a group's line of the report; kernels/lib/workload.cl.
enum ReportField : uint32_t {
  kReportWrong = 0,
  kReportTorn,
  kReportNew,
  kReportOwner,
  kReportTurns,
  kReportMost,
  kReportWaits,
  kReportEnded,
  kReportReads,
  kReportTook = 16,
};
// Of a role's record on the board: waits that did not end met, and how the
// first of them ended (3: it gave up); kernels/lib/board.cl.
inline constexpr uint32_t kRoleBad = 8;
inline constexpr uint32_t kRoleBadHow = 9;
// Of a device model, at the end of the scratch; kernels/models/model.cl.
inline constexpr uint32_t kModelWords = 4 * kLineWords;
// Lines that the groups that want a lock of loads and stores store to before;
// kernels/lib/run_mutex.cl.
inline constexpr uint32_t kMeetLines = 48;
// What word 0 of the scratch begins with in a discovery: its top bit is clear.
inline constexpr uint32_t kDiscoverBase = 0x25A5A500u;

// The shared memory: a control page, then two halves: the launch's buffers, and
// the snapshots of a device whose memory the host cannot see. Sparse: only what
// is touched costs memory.
//
// Memory ordering: the device, the worker and the controller access the first
// half at the same time. While a launch runs, the controller reads it with
// ReadWord() alone, which is relaxed: two words may be of different moments, so
// that a launch is called frozen only if two looks in a row are equal
// (suite/engine/watch.h). The results are ordered: the worker has read the
// buffers back before it writes the launch's last event into the pipe, and the
// controller reads them after it has read that event.
inline constexpr size_t kPage = 4096;
inline constexpr size_t kControlBytes = kPage;
inline constexpr size_t kHalfBytes = size_t{512} << 20;
inline constexpr size_t kArenaBytes = kControlBytes + 2 * kHalfBytes;
// Of the payload, a snapshot looks at this much.
inline constexpr size_t kSnapshotPayloadBytes = size_t{1} << 20;

// The scalar arguments of wgsync_case and wgsync_step, behind the five buffers,
// by WG_ARGUMENTS of kernels/lib/entry.cl. The last is the step where the host
// enqueues several kernels.
inline constexpr size_t kScalars = 8;

enum Region { kWords = 0, kPayload, kBoard, kReport, kScratch, kRegions };

struct Layout {
  uint32_t groups = 0;
  uint32_t roles = 0;
  // Consecutive roles that are one group's work-items; 0 where the first roles
  // are the groups.
  uint32_t roles_of_group = 0;
  // Behind the groups' own roles, so many watchers of each group; 0 where all
  // watchers are group 0's.
  uint32_t watchers_of_group = 0;
  uint32_t roles_at = 0;    // in words of the board
  uint32_t records_at = 0;  // in words of the report
  size_t offset[kRegions] =
      {};  // in bytes, from the half's beginning, page-aligned
  size_t bytes[kRegions] = {};  // whole pages, the last word is the guard
  size_t used[kRegions] = {};   // bytes that mean something
  size_t total = 0;
  // Of a grid of teams: their number, the size of what precedes the first
  // team's part of the scratch, and the distance of the parts, in bytes. The
  // groups and roles above are then one team's.
  uint32_t teams = 1;
  size_t team_head = 0;
  size_t stride[kRegions] = {};
};

// What an element of a reduction holds.
inline uint32_t ElementOf(const Workload& w, uint32_t i) {
  return w.first_element + w.element_step * i;
}

// Payload words behind the elements that one round of a reduction stores.
uint64_t SumsOfARound(const LaunchSpec& spec);

std::array<uint32_t, kScalars> KernelScalars(const LaunchSpec& spec);

// total is above kHalfBytes where the grid does not fit.
Layout MakeLayout(const LaunchSpec& spec);

// Where one of the teams lies: `one` is the layout of OneTeam()'s launch, which
// the regions of the whole one hold once for each team.
Layout LayoutOfTeam(const Layout& one, const Layout& layout, uint32_t team);

// Fills the regions at `half` for a launch.
void FillRegions(const LaunchSpec& spec, const Layout& layout, uint8_t* half);

// The guard is the last word of a region. No kernel writes it, and it is
// another one in each launch: where it does not come back, what was read is not
// what this launch left.
void SetGuards(const Layout& layout, uint32_t launch, uint8_t* half);
inline uint32_t* GuardOf(uint8_t* region, size_t bytes) {
  return reinterpret_cast<uint32_t*>(region + bytes) - 1;
}

// The word at this index, read once and as a whole: a device may be writing it.
inline uint32_t ReadWord(const uint8_t* memory, uint64_t word) {
  return __atomic_load_n(reinterpret_cast<const uint32_t*>(memory) + word,
                         __ATOMIC_RELAXED);
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_LAYOUT_H_
