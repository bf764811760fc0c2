#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  cudaGetLastError();  // whatever was before is not ours

  launch();

  cudaError_t err = cudaGetLastError();  // fetches and forgets
  if (err != cudaSuccess) return {outcome::refused, err};

  err = cudaDeviceSynchronize();
  if (err != cudaSuccess) return {outcome::faulted, err};

  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    if (lost) {
      reports[i] = {outcome::not_tried, cudaSuccess};
      continue;
    }
    reports[i] = try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
