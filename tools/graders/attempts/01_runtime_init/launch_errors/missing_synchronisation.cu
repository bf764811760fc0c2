// 01_runtime_init/launch_errors: which errors can the process survive?
// Task       Let try_job() tell jobs that were refused from jobs that faulted, and let try_jobs()
//            call no further job after a fault. Do not blame a job for an earlier error; leave no
//            error of a refused job behind.
// Given      A job launches kernels. Some launches are refused, because their blocks are too large;
//            some kernels store to a null pointer. The process survives only a refusal. The starter
//            code checks only once, before the kernels have run, and takes every error for one.
// Done when  outcome and code are right for jobs that run, are refused or fault, also for jobs with
//            several launches; the runtime remembers no error afterwards; other memory on the
//            device stays, so do not reset it. Compare codes with cudaSuccess only.
// Interface  report try_job(job launch);   // outcomes: launch_errors.hpp
//            void try_jobs(const job* jobs, report* reports, int count);
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  cudaGetLastError();
  launch();

  const cudaError_t at_launch = cudaGetLastError();
  if (at_launch != cudaSuccess) return {outcome::refused, at_launch};

  const cudaError_t at_end = cudaDeviceSynchronize();
  if (at_end == cudaSuccess) return {outcome::ran, cudaSuccess};
  return {outcome::faulted, at_end};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    if (lost) {
      reports[i] = {outcome::not_tried, cudaSuccess};
    } else {
      reports[i] = try_job(jobs[i]);
      lost = reports[i].what == outcome::faulted;
    }
  }
}
