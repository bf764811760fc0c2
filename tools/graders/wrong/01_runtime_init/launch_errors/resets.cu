// fails: results: memory-lost(cudaErrorInvalidValue
// Resets the device after a refusal, which nobody needs, and takes everything with it.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaGetLastError();
  const cudaError_t fault = cudaDeviceSynchronize();
  if (fault != cudaSuccess) return {outcome::faulted, fault};
  if (refusal == cudaSuccess) return {outcome::ran, cudaSuccess};
  (void)cudaDeviceReset();
  return {outcome::refused, refusal};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
