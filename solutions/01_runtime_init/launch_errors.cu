// Solution of 01_runtime_init/launch_errors
//
// Which kind an error is cannot be read off its number: 720 is a cooperative launch that was too
// large, and harmless; 719 is a lost device. What tells them apart is what happens next. A refusal
// is remembered until somebody fetches it, and then gone. A fault is there whenever the host waits
// for the device, fetched or not. So fetch first, then wait; if the wait fails, the device is lost,
// whatever the launch had said.
#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
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
