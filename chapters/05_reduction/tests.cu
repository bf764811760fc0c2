// Every variant gives the right sum, for every size and block; and does what its first three lines
// say.
#include <doctest/doctest.h>

#include "reference.hpp"
#include "variants.cuh"

using namespace lockstep;

namespace {

constexpr std::size_t sizes[] = {0,      1, 2, 31, 32, 33, 1023, 1024, 1025, 100'003, (1 << 20) - 1,
                                 1 << 20};
constexpr unsigned blocks[] = {64, 128, 256, 512, 1024};

int sum_by(const variant& v, const std::vector<int>& values, unsigned block) {
  device_buffer<int> data(values);
  device_buffer<int> partial(values.size() / block + 1);
  partial.poison();
  return reduce(v, data, partial, block);
}

// The counters of one launch on 2^20 elements by blocks of 512.
counters count(const variant& v) {
  device_buffer<int> data(random_integers(1 << 20, 1, -99, 99));
  device_buffer<int> partial(data.size() / 512);
  observe scope;
  v.launch(data.data(), partial.data(), static_cast<unsigned>(data.size()), 512);
  CUDA_CHECK_LAUNCH();
  return scope.total();
}

}  // namespace

TEST_CASE("every variant sums every size with every block") {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  for (const std::size_t size : sizes) {
    const std::vector<int> values = random_integers(size, seed, -99, 99);
    const int expected = sum_loop(values);
    for (const variant& v : variants) {
      for (const unsigned block : blocks) {
        CAPTURE(v.name);
        CAPTURE(size);
        CAPTURE(block);
        CHECK(sum_by(v, values, block) == expected);
      }
    }
  }
}
