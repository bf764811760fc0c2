#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();  // from others
  launch();
  report r;
  r.what = outcome::ran;
  if (const cudaError_t no = cudaGetLastError(); no != cudaSuccess) r = {outcome::refused, no};
  // a fault weighs more than a refusal
  if (const cudaError_t dead = cudaDeviceSynchronize(); dead != cudaSuccess)
    r = {outcome::faulted, dead};
  return r;
}

void try_jobs(const job* jobs, report* reports, int count) {
  int i = 0;
  while (i < count) {
    reports[i] = try_job(jobs[i]);
    if (reports[i++].what == outcome::faulted) break;
  }
  for (; i < count; ++i) reports[i] = report{};
}
