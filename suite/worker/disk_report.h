// Whether a case failed for want of room on a disk, which says nothing of the
// driver: its compiler and its caches write to the scratch folder.

#ifndef WGSYNC_SUITE_WORKER_DISK_REPORT_H_
#define WGSYNC_SUITE_WORKER_DISK_REPORT_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// The room of the file system of a folder.
struct Room {
  uint64_t bytes = 0;  // for users, not for root
  uint64_t files = 0;
  bool known = false;
};
Room RoomOf(const std::string& folder);

// "/tmp/x has 12 KiB left" for the first of the folders whose file system is
// full or nearly so. Otherwise what `said`, the output of the driver and the
// worker, reports of a full disk or a quota; else "".
std::string FullDisk(
    const std::vector<std::string>& folders, absl::string_view said,
    const std::function<Room(const std::string&)>& room_of = RoomOf);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_DISK_REPORT_H_
