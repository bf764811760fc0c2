// fails: results: refusal-unseen
// Waits, and takes a refused launch for a good one: nothing was in the queue.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t fault = cudaDeviceSynchronize();
  (void)cudaGetLastError();
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
