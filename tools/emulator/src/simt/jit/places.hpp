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
constexpr std::int32_t counts = offsetof(warp, counts);
constexpr std::int32_t turn = offsetof(warp, turn);
constexpr std::int32_t polls_again = offsetof(warp, polls_again);
constexpr std::int32_t runnable = offsetof(warp, runnable);
constexpr std::int32_t barrier = offsetof(warp, barrier);
constexpr std::int32_t waits_in = offsetof(warp, waits_in);
constexpr std::int32_t agreed = offsetof(warp, agreed);
constexpr std::int32_t next = offsetof(warp, next);
constexpr std::int32_t others =
    static_cast<std::int32_t>(offsetof(warp, others) + split_list::offset_of_size());
constexpr std::int32_t block = offsetof(warp, block);
constexpr std::int32_t barriers = offsetof(simt::block, barriers);
constexpr std::int32_t open_barriers = offsetof(simt::block, open_barriers);
#pragma GCC diagnostic pop

constexpr std::int32_t barrier_arrived = offsetof(simt::barrier, arrived);
constexpr std::int32_t barrier_expected = offsetof(simt::barrier, expected);

constexpr std::int32_t range_begin = offsetof(known_range, begin);
constexpr std::int32_t range_end = offsetof(known_range, end);
constexpr std::int32_t range_to_host = offsetof(known_range, to_host);
constexpr std::int32_t range_generation = offsetof(known_range, generation);

constexpr std::int32_t left_warp = offsetof(left_code, warp);
constexpr std::int32_t others_at = offsetof(left_code, others_at);
constexpr std::int32_t lanes = offsetof(left_code, lanes);

}  // namespace lockstep::simt::jit::places
