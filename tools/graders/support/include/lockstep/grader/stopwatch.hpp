// How long the answer takes on a GPU: shown beside the verdict, never part of it.
#pragma once

#include <functional>
#include <string>

namespace lockstep::grader {

// Other code that does what the answer does.
struct rival {
  std::string name;
  std::function<void()> work;
};

class stopwatch {
 public:
  // Device time of `work`: the median of several runs, after one to warm up. Before each,
  // `prepare` restores what `work` changes, and the L2 cache is flushed. `bytes` is what has to
  // move between memory and SMs at least, once each; 0 if memory is not the limit. A rival is timed
  // in the same way, and the two are compared. A kernel is launched by `enqueue`: `launch` waits
  // for it, and the time that the host takes to go on would count.
  void time(double bytes, const std::function<void()>& work,
            const std::function<void()>& prepare = {}, const rival& other = {});
};

// A case of the suite `time`: `body` makes large inputs, which take `bytes` bytes, and times the
// answer. It is not run where no GPU answers; its case is undecided then. But with
// LOCKSTEP_MODEL_TIMES the emulator runs it, unless that is too much, and its model says how long a
// GPU would take: then the answer's launches are not run as a whole.
void time_on_gpu(const std::function<void(stopwatch&)>& body, double input_bytes = 0);

}  // namespace lockstep::grader
