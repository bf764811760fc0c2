// fails: results: refusal_first.cu:9: lost-taken-for-refused
// Returns at once if the launch failed, and does not see that it failed as the device was lost.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaGetLastError();
  if (refusal != cudaSuccess) return {outcome::refused, refusal};
  const cudaError_t fault = cudaDeviceSynchronize();
  if (fault != cudaSuccess) return {outcome::faulted, fault};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
