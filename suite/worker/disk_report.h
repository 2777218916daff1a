// Whether a case may have failed because of a disk: a full one, one that was
// remounted read-only, or a folder that is gone. The driver's compiler
// and caches write to the scratch folder, so that says nothing about the
// driver.

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
  int error = 0;  // errno of a write there; the rest is not known then
};
Room RoomOf(const std::string& folder);

// "/tmp/x has 12 KiB left" for the first of the folders whose file system is
// full or nearly so, "/tmp/x cannot be written any more (Read-only file
// system)" for one that is gone or read-only. Otherwise what `said`, the output
// of the driver and the worker, reports of a full disk or a quota; else "".
std::string FullDisk(
    const std::vector<std::string>& folders, absl::string_view said,
    const std::function<Room(const std::string&)>& room_of = RoomOf);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_DISK_REPORT_H_
