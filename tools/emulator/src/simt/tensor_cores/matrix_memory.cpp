// wmma.load, wmma.store.
#include <cstring>

#include "simt/semantics/semantics.hpp"
#include "simt/tensor_cores/actions.hpp"
#include "simt/tensor_cores/lane_access.hpp"

namespace lockstep::simt::tensor_cores {
namespace {

// Bytes from the beginning of a row (or column) to the next. Those of elements narrower than a byte
// begin in words of their own.
std::uint64_t bytes_across(const matrix_access& m, std::uint32_t stride) {
  const std::uint64_t bytes = std::uint64_t{stride} * m.bits / 8;
  return m.bits < 8 ? bytes / 4 * 4 : bytes;
}

// The parts of the lanes' registers that lie together in memory: use(lane, register, first bit,
// byte in memory).
template <class F>
void each_part(const warp& w, const step* s, const matrix_access& m, F use) {
  const fragment& f = m.of;
  const bool is_whole = f.per_register == 1 || f.along_columns == m.is_row_major;
  const unsigned step_of_parts = is_whole ? f.per_register : 1;
  const auto* stride = row<std::uint32_t>(w, s->b);
  for (unsigned r = 0; r < f.registers; ++r) {
    for_lanes(w.active, [&](unsigned lane) {
      const std::uint16_t* const places = f.of(r) + lane * f.per_register;
      for (unsigned e = 0; e < f.per_register; e += step_of_parts) {
        const unsigned i = places[e] / f.columns, j = places[e] % f.columns;
        const std::uint64_t major = m.is_row_major ? i : j, minor = m.is_row_major ? j : i;
        const std::uint64_t at =
            major * bytes_across(m, stride[lane]) + minor * m.together * m.bits / 8;
        use(lane, r, e * m.bits * m.together, at);
      }
    });
  }
}

unsigned bytes_of_part(const matrix_access& m) {
  const fragment& f = m.of;
  const bool is_whole = f.per_register == 1 || f.along_columns == m.is_row_major;
  return m.bits * m.together * (is_whole ? f.per_register : 1) / 8;
}

// Where the whole matrix begins for the host, if no access needs a closer look: all lanes name the
// same one, its parts are aligned, and it lies in one allocation.
std::byte* whole_matrix(warp& w, const step* s, const matrix_access& m, unsigned bytes) {
  if (w.active != all_lanes || w.block->checked != nullptr) return nullptr;
  const auto* address = row<std::uint64_t>(w, s->a);
  const auto* stride = row<std::uint32_t>(w, s->b);
  std::uint64_t differs = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane)
    differs |= (address[lane] ^ address[0]) | (stride[lane] ^ stride[0]);
  const std::uint64_t across = bytes_across(m, stride[0]);
  if (differs != 0 || address[0] % bytes != 0 || across % bytes != 0) return nullptr;
  const unsigned majors = m.is_row_major ? m.of.rows : m.of.columns,
                 minors = m.is_row_major ? m.of.columns : m.of.rows;
  const std::uint64_t extent =
      (majors - 1) * across + std::uint64_t{minors} * m.together * m.bits / 8;
  std::uint64_t at = address[0];
  const auto space = m.space == ptx::state_space::generic ? resolve(address[0], at) : m.space;
  if (space == ptx::state_space::shared)
    return at <= w.shared_bytes && extent <= w.shared_bytes - at ? w.shared + at : nullptr;
  if (space != ptx::state_space::global) return nullptr;
  const known_range* const known = baseline::range_of(w, s, at, at + extent);
  return known == nullptr ? nullptr : reinterpret_cast<std::byte*>(at + known->to_host);
}

// Calls move(lane, register, first bit, host's address).
template <class F>
const step* each_place(warp& w, const step* s, access_kind access, F move) {
  const auto& m = *reinterpret_cast<const matrix_access*>(s->immediate);
  const unsigned bytes = bytes_of_part(m);
  std::byte* const whole = whole_matrix(w, s, m, bytes);
  each_part(w, s, m, [&](unsigned lane, unsigned r, unsigned bit, std::uint64_t at) {
    std::byte* const host =
        whole != nullptr ? whole + at
                         : lane_access(w, s, lane, m.space, row<std::uint64_t>(w, s->a)[lane] + at,
                                       bytes, access);
    move(lane, r, bit, host, bytes);
  });
  return s + 1;
}

}  // namespace

const step* load_matrix(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  const unsigned count = reinterpret_cast<const matrix_access*>(s->immediate)->of.registers;
  std::uint64_t words[16][lanes_per_warp] = {};
  each_place(w, s, access_kind::read,
             [&](unsigned lane, unsigned r, unsigned bit, const std::byte* from, unsigned bytes) {
               std::uint64_t part = 0;
               std::memcpy(&part, from, bytes);
               words[r][lane] |= part << bit;
             });
  // Registers beyond those that it takes hold copies.
  const bool is_double = reinterpret_cast<const matrix_access*>(s->immediate)->bits == 64;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for_lanes(w.active, [&](unsigned lane) {
      const std::uint64_t word = words[r % count][lane];
      if (is_double)
        row<std::uint64_t>(w, rows[r])[lane] = word;
      else
        row<std::uint32_t>(w, rows[r])[lane] = static_cast<std::uint32_t>(word);
    });
  }
  return s + 1;
}

const step* store_matrix(warp& w, const step* s) {
  const auto& rows = w.on->launch->code->row_lists[s->extra];
  const bool is_double = reinterpret_cast<const matrix_access*>(s->immediate)->bits == 64;
  return each_place(w, s, access_kind::write,
                    [&](unsigned lane, unsigned r, unsigned bit, std::byte* to, unsigned bytes) {
                      const std::uint64_t word = is_double ? row<std::uint64_t>(w, rows[r])[lane]
                                                           : row<std::uint32_t>(w, rows[r])[lane];
                      const std::uint64_t part = word >> bit;
                      std::memcpy(to, &part, bytes);
                    });
}

}  // namespace lockstep::simt::tensor_cores
