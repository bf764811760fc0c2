#include <lockstep/check.hpp>

#include "07_dynamic_parallelism/pending_launches.hpp"

namespace {

// While it lives there is room for so many pending launches, at least.
class room {
 public:
  explicit room(size_t launches) {
    CUDA_CHECK(cudaDeviceGetLimit(&before_, cudaLimitDevRuntimePendingLaunchCount));
    if (launches > before_) {
      CUDA_CHECK(cudaDeviceSynchronize());
      CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, launches));
      changed_ = true;
    }
  }
  ~room() {
    if (changed_) (void)cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, before_);
  }
  room(const room&) = delete;
  room& operator=(const room&) = delete;

 private:
  size_t before_ = 0;
  bool changed_ = false;
};

__global__ void change_row(int* row, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    row[i] = 3 * row[i] + 1;
}

__global__ void launch_rows(int* data, const unsigned* first, unsigned rows) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const unsigned begin = first[r], end = first[r + 1];
  if (begin < end) change_row<<<(end - begin + 127) / 128, 128>>>(data + begin, end - begin);
}

}  // namespace

void change_rows(int* data, const unsigned* first, unsigned rows) {
  const room enough(rows + 1);
  launch_rows<<<(rows + 63) / 64, 64>>>(data, first, rows);
  CUDA_CHECK_LAUNCH();  // waits for the rows, too
}
