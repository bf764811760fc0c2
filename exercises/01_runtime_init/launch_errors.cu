// 01_runtime_init/launch_errors: which errors can the process survive?
// Task       Make try_job() tell refused jobs from those that faulted, and let try_jobs() call no
//            job after a fault. A job is not to blame for an earlier error, and a refused one
//            leaves none behind.
// Given      A job launches kernels. Some launches are refused, because their blocks are too large;
//            some kernels store to a null pointer. The process survives only the first kind. The
//            code looks once, too early, and takes every error for a refusal.
// Done when  outcome and code are right for jobs that run, that are refused and that fault, also
//            for jobs of several launches; the runtime remembers no error afterwards; memory stays,
//            so there is no reset. Compare with cudaSuccess, not with other numbers.
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
