// The Mandelbrot set: how long z -> z*z + c stays near 0, for each c of a picture.
//
// Every operation is one that IEEE 754 rounds once, and those that could be fused are fused by
// name, so that host and device give the same numbers to the last bit.
#pragma once

#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define MANDELBROT_BOTH __host__ __device__
#else
#define MANDELBROT_BOTH
#endif

namespace mandelbrot {

// A square picture of side * side points.
struct view {
  float left, bottom, width;
  unsigned side;   // pixels
  unsigned limit;  // steps after which a point counts as one that never leaves
};

// Steps until |z| > 2, at most `limit`: the dwell of pixel (px, py).
MANDELBROT_BOTH inline unsigned dwell(const view& v, unsigned px, unsigned py) {
  const float step = v.width / static_cast<float>(v.side);
  const float cx = fmaf(static_cast<float>(px), step, v.left);
  const float cy = fmaf(static_cast<float>(py), step, v.bottom);
  float x = 0, y = 0;
  unsigned steps = 0;
  while (steps < v.limit && fmaf(x, x, y * y) <= 4.0f) {
    const float next = fmaf(x, x, fmaf(-y, y, cx));
    y = fmaf(2.0f * x, y, cy);
    x = next;
    ++steps;
  }
  return steps;
}

// A part of the picture.
struct square {
  unsigned x, y, side;
};

// How a picture is divided: squares of `first` pixels to begin with, each cut into `cut` by `cut`
// as long as its border is not all of one dwell and its parts are at least `smallest` pixels wide.
struct division {
  unsigned first, smallest, cut;
  unsigned threads;  // per square: a multiple of 32
};

MANDELBROT_BOTH inline unsigned parts_of(const division& by) { return by.cut * by.cut; }
MANDELBROT_BOTH inline bool is_cut(const division& by, unsigned side) {
  return side / by.cut >= by.smallest;
}

// The pixels of a square's border, in one row: first its top, then its bottom, its left, its right.
// Corners are met twice.
MANDELBROT_BOTH inline unsigned border_length(const square& s) { return 4 * s.side; }
MANDELBROT_BOTH inline void border_pixel(const square& s, unsigned i, unsigned& x, unsigned& y) {
  const unsigned along = i % s.side, last = s.side - 1;
  switch (i / s.side) {
    case 0:
      x = s.x + along, y = s.y;
      break;
    case 1:
      x = s.x + along, y = s.y + last;
      break;
    case 2:
      x = s.x, y = s.y + along;
      break;
    default:
      x = s.x + last, y = s.y + along;
      break;
  }
}

// Part number `i` of a square, row by row.
MANDELBROT_BOTH inline square part(const division& by, const square& s, unsigned i) {
  const unsigned side = s.side / by.cut;
  return {s.x + i % by.cut * side, s.y + i / by.cut * side, side};
}

}  // namespace mandelbrot
