#include "suite/worker/lock_holder.h"

#include <pwd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/read_file.h"

namespace wgsync {
namespace {

constexpr size_t kLongestCommand = 200;

// Seconds since 1970 of its start; 0: not known.
int64_t StartOf(pid_t process) {
  int64_t boot = 0;
  for (const absl::string_view line :
       absl::StrSplit(ReadIfThere("/proc/stat"), '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    if (words[0] == "btime" && words.size() > 1 &&
        !absl::SimpleAtoi(words[1], &boot)) {
      return 0;
    }
  }
  const std::string stat =
      ReadIfThere(absl::StrCat("/proc/", process, "/stat"));
  const size_t name_ends = stat.rfind(')');
  if (boot == 0 || name_ends == std::string::npos) return 0;
  const std::vector<std::string> fields =
      absl::StrSplit(stat.substr(name_ends + 1), ' ', absl::SkipWhitespace());
  // starttime is the 22nd of proc(5), and fields[0] is the third.
  constexpr size_t kStart = 19;
  int64_t ticks = 0;
  if (fields.size() <= kStart || !absl::SimpleAtoi(fields[kStart], &ticks)) {
    return 0;
  }
  return boot + ticks / sysconf(_SC_CLK_TCK);
}

// A process that has a lock by a descriptor of this file, other than the
// caller; 0: none is seen. Of other users' processes root alone sees that.
// /proc/locks hides a lock whose taker has ended, and fdinfo shows it.
pid_t KeeperOf(const struct stat& file) {
  namespace fs = std::filesystem;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator("/proc", error)) {
    pid_t process = 0;
    if (!absl::SimpleAtoi(entry.path().filename().string(), &process) ||
        process == getpid()) {
      continue;
    }
    for (const fs::directory_entry& link :
         fs::directory_iterator(entry.path() / "fd", error)) {
      struct stat there;
      if (stat(link.path().c_str(), &there) == 0 &&
          there.st_dev == file.st_dev && there.st_ino == file.st_ino &&
          absl::StrContains(
              ReadIfThere(entry.path() / "fdinfo" / link.path().filename()),
              "FLOCK")) {
        return process;
      }
    }
  }
  return 0;
}

// The path that an argument is, or that --option=path has, becomes "...".
std::string WithoutPath(absl::string_view argument) {
  const size_t value =
      absl::StartsWith(argument, "-") ? argument.find('=') + 1 : 0;
  const absl::string_view text = argument.substr(value);
  const bool path = absl::StartsWith(text, "/") ||
                    absl::StartsWith(text, "~") || absl::StartsWith(text, ".");
  return path ? absl::StrCat(argument.substr(0, value), "...")
              : std::string(argument);
}

}  // namespace

absl::optional<pid_t> HolderOf(absl::string_view locks, dev_t device,
                               ino_t inode) {
  const std::string file =
      absl::StrFormat("%02x:%02x:%u", major(device), minor(device), inode);
  for (const absl::string_view line : absl::StrSplit(locks, '\n')) {
    // 1: FLOCK  ADVISORY  WRITE 4711 00:1a:5 0 EOF; "1: ->" waits for it.
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, ' ', absl::SkipWhitespace());
    pid_t process = 0;
    if (words.size() > 5 && words[1] == "FLOCK" && words[5] == file &&
        absl::SimpleAtoi(words[4], &process)) {
      return process > 0 ? process : 0;
    }
  }
  return absl::nullopt;
}

std::string UserName(uid_t user) {
  struct passwd entry, *found = nullptr;
  char buffer[4096];
  if (getpwuid_r(user, &entry, buffer, sizeof(buffer), &found) == 0 &&
      found != nullptr) {
    return found->pw_name;
  }
  return absl::StrCat("user ", user);
}

std::string LockHolder(int fd) {
  struct stat file;
  if (fstat(fd, &file) != 0) return "";
  absl::optional<pid_t> process =
      HolderOf(ReadIfThere("/proc/locks"), file.st_dev, file.st_ino);
  if (process.value_or(0) == 0) {
    const pid_t keeper = KeeperOf(file);
    if (keeper == 0) {
      return process.has_value() ? "a process of another container" : "";
    }
    process = keeper;
  }
  std::string text = absl::StrCat("pid ", *process);
  struct stat owner;
  if (stat(absl::StrCat("/proc/", *process).c_str(), &owner) == 0) {
    absl::StrAppend(&text, " of ", UserName(owner.st_uid));
  }
  const std::string command =
      CommandText(ReadIfThere(absl::StrCat("/proc/", *process, "/cmdline")));
  if (!command.empty()) absl::StrAppend(&text, ", `", command, "`");
  const int64_t start = StartOf(*process);
  if (start > 0) {
    absl::StrAppend(&text, ", for ", AgeText(time(nullptr) - start));
  }
  return text;
}

std::string CommandText(absl::string_view cmdline) {
  std::vector<std::string> arguments = absl::StrSplit(
      absl::StripSuffix(cmdline, absl::string_view("\0", 1)), '\0');
  arguments[0].erase(0, arguments[0].rfind('/') + 1);
  for (size_t i = 1; i < arguments.size(); ++i) {
    arguments[i] = WithoutPath(arguments[i]);
  }
  const std::string text = CleanLine(absl::StrJoin(arguments, " "));
  if (text.size() <= kLongestCommand) return text;
  return CleanLine(text.substr(0, kLongestCommand)) + "...";
}

std::string AgeText(int64_t seconds) {
  if (seconds < 60) return absl::StrCat(std::max<int64_t>(seconds, 0), " s");
  if (seconds < 3600) return absl::StrCat(seconds / 60, " min");
  return absl::StrCat(seconds / 3600, " h ", seconds % 3600 / 60, " min");
}

}  // namespace wgsync
