#include "suite/worker/scratch_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

constexpr char kScratch[] = "scratch";
constexpr size_t kRandom = 6;  // characters of mkdtemp()

// The temporary folders of this process. One command has one or two; those that
// do not fit stay after a signal.
std::atomic<const char*> temporary_folders[16];

std::string Made(std::string path) {
  absl::StrAppend(&path, ".", std::string(kRandom, 'X'));
  return mkdtemp(path.data()) == nullptr ? "" : path;
}

// Removes a file, a link or a folder, by system calls that a signal handler may
// make. opendir() allocates.
void RemoveTree(int parent, const char* name, int depth) {
  constexpr int kDeepest = 32;
  if (unlinkat(parent, name, 0) == 0) return;
  const int folder =
      depth == kDeepest
          ? -1
          : openat(parent, name,
                   O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder >= 0) {
    alignas(dirent64) char entries[4096];
    for (;;) {
      const auto got =
          syscall(SYS_getdents64, folder, entries, sizeof(entries));
      if (got <= 0) break;
      for (decltype(syscall(0)) at = 0; at < got;) {
        const auto* entry = reinterpret_cast<const dirent64*>(entries + at);
        at += entry->d_reclen;
        const bool own =
            strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (!own) RemoveTree(folder, entry->d_name, depth + 1);
      }
    }
    close(folder);
  }
  unlinkat(parent, name, AT_REMOVEDIR);
}

}  // namespace

ScratchFolder::ScratchFolder(std::string path) : path_(std::move(path)) {}

ScratchFolder::ScratchFolder(std::string path, bool temporary)
    : path_(std::move(path)) {
  if (!temporary || path_.empty()) return;
  for (std::atomic<const char*>& place : temporary_folders) {
    const char* none = nullptr;
    if (place.compare_exchange_strong(none, path_.c_str())) return;
  }
}

ScratchFolder::~ScratchFolder() {
  for (std::atomic<const char*>& place : temporary_folders) {
    const char* own = path_.c_str();
    place.compare_exchange_strong(own, nullptr);
  }
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::string ScratchFolder::TemporaryPlace() {
  const char* tmp = getenv("TEST_TMPDIR");
  if (tmp == nullptr) tmp = getenv("TMPDIR");
  return tmp == nullptr ? "/tmp" : tmp;
}

ScratchFolder ScratchFolder::Temporary() {
  return ScratchFolder(Made(absl::StrCat(TemporaryPlace(), "/wgsync")),
                       /*temporary=*/true);
}

absl::Status ScratchFolder::status() const {
  return path_.empty()
             ? absl::UnavailableError("no temporary folder can be made")
             : absl::OkStatus();
}

std::string ScratchFolder::Within(const std::string& folder) {
  return Made(absl::StrCat(folder, "/", kScratch));
}

void ScratchFolder::RemoveOthers(const std::string& folder,
                                 const std::string& own) {
  std::error_code ignored;
  std::filesystem::directory_iterator at(folder, ignored), end;
  while (!ignored && at != end) {
    const std::filesystem::path path = at->path();
    at.increment(ignored);
    const std::string name = path.filename().string();
    const bool scratch = absl::StartsWith(name, absl::StrCat(kScratch, ".")) &&
                         name.size() == sizeof(kScratch) + kRandom;
    if (!scratch || path == own) continue;
    std::error_code failed;
    std::filesystem::remove_all(path, failed);
  }
}

void ScratchFolder::RemoveTemporary() {
  for (const std::atomic<const char*>& place : temporary_folders) {
    const char* path = place;
    if (path != nullptr) RemoveTree(AT_FDCWD, path, 0);
  }
}

}  // namespace wgsync
