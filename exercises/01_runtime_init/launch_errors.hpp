// What the answer to 01_runtime_init/launch_errors defines.
#pragma once

#include <cuda_runtime.h>

// What became of a job.
enum class outcome {
  not_tried,
  ran,      // to its end
  refused,  // a launch was rejected; nothing else has changed, and the process can carry on
  faulted,  // the device is lost: a kernel failed while it ran
};

struct report {
  outcome what = outcome::not_tried;
  cudaError_t code = cudaSuccess;  // why it was refused, or how the device was lost
};

// Launches a kernel, or more than one, and neither waits nor checks for errors.
using job = void (*)();

// Does the job, waits for its kernels, and says what became of it.
//
//   ran      every launch was accepted, and all kernels came to their end.
//   refused  a launch of the job was refused, and the device works as before.
//   faulted  the device is lost, by this job or an earlier one, whatever its launches said. `code`
//            is the error that every call returns from then on.
//
// After a job that ran or was refused the runtime remembers no error: cudaPeekAtLastError() is
// cudaSuccess. An error from before the job is not blamed on the job, and is forgotten. Memory that
// others have on the device stays as it is.
report try_job(job launch);

// Tries jobs[0] to jobs[count - 1] in this order, each once, and writes all reports[0] to
// reports[count - 1]. Once the device is lost no other job is called: its report is
// {outcome::not_tried, cudaSuccess}.
void try_jobs(const job* jobs, report* reports, int count);
