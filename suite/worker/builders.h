// Workers beside a GPU's own that only compile: what they build goes into the
// driver's cache in the run's scratch folder, where the worker that runs the
// cases finds it. Nothing of theirs is judged: a program that they fail to
// build, or die of, is built again by the worker itself.

#ifndef WGSYNC_SUITE_WORKER_BUILDERS_H_
#define WGSYNC_SUITE_WORKER_BUILDERS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/worker/timeouts.h"
#include "suite/worker/worker_process.h"

namespace wgsync {

class Builders {
 public:
  Builders(std::string scratch, const Limits& limits)
      : scratch_(std::move(scratch)), limits_(limits) {}

  // As many as leave cores for the rest; 0 where there are too few.
  static int Sensible();

  // A `build` command, made when it is given: with its source it is some ten
  // thousand bytes.
  using MakeCommand = std::function<nlohmann::json(size_t)>;

  // Starts `count` of them on the device of this index, to run commands 0 to
  // `commands` - 1 in their order, each in one of them. Returns at once.
  void Start(int count, const std::string& device_index, size_t commands,
             MakeCommand make);
  // Hears what they have built and gives them more. Returns at once; to be
  // called now and then. They end with the last command.
  void Feed();
  bool active() const { return !builders_.empty(); }

 private:
  struct Builder {
    std::unique_ptr<WorkerProcess> process;
    bool open = false;
    int given = 0;  // and not built yet
  };
  // False where it is gone, or does not open the device.
  bool Hear(Builder* b);
  bool Give(Builder* b);

  std::string scratch_;
  Limits limits_;
  std::vector<Builder> builders_;
  size_t commands_ = 0;
  MakeCommand make_;
  size_t next_ = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_BUILDERS_H_
