// Work on a range of kernels by several processes, so that one that ends badly loses one kernel.
#pragma once

#include <cstdint>
#include <functional>

namespace differential {

// A process at a time is forked for each of `processes` parts of [first, first + count). It calls
// `work` with a seed and a number of kernels, at most `together`, again and again. When it throws,
// is killed, or takes a minute, a new process takes over: kernel by kernel where several failed,
// behind the kernel where one did. Returns the number of kernels that were lost; says which.
std::uint64_t run_in_processes(std::uint64_t first, std::uint64_t count, unsigned processes,
                               unsigned together,
                               const std::function<void(std::uint64_t, unsigned)>& work);

}  // namespace differential
