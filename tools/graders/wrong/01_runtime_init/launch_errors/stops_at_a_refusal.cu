// fails: results: stops_at_a_refusal.cu:17: device-not-lost
// Gives up after any error, though a refusal hinders nobody.
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
  bool failed = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = failed ? report{} : try_job(jobs[i]);
    if (reports[i].what != outcome::ran) failed = true;
  }
}
