// Workers that only compile: what they build goes into the driver's cache in
// the run's scratch folder, where the worker that runs the cases finds it.
// Nothing of theirs is judged: a program that they fail to build, or die of, is
// built again by the worker itself.
//
// For a GPU they build while cases run. A CPU's cores are the cases': there
// they build in lots, and no case runs meanwhile.

#ifndef WGSYNC_SUITE_WORKER_COMPILERS_H_
#define WGSYNC_SUITE_WORKER_COMPILERS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/worker/timeouts.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

class Compilers {
 public:
  Compilers(std::string scratch, const Timeouts& timeouts)
      : scratch_(std::move(scratch)), timeouts_(timeouts) {}

  // As many as leave cores for the rest; 0 where there are too few.
  static int BesideCases();
  // One for each core; 0 on a machine with one core.
  static int BetweenCases();

  // A command, made when it is given: with its source it is some ten thousand
  // bytes. `build`; or `launch`, for drivers that compile a kernel when it is
  // launched first: its buffers are filled in `live`, the worker's own memory.
  using MakeCommand = std::function<nlohmann::json(size_t, uint8_t* live)>;

  // Starts `count` of them on the device of this index, to run commands 0 to
  // `commands` - 1 in their order, each in one of them. Each is given up to
  // `queue` at a time; 1 for launches, which share its memory. Returns at once.
  void Start(int count, const std::string& device_index, size_t commands,
             int queue, MakeCommand make);
  // Hears what they have built and gives them more. Returns at once; to be
  // called now and then. They end with the last command.
  void Feed();
  // Gives the first two commands to two of them, one after the other, and says
  // whether the other one hardly had to build: the driver keeps what it has
  // compiled where another process finds it. The second command counts, since
  // the first one sets up the compiler. False where that cannot be told, too.
  bool ShareWhatTheyBuild();
  // Gives them the commands before `end` and no more, and waits for those. If
  // no answer comes for as long as a build may take, all of them end.
  void FinishUntil(size_t end);
  void End() { builders_.clear(); }
  bool active() const { return !builders_.empty(); }

 private:
  struct Builder {
    std::unique_ptr<WorkerProcess> process;
    bool open = false;
    int given = 0;  // and not built yet
  };
  // False where it is gone, or does not open the device. Waits up to `seconds`
  // for its first event.
  bool Hear(Builder* b, double seconds);
  bool Give(Builder* b, size_t end);
  void Feed(size_t end, double seconds);
  bool AnyAtWork() const;
  // Waits for its next event of one of these names; false where none comes.
  bool Await(Builder* b, std::initializer_list<const char*> names);
  // Gives it the first two commands; the seconds that the second one takes. 0:
  // it does not answer.
  double TimeSecond(Builder* b);

  std::string scratch_;
  Timeouts timeouts_;
  std::vector<Builder> builders_;
  size_t commands_ = 0;
  MakeCommand make_;
  int queue_ = 1;
  size_t next_ = 0;
  uint64_t heard_ = 0;  // events, of all of them
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_COMPILERS_H_
