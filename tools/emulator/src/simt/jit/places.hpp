// Where compiled code finds the parts of a warp's state.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/state/checked_block.hpp"
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
constexpr std::int32_t number = offsetof(warp, number);
constexpr std::int32_t on = offsetof(warp, on);
constexpr std::int32_t checked_worker = offsetof(worker, checked);
constexpr std::int32_t checked_block = offsetof(simt::block, checked);
constexpr std::int32_t shared_history = offsetof(simt::checked_block, shared_history);
constexpr std::int32_t has_undefined = offsetof(simt::checked_block, has_undefined);
constexpr std::int32_t run = offsetof(simt::checked_block, run);
constexpr std::int32_t run_begin = run + offsetof(checks::block_run, begin);
constexpr std::int32_t run_turn = run + offsetof(checks::block_run, turn);
constexpr std::int32_t run_barrier = run + offsetof(checks::block_run, barrier);
constexpr std::int32_t plain_in_shared = run + offsetof(checks::block_run, plain_in_shared);
constexpr std::int32_t plain = run + offsetof(checks::block_run, plain);
constexpr std::int32_t now = run + offsetof(checks::block_run, now);
constexpr std::int32_t by_access = offsetof(simt::checked_worker, by_access);
constexpr std::int32_t wants_rows_only = offsetof(simt::checked_worker, wants_rows_only);
constexpr std::int32_t left_at = offsetof(simt::checked_worker, left_at);
constexpr std::int32_t left = offsetof(simt::checked_worker, left);
constexpr std::int32_t progress = offsetof(simt::checked_worker, progress);
constexpr std::int32_t written_by_host = offsetof(checks::shadow, written_by_host);
constexpr std::int32_t kept_in = offsetof(checks::shadow, kept_in);
constexpr std::int32_t touched = offsetof(checks::shadow, touched);
#pragma GCC diagnostic pop
static_assert(sizeof(std::unique_ptr<int>) == sizeof(int*));  // read as what they point to

constexpr std::int32_t history_of = offsetof(simt::checked_worker::history, of);
constexpr std::int32_t history_generation = offsetof(simt::checked_worker::history, generation);
constexpr std::int32_t rows_of_memory = kept_in + offsetof(checks::shadow::tables, rows);
constexpr std::int32_t writes_of_memory = kept_in + offsetof(checks::shadow::tables, writes);
constexpr std::int32_t reads_of_memory = kept_in + offsetof(checks::shadow::tables, reads);
constexpr std::int32_t begin_of_memory = kept_in + offsetof(checks::shadow::tables, address);
constexpr std::int32_t bytes_of_memory = kept_in + offsetof(checks::shadow::tables, bytes);
constexpr std::int32_t row_write = offsetof(checks::row_history, write);
constexpr std::int32_t row_last = offsetof(checks::row_history, last);
constexpr std::int32_t row_other = offsetof(checks::row_history, other);
constexpr std::int32_t row_read_in = offsetof(checks::row_history, read_in);

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
