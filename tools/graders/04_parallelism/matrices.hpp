// What graders of sums of matrices share.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/matrices.hpp>

#include <cstddef>
#include <vector>

// Two matrices of the same shape, on the host and on the device, and room for their sum. Rows begin
// `pitch` elements apart.
template <typename T>
struct matrix_operands {
  unsigned width, height, pitch;
  lockstep::grader::matrix<T> first, second;
  lockstep::grader::input_buffer<T> a, b;
  lockstep::grader::output_matrix<T> c;

  matrix_operands(unsigned width, unsigned height, unsigned pitch, const std::vector<T>& values,
                  const std::vector<T>& other_values)
      : width(width),
        height(height),
        pitch(pitch),
        first(height, width, values),
        second(height, width, other_values),
        a("a", first.with_pitch(pitch)),
        b("b", second.with_pitch(pitch)),
        c("c", height, width, pitch) {}

  // What a sum has to move: two elements are read and one is written.
  double bytes() const { return 3.0 * sizeof(T) * width * height; }

  void require_right_sum() const {
    lockstep::grader::matrix<T> expected = first;
    for (std::size_t i = 0; i < expected.values.size(); ++i) expected.values[i] += second.values[i];
    c.require_equals(expected);
    a.require_unchanged();
    b.require_unchanged();
  }
};
