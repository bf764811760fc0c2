// What the answer to 01_runtime_init/event_timing defines.
#pragma once

#include <cuda_runtime.h>

// The median of `count` times, which come in any order: half of them are not above it, and half are
// not below. If `count` is even it is the mean of the two in the middle. `count` is at least 1, and
// `times` stays as it is.
float median(const float* times, int count);

// Puts one kernel into `stream`, and does not wait for it.
using work = void (*)(cudaStream_t stream);

// How long the device takes for the kernel, in milliseconds: the median of `repeats` runs, each
// timed by itself with two events. Before them it runs at least once without being timed.
//
// `stream` may be any stream; kernels in it do not wait for the default stream. `repeats` is at
// least 1. Events that were made are destroyed.
float median_milliseconds(work launch, cudaStream_t stream, int repeats);
