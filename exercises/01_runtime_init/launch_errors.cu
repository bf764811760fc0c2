// 01_runtime_init/launch_errors: which errors can the process survive?
// Task       Let try_job() distinguish jobs that were refused from jobs that faulted, and let
//            try_jobs() call no further job after a fault. Do not blame a job for an earlier error;
//            leave no error of a refused job behind.
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
  // TODO (1 line): forget an error that the runtime remembers from before.
  launch();
  // TODO (5 lines): fetch what the launch reports, then wait for the kernels; decide by both.
  const cudaError_t code = cudaPeekAtLastError();
  if (code != cudaSuccess) return {outcome::refused, code};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  // TODO (3 lines): after a fault, call no other job; report the rest as not tried.
  for (int i = 0; i < count; ++i) {
    reports[i] = try_job(jobs[i]);
  }
}
