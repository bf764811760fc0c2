// fails: results: never_waits.cu:7: fault-unseen
// Asks behind the launch, when the kernel has hardly begun.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaGetLastError();
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
