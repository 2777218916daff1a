#include "suite/worker/lock_holder.h"

#include <pwd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

namespace wgsync {
namespace {

constexpr size_t kLongestCommand = 120;

std::string ReadProc(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Its arguments with blanks between, and nothing that a terminal obeys.
std::string CommandOf(pid_t process) {
  std::string text = ReadProc(absl::StrCat("/proc/", process, "/cmdline"));
  for (char& c : text) {
    if (!absl::ascii_isprint(c)) c = ' ';
  }
  absl::StripAsciiWhitespace(&text);
  const size_t folder = text.substr(0, text.find(' ')).rfind('/');
  if (folder != std::string::npos) text.erase(0, folder + 1);
  if (text.size() > kLongestCommand) {
    text = absl::StrCat(text.substr(0, kLongestCommand), "...");
  }
  return text;
}

// Seconds since 1970 of its start; 0: not known.
int64_t StartOf(pid_t process) {
  int64_t boot = 0;
  for (const absl::string_view line :
       absl::StrSplit(ReadProc("/proc/stat"), '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    if (words[0] == "btime" && words.size() > 1 &&
        !absl::SimpleAtoi(words[1], &boot)) {
      return 0;
    }
  }
  const std::string stat = ReadProc(absl::StrCat("/proc/", process, "/stat"));
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

std::string UtcText(int64_t seconds) {
  const time_t at = seconds;
  struct tm utc;
  gmtime_r(&at, &utc);
  char text[32];
  strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &utc);
  return text;
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
  const absl::optional<pid_t> process =
      HolderOf(ReadProc("/proc/locks"), file.st_dev, file.st_ino);
  if (!process.has_value()) return "";
  if (*process == 0) return "a process of another container";
  std::string text = absl::StrCat("process ", *process);
  struct stat owner;
  if (stat(absl::StrCat("/proc/", *process).c_str(), &owner) == 0) {
    absl::StrAppend(&text, " of ", UserName(owner.st_uid));
  }
  const int64_t start = StartOf(*process);
  if (start > 0) absl::StrAppend(&text, ", since ", UtcText(start));
  const std::string command = CommandOf(*process);
  if (!command.empty()) absl::StrAppend(&text, ": ", command);
  return text;
}

}  // namespace wgsync
