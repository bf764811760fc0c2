#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();  // not this job's
  launch();

  const cudaError_t refusal = cudaGetLastError();
  if (refusal != cudaSuccess) return {outcome::refused, refusal};

  const cudaError_t fault = cudaDeviceSynchronize();
  if (fault != cudaSuccess) return {outcome::faulted, fault};

  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  int i = 0;
  for (; i < count; ++i) {
    reports[i] = try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) break;
  }
  for (++i; i < count; ++i) reports[i] = report{};
}
