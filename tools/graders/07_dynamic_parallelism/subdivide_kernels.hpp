// What the grader of 07_dynamic_parallelism/subdivide compares the answer with.
#pragma once

#include <cuda_runtime.h>

#include "../../../chapters/07_dynamic_parallelism/mandelbrot/dwell.hpp"

// A point each thread, a warp 8 by 4 of them. Launched with 256 threads for each 16 by 16 points.
__global__ void point_by_point(mandelbrot::view v, unsigned* image);
