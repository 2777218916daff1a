#include "suite/worker/result_reader.h"

#include <string.h>

#include <atomic>

#include "suite/core/base/parallel.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr uint8_t kOtherPoison = 0xE5;
constexpr size_t kPoisonLine = 64;
// So many bytes are set or searched by a separate thread.
constexpr size_t kLeastBytes = size_t{4} << 20;

void SetBytes(uint8_t* at, uint8_t value, size_t bytes) {
  ForParts(bytes, kLeastBytes, [&](size_t, size_t begin, size_t end) {
    memset(at + begin, value, end - begin);
  });
}

// Memory of at least so many bytes.
uint8_t* Room(std::vector<uint8_t>* memory, size_t bytes) {
  if (memory->size() < bytes) memory->resize(bytes);
  return memory->data();
}

}  // namespace

bool HasPoison(const uint8_t* at, size_t bytes) {
  uint8_t poison[kPoisonLine];
  memset(poison, kPoison, sizeof(poison));
  std::atomic<bool> found{false};
  ForParts(bytes / kPoisonLine, kLeastBytes / kPoisonLine,
           [&](size_t, size_t begin, size_t end) {
             for (size_t i = begin; i < end; ++i) {
               const uint8_t* line = at + i * kPoisonLine;
               if (memcmp(line, poison, kPoisonLine) == 0) found = true;
             }
           });
  return found;
}

absl::Status ResultReader::Read(const Download& download, uint8_t* live,
                                size_t bytes, bool shared, bool* copied) {
  // Where the results are in the host's memory already, poison would lose them.
  uint8_t* const first = shared ? Room(&reads_[0], bytes) : live;
  SetBytes(first, kPoison, bytes);
  bool in_place = false;
  absl::Status s = download(first, bytes, 0, &in_place);
  *copied = s.ok() && !in_place;
  if (!*copied) return s;
  if (bytes <= 2 * kReadAgain) {
    s = ReadAgain(download, live, first, 0, bytes);
  } else if (HasPoison(first, bytes)) {
    s = absl::DataLossError("a read left a part of its target as it was");
  } else {
    s = ReadAgain(download, live, first, 0, kReadAgain);
    if (s.ok()) {
      s = ReadAgain(download, live, first, bytes - kReadAgain, kReadAgain);
    }
  }
  if (s.ok() && shared) memcpy(live, first, bytes);
  return s;
}

absl::Status ResultReader::ReadAgain(const Download& download,
                                     const uint8_t* live, const uint8_t* first,
                                     size_t at, size_t bytes) {
  uint8_t* const again = Room(&reads_[1], bytes);
  memset(again, kOtherPoison, bytes);
  bool in_place = false;
  RETURN_IF_ERROR(download(again, bytes, at, &in_place));
  if (in_place) memcpy(again, live + at, bytes);
  return memcmp(first + at, again, bytes) == 0
             ? absl::OkStatus()
             : absl::DataLossError("two reads of one buffer differ");
}

}  // namespace wgsync
