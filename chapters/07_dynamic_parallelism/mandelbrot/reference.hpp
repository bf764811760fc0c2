// The same pictures on the host: point by point, and by subdivision.
#pragma once

#include <cstdint>
#include <vector>

#include "dwell.hpp"

namespace mandelbrot {

using picture = std::vector<unsigned>;  // dwells, row by row from the bottom

inline picture draw_flat(const view& v) {
  picture image(std::size_t{v.side} * v.side);
  for (unsigned y = 0; y < v.side; ++y) {
    for (unsigned x = 0; x < v.side; ++x) image[std::size_t{y} * v.side + x] = dwell(v, x, y);
  }
  return image;
}

// What subdivision did with a square.
enum class fate { filled, computed, cut };
struct decided {
  square where;
  fate how;
};

// Mariani's and Silver's observation: the points with at least a given dwell hang together and
// enclose no others, so a border of one dwell has nothing else inside. (A border of pixels may miss
// what passes between two of them.) Gives the squares in the order in which they are decided.
class subdivision {
 public:
  subdivision(const view& v, const division& d)
      : view_(v), division_(d), image_(std::size_t{v.side} * v.side) {
    for (unsigned y = 0; y < v.side; y += d.first) {
      for (unsigned x = 0; x < v.side; x += d.first) decide({x, y, d.first});
    }
  }
  const picture& image() const { return image_; }
  const std::vector<decided>& squares() const { return squares_; }
  std::uint64_t steps() const { return steps_; }  // of z -> z*z + c

 private:
  void decide(const square& s) {
    unsigned first = 0;
    bool same = true;
    for (unsigned i = 0; i < border_length(s); ++i) {
      unsigned x = 0, y = 0;
      border_pixel(s, i, x, y);
      const unsigned d = counted_dwell(x, y);
      if (i == 0) first = d;
      same = same && d == first;
    }
    const bool cut = !same && is_cut(division_, s.side);
    squares_.push_back({s, same ? fate::filled : cut ? fate::cut : fate::computed});
    if (cut) {
      for (unsigned i = 0; i < parts_of(division_); ++i) decide(part(division_, s, i));
      return;
    }
    for (unsigned y = s.y; y < s.y + s.side; ++y) {
      for (unsigned x = s.x; x < s.x + s.side; ++x)
        image_[std::size_t{y} * view_.side + x] = same ? first : counted_dwell(x, y);
    }
  }

  unsigned counted_dwell(unsigned x, unsigned y) {
    const unsigned d = dwell(view_, x, y);
    steps_ += d;
    return d;
  }

  view view_;
  division division_;
  picture image_;
  std::vector<decided> squares_;
  std::uint64_t steps_ = 0;
};

inline std::uint64_t total_steps(const picture& image) {
  std::uint64_t steps = 0;
  for (const unsigned d : image) steps += d;
  return steps;
}

}  // namespace mandelbrot
