// fails: results: blames_the_job.cu:6: earlier-error-taken(a correct kernel: expected
// Takes an error that was remembered before the job for one of the job.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  launch();
  const cudaError_t refusal = cudaGetLastError();
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
