#include "01_runtime_init/launch_errors.hpp"

report try_job(job launch) {
  (void)cudaGetLastError();
  launch();

  // Ask in the opposite order: first "is the device still there?", then "what did the launches
  // say?". A refusal is still remembered behind a wait that succeeds.
  const cudaError_t fault = cudaDeviceSynchronize();
  const cudaError_t last = cudaGetLastError();

  return fault != cudaSuccess  ? report{outcome::faulted, fault}
         : last != cudaSuccess ? report{outcome::refused, last}
                               : report{outcome::ran, cudaSuccess};
}

// Recursion in place of a loop: either the rest is tried, or the rest is filled in.
static void give_up(report* reports, int count) {
  if (count <= 0) return;
  *reports = report{};
  give_up(reports + 1, count - 1);
}

void try_jobs(const job* jobs, report* reports, int count) {
  if (count <= 0) return;
  *reports = try_job(*jobs);
  if (reports->what == outcome::faulted)
    give_up(reports + 1, count - 1);
  else
    try_jobs(jobs + 1, reports + 1, count - 1);
}
