// fails: results: goes_on.cu:16: tried-on-lost-device
// Tries the other jobs on a device that is lost.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaGetLastError();
  const cudaError_t fault = cudaDeviceSynchronize();
  if (fault != cudaSuccess) return {outcome::faulted, fault};
  if (refusal != cudaSuccess) return {outcome::refused, refusal};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  for (int i = 0; i < count; ++i) {
    reports[i] = try_job(jobs[i]);
  }
}
