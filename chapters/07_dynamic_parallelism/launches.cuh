// Launches by kernels, and how many of them may wait. A launch that finds no room on the device is
// dropped, and the host gets no error: a kernel that launches must check for it there.
#pragma once

#include <lockstep/lockstep.hpp>

#include <cstddef>
#include <cstdint>

// What became of launches by kernels of this program, since the host last asked.
struct launch_losses {
  unsigned count;     // launches that failed
  cudaError_t error;  // of one of them
};
__device__ launch_losses losses;

// Call it after every launch in a kernel, in the thread that launched. Whether it was lost.
__device__ inline bool launch_was_lost() {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return false;
  atomicAdd(&losses.count, 1);
  atomicExch(reinterpret_cast<int*>(&losses.error), error);
  return true;
}

namespace lockstep {

// Reads the losses and forgets them; waits for the kernels before it.
inline launch_losses take_losses() {
  launch_losses taken{};
  const launch_losses none{};
  CUDA_CHECK(cudaMemcpyFromSymbol(&taken, losses, sizeof taken));
  CUDA_CHECK(cudaMemcpyToSymbol(losses, &none, sizeof none));
  return taken;
}

// What an H200 gives who asks for more; a request beyond it is cut without an error.
constexpr std::uint64_t most_pending_launches = 599'186;
constexpr std::uint64_t default_pending_launches = 2048;

// The limit of pending launches, for as long as the object lives.
class pending_launches {
 public:
  explicit pending_launches(std::uint64_t limit) {
    CUDA_CHECK(cudaDeviceGetLimit(&before_, cudaLimitDevRuntimePendingLaunchCount));
    if (limit == before_) return;
    CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
    size_t got = 0;
    CUDA_CHECK(cudaDeviceGetLimit(&got, cudaLimitDevRuntimePendingLaunchCount));
    if (got >= limit) return;
    restore();
    throw std::runtime_error("the device keeps at most " + std::to_string(got) +
                             " pending launches, and " + std::to_string(limit) + " are needed");
  }
  pending_launches(const pending_launches&) = delete;
  pending_launches& operator=(const pending_launches&) = delete;
  ~pending_launches() { restore(); }

 private:
  void restore() { (void)cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, before_); }
  size_t before_ = 0;
};

}  // namespace lockstep
