// Where compiled code finds the parts of a warp's state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/state/warp.hpp"

namespace lockstep::simt::jit::places {

// `warp` has members that are classes, for which offsetof is optional; the compilers that build the
// emulator support it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
constexpr std::int32_t rows = offsetof(warp, rows);
constexpr std::int32_t active = offsetof(warp, active);
constexpr std::int32_t horizon = offsetof(warp, horizon);
constexpr std::int32_t fuel = offsetof(warp, fuel);
constexpr std::int32_t shared = offsetof(warp, shared);
constexpr std::int32_t shared_bytes = offsetof(warp, shared_bytes);
constexpr std::int32_t ranges = offsetof(warp, ranges);
constexpr std::int32_t generation = offsetof(warp, generation);
#pragma GCC diagnostic pop

constexpr std::int32_t range_begin = offsetof(known_range, begin);
constexpr std::int32_t range_end = offsetof(known_range, end);
constexpr std::int32_t range_to_host = offsetof(known_range, to_host);
constexpr std::int32_t range_generation = offsetof(known_range, generation);

}  // namespace lockstep::simt::jit::places
