// Four methods to draw the same picture. Programs and tests go through this table.
#pragma once

#include <lockstep/lockstep.hpp>

#include "01_flat.cuh"
#include "02_nested.cuh"
#include "03_worklist.cuh"
#include "reference.hpp"

namespace mandelbrot {

// A picture on the device, and the memory that drawing it takes.
class drawing {
 public:
  drawing(const view& v, const division& by)
      : what(v),
        by(by),
        image(std::size_t{v.side} * v.side),
        steps_(1),
        counts_(most_levels),
        // A list is longest where all squares have the smallest side that is ever cut to.
        lists_{lockstep::device_buffer<square>(squares_of(v, smallest_side(by))),
               lockstep::device_buffer<square>(squares_of(v, smallest_side(by)))} {}

  canvas plain() { return {image.data(), nullptr}; }
  canvas counted() { return {image.data(), steps_.data()}; }
  worklists lists() { return {{lists_[0].data(), lists_[1].data()}, counts_.data()}; }

  // Before each drawing: nothing of an old one must remain.
  void clear() {
    image.poison();
    CUDA_CHECK(cudaMemset(steps_.data(), 0, steps_.bytes()));
    CUDA_CHECK(cudaMemset(counts_.data(), 0, counts_.bytes()));
  }
  std::uint64_t steps() const { return steps_.download()[0]; }
  // Squares that were looked at below the first level, if a list was kept.
  std::vector<unsigned> counts() const { return counts_.download(); }

  view what;
  division by;
  lockstep::device_buffer<unsigned> image;

 private:
  static constexpr std::size_t most_levels = 32;
  static unsigned smallest_side(const division& by) {
    unsigned side = by.first;
    while (is_cut(by, side)) side /= by.cut;
    return side;
  }
  static std::size_t squares_of(const view& v, unsigned side) {
    return std::size_t{v.side / side} * (v.side / side);
  }

  lockstep::device_buffer<unsigned long long> steps_;
  lockstep::device_buffer<unsigned> counts_;
  lockstep::device_buffer<square> lists_[2];
};

inline void draw_flat(drawing& d, canvas on) {
  const unsigned tiles = (d.what.side + 15) / 16;
  flat<<<dim3(tiles, tiles), 256>>>(d.what, on);
}

inline void draw_nested(drawing& d, canvas on) {
  const unsigned squares = d.what.side / d.by.first;
  nested<<<dim3(squares, squares), d.by.threads>>>(d.what, on, d.by, square{});
}

inline void draw_first_level(drawing& d, canvas on) {
  const unsigned squares = d.what.side / d.by.first;
  const worklists lists = d.lists();
  level<<<squares * squares, d.by.threads>>>(d.what, on, d.by,
                                             worklist{nullptr, lists.squares[1], lists.counts + 1});
}

// Kernels launch the levels, one after the other, in the tail stream.
inline void draw_levels_from_device(drawing& d, canvas on) {
  draw_first_level(d, on);
  if (!is_cut(d.by, d.by.first)) return;
  launch_level<<<1, 1>>>(d.what, on, d.by, d.lists(), 1, d.by.first / d.by.cut);
}

// The host launches the levels: it reads how many squares there are, and waits for that.
inline void draw_levels_from_host(drawing& d, canvas on) {
  draw_first_level(d, on);
  const worklists lists = d.lists();
  unsigned side = d.by.first;
  for (unsigned number = 1; is_cut(d.by, side); ++number, side /= d.by.cut) {
    unsigned blocks = 0;
    CUDA_CHECK(cudaMemcpy(&blocks, lists.counts + number, sizeof blocks, cudaMemcpyDeviceToHost));
    if (blocks == 0) return;
    level<<<blocks, d.by.threads>>>(
        d.what, on, d.by,
        worklist{lists.squares[number % 2], lists.squares[(number + 1) % 2],
                 lists.counts + number + 1});
  }
}

struct method {
  const char* name;
  void (*draw)(drawing&, canvas);  // launches, and does not wait for the end
  bool divides;
};

inline const method methods[] = {
    {"01 flat", draw_flat, false},
    {"02 nested", draw_nested, true},
    {"03 levels, by device", draw_levels_from_device, true},
    {"03 levels, by host", draw_levels_from_host, true},
};

}  // namespace mandelbrot
