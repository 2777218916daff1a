// The smallest number at which something happens that happens at every larger
// one too, found with few trials in which it happens: each may cost a worker.
// Pure.

#ifndef WGSYNC_SUITE_RESIDENCY_THRESHOLD_H_
#define WGSYNC_SUITE_RESIDENCY_THRESHOLD_H_

#include <cstdint>

namespace wgsync {

class ThresholdSearch {
 public:
  // It does not happen at `below`, nobody asks beyond `most`, and `expected` is
  // where it should begin: that and the number before it are tried first.
  ThresholdSearch(uint64_t below, uint64_t expected, uint64_t most)
      : below_(below), expected_(expected), most_(most) {}

  bool done() const { return at_ == below_ + 1 || below_ >= most_; }
  // The number to try next; not when done.
  uint64_t next() const;
  // Whether it happens at next().
  void Tell(bool happens);

  // The largest number seen at which it does not happen.
  uint64_t below() const { return below_; }
  // When done: the smallest at which it happens; 0 where it does not up to
  // `most`.
  uint64_t found() const { return at_; }

 private:
  uint64_t below_;
  uint64_t expected_;
  uint64_t most_;
  uint64_t at_ = 0;    // happens here; 0: not seen yet
  uint64_t step_ = 1;  // upwards, beyond what was expected
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_RESIDENCY_THRESHOLD_H_
