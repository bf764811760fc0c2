// fails: results: only_peeks.cu:8: runtime-remembers(a block of
// Looks at the refusal and leaves it to be found by somebody else.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaPeekAtLastError();
  const cudaError_t fault = cudaDeviceSynchronize();
  if (fault != cudaSuccess) return {outcome::faulted, fault};
  if (refusal != cudaSuccess) return {outcome::refused, refusal};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
