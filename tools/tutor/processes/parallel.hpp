// Work in several processes at once. Processes and not threads: each runs programs whose
// descendants it ends, and would end those of the others.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace lockstep::tutor {

// Calls work(i) for each i below `count`, each in one of `jobs` processes, and on_result(i, text)
// here with what it returned, in the order in which they end. A process that dies, or throws, gives
// no result for its i, and that is a failure; but if a signal has ended it, and there is an
// `on_death`, that gets its i, and another process goes on. jobs = 0: one for each core. Throws
// interrupted on Ctrl-C, after the processes have ended and what they had done has been passed on.
void in_processes(std::size_t count, unsigned jobs,
                  const std::function<std::string(std::size_t)>& work,
                  const std::function<void(std::size_t, const std::string&)>& on_result,
                  const std::function<void(std::size_t, int signal)>& on_death = {});

unsigned cores();

}  // namespace lockstep::tutor
