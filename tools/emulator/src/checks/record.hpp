// What is remembered of an access to memory, in one word that can be compared fast.
//
//   bit 62      the word of memory is watched byte by byte; the rest is its number
//   bits 32-61  time: see order.hpp
//   bits 22-31  thread of the block
//   bits 17-21  last of the lanes that did the same (the thread's own lane: it alone)
//   bits 5-16   site: which access of the kernel
//   bits 0-4    what kind of access
//
// Records of one block that does not give way to others compare like their times. 0: nothing.
#pragma once

#include <cstdint>

namespace lockstep::checks {

using record = std::int64_t;  // never negative
using epoch = std::uint32_t;  // below 2^30

enum class action : std::uint8_t { read, write, atomic };

// How far an access is seen: by the PTX memory model (PTX ISA 8.5, 8.6) weak, or strong at a scope.
enum class strength : std::uint8_t { weak, is_volatile, in_block, on_device };

struct access_kind {
  action what = action::read;
  strength how = strength::weak;

  bool writes() const { return what != action::read; }
  bool is_strong() const { return how != strength::weak; }
};

constexpr unsigned time_shift = 32, thread_shift = 22, last_lane_shift = 17, site_shift = 5;
constexpr record split_flag = record{1} << 62;
constexpr std::uint32_t most_sites = 1u << 12;
// The time of a write that an asynchronous copy makes: it is before nothing until its thread waits.
constexpr epoch in_flight = (1u << 30) - 1;
constexpr epoch last_epoch = in_flight - 1;

constexpr record begin_of(epoch t) { return static_cast<record>(t) << time_shift; }
constexpr record record_of(epoch t, std::uint32_t site, access_kind kind) {
  return begin_of(t) | static_cast<record>(site) << site_shift |
         static_cast<record>(static_cast<unsigned>(kind.what) | static_cast<unsigned>(kind.how)
                                                                    << 2);
}
// The part of a record that says who it was.
constexpr record by_thread(std::uint32_t thread) {
  return static_cast<record>(thread) << thread_shift | static_cast<record>(thread & 31)
                                                           << last_lane_shift;
}
constexpr record who_mask = by_thread(0x3ff);
// Lanes of a warp from one on, which all did the same: the first's thread, the last one's lane.
constexpr record by_lanes(std::uint32_t thread, std::uint32_t last_lane) {
  return static_cast<record>(thread) << thread_shift | static_cast<record>(last_lane)
                                                           << last_lane_shift;
}

constexpr bool is_split(record r) { return (r & split_flag) != 0; }
constexpr epoch time_of(record r) { return static_cast<epoch>(r >> time_shift); }
constexpr std::uint32_t thread_of(record r) {
  return static_cast<std::uint32_t>(r >> thread_shift) & 0x3ff;
}
constexpr std::uint32_t last_lane_of(record r) {
  return static_cast<std::uint32_t>(r >> last_lane_shift) & 31;
}
constexpr std::uint32_t warp_of(record r) { return thread_of(r) >> 5; }
constexpr std::uint32_t site_of(record r) {
  return static_cast<std::uint32_t>(r >> site_shift) & (most_sites - 1);
}
constexpr access_kind kind_of(record r) {
  return {static_cast<action>(r & 3), static_cast<strength>(r >> 2 & 3)};
}
constexpr bool is_in_flight(record r) { return !is_split(r) && time_of(r) == in_flight; }
// Of a thread's asynchronous copy: its other lane is not the thread's, so that it is nobody's own.
constexpr record flying(std::uint32_t site, access_kind kind, std::uint32_t thread) {
  return record_of(in_flight, site, kind) | static_cast<record>(thread) << thread_shift |
         static_cast<record>((thread ^ 1) & 31) << last_lane_shift;
}
// Several lanes of a warp in one access.
constexpr bool is_by_many(record r) { return (thread_of(r) & 31) != last_lane_of(r); }

}  // namespace lockstep::checks
