#include <cstring>

#include "device_array.hpp"
#include "fragments.cuh"
#include "records.hpp"

namespace tensor {
namespace {

constexpr unsigned tiles = 4;  // of each kind

std::vector<unsigned char> noise(std::size_t bytes) {
  std::vector<unsigned char> all(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    all[i] = static_cast<unsigned char>(mixed(static_cast<std::uint32_t>(i)) >> 8);
  return all;
}

// rows x columns elements of a matrix whose rows (or columns) begin `stride` elements apart.
std::vector<unsigned char> matrix(element e, unsigned rows, unsigned columns, bool is_row, kind k,
                                  bool accumulates, std::uint32_t seed) {
  std::vector<unsigned char> bytes(matrix_bytes);
  const unsigned bits = format_of(e).bits;
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < columns; ++j) {
      const std::uint64_t v = value(e, k, accumulates, mixed(seed) + i * 256 + j);
      const std::size_t at = (is_row ? i * stride + j : j * stride + i) * std::size_t{bits};
      if (bits < 8)
        bytes[at / 8] |= static_cast<unsigned char>(v << at % 8);
      else
        std::memcpy(&bytes[at / 8], &v, bits / 8);
    }
  }
  return bytes;
}

}  // namespace

std::vector<record> fragments() {
  std::vector<record> all;
  const device_array<unsigned char> source(noise(matrix_bytes));
  std::vector<std::uint32_t> numbers(most_words * 32);
  for (unsigned i = 0; i < numbers.size(); ++i) numbers[i] = mixed(i);
  const device_array<std::uint32_t> registers(numbers);
  for (const fragment_case& f : all_fragments()) {
    const device_array<std::uint32_t> words{std::vector<std::uint32_t>(most_words * 32)};
    f.load<<<1, 32>>>(source.data(), f.layout, words.data());
    checked(cudaGetLastError());
    const auto loaded = words.copied();
    record r{f.store == nullptr ? f.name : "wmma.load.c" + f.name, {}, 8};
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned i = 0; i < f.words; ++i) r.results.push_back(loaded[lane * most_words + i]);
    all.push_back(r);
    if (f.store == nullptr) continue;
    const device_array<unsigned char> target{std::vector<unsigned char>(matrix_bytes)};
    f.store<<<1, 32>>>(registers.data(), f.layout, target.data());
    checked(cudaGetLastError());
    record s{"wmma.store.d" + f.name, {}, 8};
    const auto stored = target.copied();
    for (std::size_t i = 0; i + 4 <= stored.size(); i += 4) {
      std::uint32_t word;
      std::memcpy(&word, &stored[i], 4);
      s.results.push_back(word);
    }
    all.push_back(s);
  }
  return all;
}

std::vector<record> products() {
  std::vector<record> all;
  for (const product_case& p : all_products()) {
    for (unsigned k = 0; k < static_cast<unsigned>(kind::count_); ++k) {
      std::vector<unsigned char> sources[3];
      const auto append = [&](unsigned which, const std::vector<unsigned char>& tile) {
        sources[which].insert(sources[which].end(), tile.begin(), tile.end());
      };
      for (unsigned t = 0; t < tiles; ++t) {
        const auto as = static_cast<kind>(k);
        append(0, matrix(p.types[0], p.m, p.k, p.a_is_row, as, false, k * 64 + t * 4));
        append(1, matrix(p.types[1], p.k, p.n, p.b_is_row, as, false, k * 64 + t * 4 + 1));
        append(2, matrix(p.types[2], p.m, p.n, true, as, true, k * 64 + t * 4 + 2));
      }
      const device_array<unsigned char> a(sources[0]), b(sources[1]), c(sources[2]);
      const device_array<unsigned char> d{std::vector<unsigned char>(sources[2].size())};
      const auto text = [](const device_array<unsigned char>& x) {
        return reinterpret_cast<char*>(x.data());
      };
      p.run<<<tiles, 32>>>(text(a), text(b), text(c), text(d));
      checked(cudaGetLastError());
      const auto results = d.copied();
      const unsigned bytes = format_of(p.types[3]).bits / 8;
      record r{p.name + " " + name_of(static_cast<kind>(k)), {}, bytes * 2};
      for (unsigned t = 0; t < tiles; ++t) {
        for (unsigned i = 0; i < p.m; ++i) {
          for (unsigned j = 0; j < p.n; ++j) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &results[t * matrix_bytes + (i * stride + j) * bytes], bytes);
            r.results.push_back(bits);
          }
        }
      }
      all.push_back(std::move(r));
    }
  }
  return all;
}

}  // namespace tensor
