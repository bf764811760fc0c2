// What the looks at accesses without a call have in common (observed_rows.cpp,
// observed_halves.cpp).
#pragma once

#include <bit>
#include <cstdint>

#include "checks/quick_look.hpp"
#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {

constexpr std::int32_t words_in_row = checks::row_history::words;
constexpr std::int32_t rows_of_warp = 32 / words_in_row;
constexpr std::int32_t bytes_of_row = 4 * words_in_row;
constexpr std::int32_t row_size = sizeof(checks::row_history);
constexpr auto by_next_row = static_cast<std::int32_t>(checks::by_thread(words_in_row));

inline bool is_read(const observed_access& access) {
  return access.kind.what == checks::action::read;
}

// Where to look, and for what.
struct emitter::look {
  x86::Gp worker, run, history;
  x86::Gp plain;  // earlier records are
  x86::Gp fresh;  // the new record, by the first thread of the warp, but for the last lane
};

}  // namespace lockstep::simt::jit
