// Reads the results of a launch, and notices a read that did not happen.

#ifndef WGSYNC_SUITE_WORKER_RESULT_READER_H_
#define WGSYNC_SUITE_WORKER_RESULT_READER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"

namespace wgsync {

// Of a buffer of more than two of these, the first and the last one are read a
// second time, and all is searched for bytes that the read left as they were. A
// smaller one is read twice.
inline constexpr size_t kReadAgain = size_t{1} << 20;

// What a target holds before the first read; another byte before the second.
inline constexpr uint8_t kPoison = 0x5E;

// Whether 64 bytes in a row, on a multiple of 64, are poison. No result is so.
bool HasPoison(const uint8_t* at, size_t bytes);

class ResultReader {
 public:
  // Copies so many bytes of the buffer, `at` bytes in, to the target; or leaves
  // them where they are, in the memory of the host, and says so.
  using Download = std::function<absl::Status(uint8_t* target, size_t bytes,
                                              size_t at, bool* in_place)>;

  // Brings the buffer's bytes to `live`, which is the buffer's own memory where
  // that is `shared` with the host. *copied: a copy came to the host, and came
  // only now. kDataLoss: two reads differ, or one did not write all of its
  // target.
  absl::Status Read(const Download& download, uint8_t* live, size_t bytes,
                    bool shared, bool* copied);

 private:
  absl::Status ReadAgain(const Download& download, const uint8_t* live,
                         const uint8_t* first, size_t at, size_t bytes);

  // Kept from launch to launch: fresh pages cost more than the copy.
  std::vector<uint8_t> reads_[2];
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_RESULT_READER_H_
