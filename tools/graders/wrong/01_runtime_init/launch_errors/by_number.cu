// fails: results: a cooperative grid that is too large: expected-got(refused
// Goes by the number: errors from 700 on are taken for faults.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  cudaError_t code = cudaGetLastError();
  const cudaError_t waited = cudaDeviceSynchronize();
  if (waited != cudaSuccess) code = waited;
  if (code >= cudaErrorIllegalAddress) return {outcome::faulted, code};
  if (code != cudaSuccess) return {outcome::refused, code};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
