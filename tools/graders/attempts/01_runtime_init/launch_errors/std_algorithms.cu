#include <algorithm>

#include "01_runtime_init/launch_errors.hpp"

namespace {

bool failed(cudaError_t code) { return code != cudaSuccess; }

}  // namespace

report try_job(job launch) {
  report answer{outcome::ran, cudaSuccess};
  static_cast<void>(cudaGetLastError());
  launch();
  if (const auto refusal = cudaGetLastError(); failed(refusal)) answer = {outcome::refused, refusal};
  if (const auto fault = cudaDeviceSynchronize(); failed(fault)) answer = {outcome::faulted, fault};
  return answer;
}

void try_jobs(const job* jobs, report* reports, int count) {
  std::fill(reports, reports + count, report{});
  std::find_if(jobs, jobs + count, [&](const job& j) {
    report& mine = reports[&j - jobs];
    mine = try_job(j);
    return mine.what == outcome::faulted;
  });
}
