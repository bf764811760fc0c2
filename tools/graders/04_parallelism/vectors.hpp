// What graders of sums of vectors share.
#pragma once

#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/inputs.hpp>

#include <vector>

// Two vectors of floats, on the host and on the device, and room for their sum.
struct vector_operands {
  unsigned size;
  std::vector<float> first, second;
  lockstep::grader::input_buffer<float> a, b;
  lockstep::grader::output_buffer<float> c;

  explicit vector_operands(unsigned size, float largest = 100)
      : size(size),
        first(lockstep::grader::reals(size, -largest, largest)),
        second(lockstep::grader::reals(size, -largest, largest)),
        a("a", first),
        b("b", second),
        c("c", size) {}

  // What a sum has to move: two elements are read and one is written.
  double bytes() const { return 3.0 * sizeof(float) * size; }

  void require_right_sum() const {
    std::vector<float> expected = first;
    for (unsigned i = 0; i < size; ++i) expected[i] += second[i];
    c.require_equals(expected);
    a.require_unchanged();
    b.require_unchanged();
  }
};
