// What the answer to 07_dynamic_parallelism/subdivide defines.
#pragma once

#include <cuda_runtime.h>

#include "../../chapters/07_dynamic_parallelism/mandelbrot/dwell.hpp"

// Draws the points of a square: image[y * v.side + x] = the dwell of point (x, y). A block has one
// square. If its border is all of one dwell, so is what is inside. If not, the square is cut into
// parts, which one grid of parts_of(by) blocks draws, unless is_cut(by, side) says no.
//
// The grader launches the first squares, of by.first pixels each, with parent.side = 0 and a grid
// of v.side / by.first by v.side / by.first blocks of by.threads threads, a multiple of 32. All
// sides are powers of two, and no square of one pixel is ever asked for. There may be room for only
// a few pending launches.
//
// view, square, division, dwell, border_length, border_pixel, parts_of, is_cut and part are those
// of chapters/07_dynamic_parallelism/mandelbrot/dwell.hpp.
__global__ void subdivide(mandelbrot::view v, mandelbrot::division by, mandelbrot::square parent,
                          unsigned* image);
