// A program that waits for another warp polls: it reads the clock, or loads the same value with the
// same volatile or ordered load. Each poll costs the warp as much fuel as many jumps, so that it
// soon gives way, to others that may do what it waits for. Loops that only compute keep running.
#include <algorithm>
#include <chrono>

#include "simt/control/actions.hpp"
#include "simt/control/schedule.hpp"
#include "simt/instruments/checking.hpp"

namespace lockstep::simt::control {
namespace {

constexpr int fuel_per_clock_read = fuel_first / 8;  // a loop of those passes time
// A loop that waits may poll more than one location; one that works may, too, so this takes less.
constexpr int fuel_per_poll = fuel_first / 512;
// Of checked kernels: blocks that share their work by atomic operations should do it together, and
// not the first one all of it.
constexpr int fuel_per_poll_if_checked = fuel_first / 16;
// May also be data. But a wait is counted, too, and a GPU, whose blocks come at the same time,
// polls few times.
constexpr int fuel_per_repeated_poll = fuel_first / 4;
constexpr int fuel_per_repeated_poll_if_checked = fuel_first / 64;  // orders stay more various

void spend(warp& w, int fuel) { w.fuel = std::max(w.fuel - fuel, 1); }

std::uint64_t now() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

template <class T>
const step* clock(warp& w, const step* s) {
  T* d = row<T>(w, s->d);
  const auto value = static_cast<T>(now());
  for_lanes(w.active, [&](unsigned lane) { d[lane] = value; });
  spend(w, fuel_per_clock_read);
  return s + 1;
}

}  // namespace

const step* clock32(warp& w, const step* s) { return clock<std::uint32_t>(w, s); }
const step* clock64(warp& w, const step* s) { return clock<std::uint64_t>(w, s); }

template <class T>
const step* poll(warp& w, const step* s) {
  const std::uint64_t value = row<T>(w, s->a)[first_lane(w.active)];
  w.polling_lanes = w.polled == s ? w.polling_lanes | w.active : w.active;
  if (w.polled == s && w.polled_value == value) {
    spend(w, w.on->checked != nullptr ? fuel_per_repeated_poll_if_checked : fuel_per_repeated_poll);
    w.polls_again = true;
  } else {
    if (w.polled != s)
      spend(w, w.on->checked != nullptr ? fuel_per_poll_if_checked : fuel_per_poll);
    note_progress(w);
  }
  w.polled = s;
  w.polled_value = value;
  return s + 1;
}

template const step* poll<std::uint16_t>(warp& w, const step* s);
template const step* poll<std::uint32_t>(warp& w, const step* s);
template const step* poll<std::uint64_t>(warp& w, const step* s);

}  // namespace lockstep::simt::control
