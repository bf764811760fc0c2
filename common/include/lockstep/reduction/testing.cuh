// What the tests of chapters 05 and 06 share. Needs doctest.
#pragma once

#include <doctest/doctest.h>

#include <lockstep/buffer.hpp>
#include <lockstep/data.hpp>
#include <lockstep/reduction/reference.hpp>
#include <lockstep/reduction/variant.cuh>
#include <lockstep/testing.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {
namespace reduction {

// The variant of that name, of a chapter's table.
template <typename Variants>
const auto& variant_named(const Variants& variants, const std::string& name) {
  for (const auto& v : variants) {
    if (v.name == name) return v;
  }
  throw std::invalid_argument("no variant is called " + name);
}

// Every variant gives the right sum of fresh values, for every size and block.
template <typename Variants, typename Sizes, typename Blocks>
void check_sums(const Variants& variants, const Sizes& sizes, const Blocks& blocks) {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  for (const std::size_t size : sizes) {
    const std::vector<int> values = random_integers(size, seed, -99, 99);
    const int expected = sum_loop(values);
    for (const auto& v : variants) {
      for (const unsigned block : blocks) {
        CAPTURE(v.name);
        CAPTURE(size);
        CAPTURE(block);
        device_buffer<int> data(values);
        device_buffer<int> partial(values.size() / block + 1);
        partial.poison();
        CHECK(reduce(v, data, partial, block) == expected);
      }
    }
  }
}

}  // namespace reduction
}  // namespace lockstep
