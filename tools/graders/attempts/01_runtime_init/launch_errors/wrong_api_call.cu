#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();  // whatever happened before is not the job's fault
  launch();
  const cudaError_t at_launch = cudaPeekAtLastError();
  const cudaError_t at_end = cudaDeviceSynchronize();

  report answer;
  if (at_end != cudaSuccess) {
    answer.what = outcome::faulted;
    answer.code = at_end;
  } else if (at_launch != cudaSuccess) {
    answer.what = outcome::refused;
    answer.code = at_launch;
  } else {
    answer.what = outcome::ran;
  }
  return answer;
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool alive = true;
  for (int i = 0; i < count; ++i) {
    reports[i] = alive ? try_job(jobs[i]) : report{};
    alive = alive && reports[i].what != outcome::faulted;
  }
}
