// ldmatrix, stmatrix, movmatrix: matrices of 8 x 8 elements of 16 bits, two of a row in a register
// (PTX ISA 9.7.14.5.15 to .17).
#include <cstring>

#include "simt/tensor_cores/actions.hpp"
#include "simt/tensor_cores/lane_access.hpp"

namespace lockstep::simt::tensor_cores {
namespace {

constexpr unsigned extent = 8, row_bytes = 16;
using matrix = std::uint16_t[extent][extent];

std::uint32_t part_of(const matrix& m, unsigned lane, bool transposed) {
  const unsigned i = lane / 4, j = lane % 4 * 2;
  const std::uint32_t low = transposed ? m[j][i] : m[i][j],
                      high = transposed ? m[j + 1][i] : m[i][j + 1];
  return low | high << 16;
}

void take_part(matrix& m, unsigned lane, bool transposed, std::uint32_t word) {
  const unsigned i = lane / 4, j = lane % 4 * 2;
  (transposed ? m[j][i] : m[i][j]) = static_cast<std::uint16_t>(word);
  (transposed ? m[j + 1][i] : m[i][j + 1]) = static_cast<std::uint16_t>(word >> 16);
}

}  // namespace

const step* load_rows(warp& w, const step* s) {
  const rows_form form = rows_form::unpack(s->immediate);
  const auto& registers = w.on->launch->code->row_lists[s->extra];
  const auto* address = row<std::uint64_t>(w, s->a);
  matrix all[4] = {};
  const lane_mask that_name =
      registers.size() == 4 ? all_lanes : (lane_mask{1} << registers.size() * extent) - 1;
  for_lanes(w.active & that_name, [&](unsigned lane) {
    std::memcpy(all[lane / extent][lane % extent],
                lane_access(w, s, lane, form.space, address[lane], row_bytes, access_kind::read),
                row_bytes);
  });
  for (std::size_t r = 0; r < registers.size(); ++r) {
    auto* const to = row<std::uint32_t>(w, registers[r]);
    for_lanes(w.active, [&](unsigned lane) { to[lane] = part_of(all[r], lane, form.transposed); });
  }
  return s + 1;
}

const step* store_rows(warp& w, const step* s) {
  const rows_form form = rows_form::unpack(s->immediate);
  const auto& registers = w.on->launch->code->row_lists[s->extra];
  const auto* address = row<std::uint64_t>(w, s->a);
  matrix all[4] = {};
  for (std::size_t r = 0; r < registers.size(); ++r) {
    const auto* const from = row<std::uint32_t>(w, registers[r]);
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
      take_part(all[r], lane, form.transposed, from[lane]);
  }
  const lane_mask that_name =
      registers.size() == 4 ? all_lanes : (lane_mask{1} << registers.size() * extent) - 1;
  protocol::for_lanes_as_stored(w.active & that_name, row_bytes, [&](unsigned lane) {
    std::memcpy(lane_access(w, s, lane, form.space, address[lane], row_bytes, access_kind::write),
                all[lane / extent][lane % extent], row_bytes);
  });
  return s + 1;
}

const step* transpose(warp& w, const step* s) {
  const auto* const from = row<std::uint32_t>(w, s->a);
  matrix m;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) take_part(m, lane, false, from[lane]);
  auto* const to = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { to[lane] = part_of(m, lane, true); });
  return s + 1;
}

}  // namespace lockstep::simt::tensor_cores
