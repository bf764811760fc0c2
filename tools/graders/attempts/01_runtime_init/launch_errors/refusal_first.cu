// Exercise 01_runtime_init/launch_errors: which errors can the process survive?
//
// A job launches kernels, and this code tries one job after the other. Some cannot be launched, as
// their blocks are too large; some have kernels that store to a null pointer. The process survives
// the first kind of error and does not survive the second, but as it is now the code looks once,
// too early, and takes every error for the same.
//
// Make it tell the kinds apart: refused, or faulted. A refused job must leave nothing behind, and
// after a fault no further job may be called. And if something else has failed before a job, the
// job must not be blamed for it.
//
// What is checked: outcome and code, for jobs that run, launches of various kinds that are refused,
// various faults, and jobs of more than one launch; that the runtime remembers no error afterwards;
// that memory stays, so no reset; each in a process of its own, as some lose the device. Test for
// *not cudaSuccess*, not for numbers.
//
// Outcomes and functions are described beside this file, in launch_errors.hpp.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  cudaGetLastError();
  launch();
  const cudaError_t refusal = cudaGetLastError();
  const cudaError_t fault = cudaDeviceSynchronize();
  if (refusal != cudaSuccess) return {outcome::refused, refusal};
  if (fault != cudaSuccess) return {outcome::faulted, fault};
  return {outcome::ran, cudaSuccess};
}

void try_jobs(const job* jobs, report* reports, int count) {
  bool lost = false;
  for (int i = 0; i < count; ++i) {
    reports[i] = lost ? report{} : try_job(jobs[i]);
    if (reports[i].what == outcome::faulted) lost = true;
  }
}
