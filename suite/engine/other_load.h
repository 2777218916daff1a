// How many cores other processes take while a case runs.
//
// A race shows on a CPU device only where the threads of its groups run side by
// side. On a busy machine they take turns, and a case stays unproven for a
// reason that is neither the driver's nor the kernel's.

#ifndef WGSYNC_SUITE_ENGINE_OTHER_LOAD_H_
#define WGSYNC_SUITE_ENGINE_OTHER_LOAD_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

namespace wgsync {

// Counts from its construction on. Reads /proc, for the whole machine also
// inside of a container.
class OtherLoad {
 public:
  OtherLoad();

  // On average; 0 where /proc does not say, or within the first tenth of a
  // second.
  double Cores() const;

  // Processor time of this process and of its children, living or ended, since
  // the construction; in seconds.
  double OwnSeconds() const;

 private:
  double begun_;
  double busy_;
  double own_;
};

// True where others took so much of the machine that threads of a case may have
// waited for a core: a tenth of it.
bool IsCrowded(double other_cores);

// For a run that begins while others take more than half a core; "" if they
// take less.
std::string BusyNote(double other_cores);

// The cores' busy time, in seconds, by the text of /proc/stat: all but idle and
// waiting for a disk.
absl::optional<double> BusySeconds(absl::string_view stat);

// The processor time of a process and of the children that it has waited for,
// in seconds, by the text of its /proc/PID/stat.
absl::optional<double> ProcessSeconds(absl::string_view stat);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_OTHER_LOAD_H_
