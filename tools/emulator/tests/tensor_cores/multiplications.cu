// mma.sync in all forms: each lane's registers have random elements, so that the order of elements
// in registers is compared, too.
#include "device_array.hpp"
#include "multiply.cuh"
#include "records.hpp"

#include <cstring>
#include <utility>

namespace tensor {
namespace {

constexpr unsigned tiles = 16;  // of each kind

// The registers of a matrix in all tiles of all kinds.
template <class T>
std::vector<T> registers(element e, unsigned count, bool accumulates, std::uint32_t seed) {
  const unsigned bits = format_of(e).bits, elements = sizeof(T) * 8 / bits;
  std::vector<T> all;
  for (unsigned k = 0; k < static_cast<unsigned>(kind::count_); ++k) {
    for (unsigned i = 0; i < tiles * count * 32; ++i) {
      std::uint64_t word = 0;
      for (unsigned n = 0; n < elements; ++n) {
        const std::uint32_t number = mixed(seed * 8 + k) + i * elements + n;
        word |= value(e, static_cast<kind>(k), accumulates, number) << n * bits;
      }
      T packed;
      std::memcpy(&packed, &word, sizeof packed);
      all.push_back(packed);
    }
  }
  return all;
}

template <class T>
void add(std::vector<record>& all, const multiply_case& m,
         void (*run)(const T*, const T*, const T*, T*)) {
  const auto& [a, b, c, d] = m.registers;
  const unsigned count = tiles * static_cast<unsigned>(kind::count_);
  const device_array<T> a_tiles(registers<T>(m.types[0], a, false, 1));
  const device_array<T> b_tiles(registers<T>(m.types[1], b, false, 2));
  const device_array<T> c_tiles(registers<T>(m.types[2], c, true, 3));
  const device_array<T> d_tiles{std::vector<T>(std::size_t{count} * d * 32)};
  run<<<count, 32>>>(a_tiles.data(), b_tiles.data(), c_tiles.data(), d_tiles.data());
  checked(cudaGetLastError());
  const std::vector<T> results = d_tiles.copied();
  const std::size_t each = results.size() / static_cast<unsigned>(kind::count_);
  for (unsigned k = 0; k < static_cast<unsigned>(kind::count_); ++k) {
    record r{"mma." + m.form + " " + name_of(static_cast<kind>(k)), {}, sizeof(T) * 2};
    for (std::size_t i = 0; i < each; ++i) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &results[k * each + i], sizeof(T));
      r.results.push_back(bits);
    }
    all.push_back(std::move(r));
  }
}

template <int... Numbers>
std::vector<record> all_of(std::integer_sequence<int, Numbers...>) {
  std::vector<record> all;
  (add(all, all_multiplications()[Numbers],
       &multiply_tiles<form<Numbers>, typename form<Numbers>::type>),
   ...);
  return all;
}

}  // namespace

std::vector<record> multiplications() {
  return all_of(std::make_integer_sequence<int, form_count>());
}

}  // namespace tensor
