#include "device_array.hpp"
#include "elements.hpp"
#include "moves.cuh"
#include "records.hpp"

namespace tensor {

std::vector<record> moves() {
  std::vector<std::uint32_t> rows(32), words(move_bytes / 4);
  // In no order, and each row once: stores of two lanes to one row would not be defined.
  for (unsigned lane = 0; lane < 32; ++lane) rows[lane] = (lane * 27 + 5) % 64;
  for (unsigned i = 0; i < words.size(); ++i) words[i] = mixed(i);
  const device_array<std::uint32_t> row_of(rows), from(words);
  std::vector<record> all;
  for (const move_case& m : all_moves()) {
    const device_array<std::uint32_t> to{std::vector<std::uint32_t>(m.words)};
    m.run<<<1, 32>>>(row_of.data(), from.data(), to.data());
    checked(cudaGetLastError());
    record r{m.name, {}, 8};
    for (const std::uint32_t word : to.copied()) r.results.push_back(word);
    all.push_back(std::move(r));
  }
  return all;
}

}  // namespace tensor
