#include "timing/memory_system.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::timing {
namespace {

constexpr unsigned ways = 4;
constexpr double window = 1000;         // cycles over which DRAM's utilisation is taken
constexpr double most_utilised = 0.95;  // the queue in front of it is a server's of its own

std::uint64_t mixed(std::uint64_t x) {  // splitmix64
  x += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// DRAM moves 64 bytes at a time: pairs of sectors.
unsigned pairs(std::uint8_t sectors) { return ((sectors & 3) != 0) + ((sectors & 12) != 0); }

}  // namespace

double memory_system::server::take(double now, double cost) {
  const double begins = std::max(now, free);
  free = begins + cost;
  busy += cost;
  return begins;
}

memory_system::memory_system(const machine& on, double sharers, double l1_bytes,
                             const sharing& shared)
    : on_(on),
      clean_bytes_(on.l2_bytes * on.l2_dirty / sharers),
      sharers_(sharers),
      shared_(shared),
      dram_cycles_per_byte_(sharers * on.gigahertz / on.dram_gigabytes),
      l1_sets_(std::max<std::size_t>(1, static_cast<std::size_t>(l1_bytes) / 128 / ways)),
      l2_lines_(static_cast<std::uint64_t>(on.l2_bytes * on.l2_kept / 128 / sharers)),
      atomics_(on, sharers, shared) {
  l1_.resize(l1_sets_ * ways);
}

memory_system::l1_line* memory_system::find_l1(std::uint64_t key) {
  l1_line* set = &l1_[mixed(key) % l1_sets_ * ways];
  for (unsigned w = 0; w < ways; ++w) {
    if (set[w].key != key) continue;
    set[w].used = ++l1_clock_;
    return &set[w];
  }
  return nullptr;
}

memory_system::l1_line& memory_system::make_l1(std::uint64_t key) {
  l1_line* set = &l1_[mixed(key) % l1_sets_ * ways];
  l1_line* oldest = std::min_element(
      set, set + ways, [](const l1_line& a, const l1_line& b) { return a.used < b.used; });
  *oldest = {key, 0, 0, -1e9, ++l1_clock_};
  return *oldest;
}

double memory_system::random(std::uint64_t a) {
  return static_cast<double>(mixed(a ^ ++dice_ << 20) >> 11) * 0x1p-53;
}

std::uint8_t memory_system::missing(std::uint64_t key, std::uint8_t sectors, double share) {
  auto [at, is_new] = l2_.try_emplace(key);
  l2_line& line = at->second;
  if (!is_new && l2_clock_ - line.at > l2_lines_) line = {};  // it has made room for others
  if (line.sectors == 0) line.at = ++l2_clock_;
  const std::uint8_t absent = sectors & ~line.sectors;
  line.sectors |= sectors;
  if (absent == 0) return 0;
  return share >= 1 || random(key) < share ? absent : std::uint8_t{0};
}

void memory_system::note_dram(double now, double cost, bool reads) {
  const double decay = std::exp(-std::max(0.0, now - load_at_) / window);
  load_ = load_ * decay + cost;
  reads_ = reads_ * decay + (reads ? cost : 0);
  load_at_ = std::max(load_at_, now);
}

// To write among reads, DRAM has to turn round.
void memory_system::dram_write(double now, double bytes) {
  const double reads = load_ > 0 ? reads_ / load_ : 0;
  const double cost =
      bytes * dram_cycles_per_byte_ * (on_.dram_write_cost + on_.dram_turn_cost * reads);
  dram_.take(now, cost);
  note_dram(now, cost, false);
}

double memory_system::dram_read(double now, std::uint8_t sectors) {
  const unsigned count = pairs(sectors);
  const double cost = count * 64 * dram_cycles_per_byte_ * (count == 1 ? on_.dram_scattered : 1);
  const double begins = dram_.take(now, cost);
  note_dram(now, cost, true);
  if (shared_.written_back > 0) dram_write(now, count * 64 * shared_.written_back);
  const double u = std::min(most_utilised, load_ / window);
  const double spread = -on_.dram_spread * std::log(1 - random(begins > 0 ? 1 : 2));
  const double writes = load_ > 0 ? 1 - reads_ / load_ : 0;
  const double queue = on_.dram_queue + on_.dram_queue_writes * writes;
  const double waits = std::max(begins - now, queue * u / (1 - u));
  return now + waits + on_.dram_latency + spread;
}

double memory_system::from_l2(double now, std::uint64_t key, std::uint8_t sectors, double share) {
  const double asked = requests_.take(now, sharers_ / on_.l2_requests);
  const double all = sectors_.take(asked, std::popcount(sectors) * sharers_ / on_.l2_all_sectors);
  const double begins = port_.take(all, std::popcount(sectors) / on_.l2_sectors);
  const std::uint8_t absent = missing(key, sectors, share);
  return absent == 0 ? begins + on_.l2_latency : dram_read(begins, absent);
}

std::uint64_t memory_system::key_of(std::uint64_t line, const request& of) const {
  if (of.is_local()) return std::uint64_t{1} << 62 | std::uint64_t{of.local_of} << 24 | line;
  return shared_.common.contains(line) ? line : line + of.salt;
}

// When the translation of an allocation's addresses is known to the SM.
double memory_system::translation(double now, const sharing::of_allocation* in) {
  if (in == nullptr) return now;
  const auto [at, is_first] = translated_.try_emplace(in->where.begin, now + on_.first_touch);
  return std::max(now, at->second);
}

double memory_system::load(double now, const request& what) {
  double done = now + on_.l1_latency;
  for (unsigned n = 0; n < what.count; ++n) {
    const touched_line& line = what.lines[n];
    const sharing::of_allocation* in = what.is_local() ? nullptr : shared_.find(line.line);
    const std::uint64_t key = key_of(line.line, what);
    l1_line* known = what.past_l1 ? nullptr : find_l1(key);
    std::uint8_t absent = line.sectors;
    if (known != nullptr) {
      absent &= static_cast<std::uint8_t>(~known->sectors);
      done = std::max({done, known->filled, known->stored + on_.store_visible + on_.l1_latency});
    }
    if (absent == 0) continue;
    const double filled =
        from_l2(translation(now, in), key, absent, in == nullptr ? 1 : in->from_dram(line.line));
    done = std::max(done, filled);
    if (what.past_l1) continue;
    if (known == nullptr) known = &make_l1(key);
    known->sectors |= absent;
    known->filled = std::max(known->filled, filled);
  }
  return done;
}

void memory_system::store(double now, const request& what) {
  for (unsigned n = 0; n < what.count; ++n) {
    const touched_line& line = what.lines[n];
    const sharing::of_allocation* in = what.is_local() ? nullptr : shared_.find(line.line);
    const std::uint64_t key = key_of(line.line, what);
    l1_line* known = find_l1(key);
    if (known == nullptr && what.is_local()) known = &make_l1(key);
    if (known != nullptr) {
      known->sectors |= what.is_local() ? line.sectors : line.whole;
      if (!what.is_local()) known->stored = now;
    }
    const auto partial = static_cast<std::uint8_t>(line.sectors & ~line.whole);
    const double cost =
        std::max(on_.l2_store_line, std::popcount(line.whole) * on_.l2_store_sector +
                                        std::popcount(partial) * on_.l2_store_partial);
    const double out = store_port_.take(now, std::popcount(line.sectors) / on_.l2_store_port);
    const double asked = requests_.take(out, cost * sharers_);
    const double share = in == nullptr ? 1 : in->from_dram(line.line);
    write(asked, key, line.sectors, partial, share);
  }
}

void memory_system::write(double now, std::uint64_t key, std::uint8_t sectors, std::uint8_t partial,
                          double share) {
  // Part of a sector is read before it is written.
  if (partial != 0) {
    const std::uint8_t absent = missing(key, partial, share);
    if (absent != 0) dram_read(now, absent);
  }
  l2_line& at = l2_[key];
  if (at.sectors == 0) at.at = ++l2_clock_;
  at.sectors |= sectors;
  const auto clean = static_cast<std::uint8_t>(sectors & ~at.dirty);
  at.dirty |= sectors;
  if (clean == 0 || (share < 1 && random(key) >= share)) return;
  const double bytes = std::popcount(clean) * 32;
  if ((clean_bytes_ -= bytes) >= 0) return;
  dram_write(now, bytes);
}

double memory_system::atomic(double now, const request& what, const l2_atomics::how& how) {
  double done = now;
  for (unsigned n = 0; n < what.count; ++n) {
    const touched_line& line = what.lines[n];
    const sharing::of_allocation* in = what.is_local() ? nullptr : shared_.find(line.line);
    const double share = in == nullptr ? 1 : in->from_dram(line.line);
    const std::uint64_t key = key_of(line.line, what);
    const double asked = requests_.take(translation(now, in), sharers_ / on_.l2_requests);
    double there = asked;
    if (const std::uint8_t absent = missing(key, line.sectors, share); absent != 0)
      there = dram_read(asked, absent);
    write(asked, key, line.sectors, 0, share);
    done = std::max({done, there, atomics_.run(asked, line, how) + on_.atomic_latency});
  }
  return done;
}

double memory_system::backlog(double now) const {
  return std::max({0.0, port_.free - now, store_port_.free - now, requests_.free - now,
                   sectors_.free - now, dram_.free - now, atomics_.last() - now});
}

}  // namespace lockstep::timing
