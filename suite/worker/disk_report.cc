#include "suite/worker/disk_report.h"

#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

// One program of PoCL's takes about 200 KiB, and its compiler more meanwhile.
constexpr uint64_t kLeastBytes = 4 << 20;
constexpr uint64_t kLeastFiles = 16;

}  // namespace

Room RoomOf(const std::string& folder) {
  Room room;
  if (access(folder.c_str(), W_OK | X_OK) != 0) room.error = errno;
  struct statvfs s;
  if (room.error != 0 || statvfs(folder.c_str(), &s) != 0) return room;
  // A file system without a limit of files says 0 of 0.
  const uint64_t files = s.f_files == 0 ? kLeastFiles : s.f_favail;
  return {s.f_bavail * s.f_frsize, files, true};
}

std::string FullDisk(const std::vector<std::string>& folders,
                     absl::string_view said,
                     const std::function<Room(const std::string&)>& room_of) {
  for (const std::string& folder : folders) {
    const Room room = room_of(folder);
    if (room.error != 0) {
      return absl::StrCat(folder, " cannot be written any more (",
                          strerror(room.error), ")");
    }
    if (!room.known) continue;
    if (room.bytes < kLeastBytes) {
      return absl::StrCat(folder, " has ", room.bytes >> 10, " KiB left");
    }
    if (room.files < kLeastFiles) {
      return absl::StrCat(folder, " has room for ", room.files, " files");
    }
  }
  for (const int error : {ENOSPC, EDQUOT}) {
    const char* text = strerror(error);
    if (absl::StrContains(said, text)) {
      return absl::StrCat("the worker's output has \"", text, "\"");
    }
  }
  return "";
}

}  // namespace wgsync
