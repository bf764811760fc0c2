// 01_runtime_init/launch_errors
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  report r;

  // old errors are not this job's
  (void)cudaGetLastError();

  launch();

  // Was the launch accepted? (reads and clears)
  r.code = cudaGetLastError();
  if (r.code != cudaSuccess) {
    r.what = outcome::refused;
    return r;
  }

  // It was, so wait and see if it survives.
  r.code = cudaDeviceSynchronize();
  r.what = r.code == cudaSuccess ? outcome::ran : outcome::faulted;
  return r;
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    lost = lost || reports[i].what == outcome::faulted;
  }
}
