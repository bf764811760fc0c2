// What is looked at quickly is found and remembered as by a closer look, whatever came before.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

// Vectors that are passed between inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

// The file's own copy, compiled as this file is.
#define LOCKSTEP_ISA tested
#include "checks/accesses.hpp"
#include "simt/semantics/quick_access.hpp"
#include "simt/semantics/volatile_row.hpp"

namespace {

using namespace lockstep::checks;
using lockstep::simt::tested::are_in_step;
using lockstep::simt::tested::quick_access;
using lockstep::simt::tested::volatile_accesses;
using lockstep::simt::tested::volatile_row;

constexpr unsigned warps = 3, words = 160;
constexpr tools all_tools{true, true, false, false};
constexpr access_kind weak_read{action::read, strength::weak};
constexpr access_kind weak_write{action::write, strength::weak};
constexpr access_kind volatile_read{action::read, strength::is_volatile};
constexpr access_kind volatile_write{action::write, strength::is_volatile};
constexpr access_kind atomic_add{action::atomic, strength::on_device};
constexpr access_kind narrow_add{action::atomic, strength::in_block};
constexpr access_kind strong_load{action::read, strength::on_device};

struct different_values final : stored_values {
  bool alike(unsigned, unsigned) const override { return false; }
  bool unchanged(unsigned) const override { return false; }
};

// The accesses of a warp's lanes, as kernels make them.
struct pattern {
  std::array<std::uint64_t, lanes_per_warp> at{};
  std::uint32_t lanes = 0;
};

class dice {
 public:
  explicit dice(unsigned seed) : of_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(of_() % n); }
  std::uint32_t mask() { return static_cast<std::uint32_t>(of_()); }

 private:
  std::mt19937 of_;
};

std::uint32_t some_lanes(dice& d) {
  switch (d.below(7)) {
    case 0:
      return 0x55555555u << d.below(2);
    case 1:
      return ~std::uint32_t{0} >> d.below(32);
    case 2:
      return ~std::uint32_t{0} << d.below(32);
    case 3:
      return d.mask() | 1u;
    case 4:
      return 0xffffu << 16 * d.below(2);
    default:
      return ~std::uint32_t{0};
  }
}

pattern some_pattern(dice& d, unsigned bytes) {
  pattern p;
  p.lanes = some_lanes(d);
  const unsigned kind = d.below(7);
  const unsigned start = d.below(8) * 4 * d.below(5), width = 8u << d.below(3);
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    unsigned element = lane;                                   // side by side
    if (kind == 1) element = 7;                                // one place
    if (kind == 2) element = lane % width;                     // several rows at one place
    if (kind == 3) element = lane / width;                     // several places
    if (kind == 4) element = 2 * lane;                         // apart
    if (kind == 5) element = d.below(words * 4 / bytes);       // anywhere
    if (kind == 6) element = lane + (lane < width ? 0u : 5u);  // two rows
    p.at[lane] = (start + element * bytes) % (words * 4 - bytes + 4);
    p.at[lane] -= p.at[lane] % 4;
    if (p.at[lane] + bytes > words * 4) p.at[lane] = 0;
  }
  return p;
}

// Lanes that access words which lanes before them access as well.
std::uint32_t sharing(const pattern& p, unsigned bytes) {
  std::array<bool, words> taken{};
  std::uint32_t found = 0;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if ((p.lanes >> lane & 1) == 0) continue;
    const auto from = taken.begin() + static_cast<std::ptrdiff_t>(p.at[lane] / 4);
    const auto to = from + static_cast<std::ptrdiff_t>(bytes / 4);
    if (std::find(from, to, true) != to) found |= 1u << lane;
    std::fill(from, to, true);
  }
  return found;
}

// One of two, which see the same accesses.
struct memory_watched {
  explicit memory_watched(const order& time) : accesses(time, found, all_tools) {}
  shadow memory{0, words * 4};
  collector found;
  access_checker accesses;

  void remember_as(const memory_watched& other) {
    const shadow::word_records to = memory.words(0, words), from = other.memory.words(0, words);
    std::copy_n(from.writes, words, to.writes);
    std::copy_n(from.reads, words, to.reads);
    std::copy_n(from.others, words, to.others);
    memory.others_used = other.memory.others_used;
  }
  std::string findings() {
    std::string text;
    for (const auto& f : found.take()) text += f.message + " x" + std::to_string(f.count) + "\n";
    return text;
  }
  bool remembers_as(const memory_watched& other, bool others_too = true) const {
    for (std::uint64_t at = 0; at < 4 * words; at += 4) {
      const word_history one = memory.history_at(at), another = other.memory.history_at(at);
      if (one.write != another.write || one.last != another.last ||
          (others_too && one.other != another.other))
        return false;
    }
    return true;
  }
};

class comparison {
 public:
  comparison(unsigned seed, bool shared, bool atomics, bool exchanges = false, bool updates = false)
      : dice_(seed), shared_(shared), atomics_(atomics), exchanges_(exchanges), updates_(updates) {
    for (unsigned i = 0; i < 24; ++i) {
      lockstep::checks::site s;
      s.file = "kernel.cu";
      s.line = i + 1;
      s.instruction = i;
      s.into = i % 5;
      s.is_source = i % 3 != 0;
      if (i % 3 == 0)
        s.sources = {{i + 1, lockstep::checks::site::source::by::value},
                     {i + 2, lockstep::checks::site::source::by::choice}};
      sites_.push_back(s);
    }
    grid_facts facts;
    facts.kernel = "kernel";
    facts.grid = {2, 1, 1};
    facts.block = {warps * lanes_per_warp, 1, 1};
    facts.sites = &sites_;
    grid_ = time_.begin_grid(facts);
    for (unsigned i = 0; i < 2; ++i) begin(i);
    if (dice_.below(2) == 0) closer_.memory.written_by_host = quick_.memory.written_by_host = true;
  }

  void step() {
    block_run& b = blocks_[shared_ ? 0 : dice_.below(32) == 0];
    time_.take_turn(b);
    const unsigned warp = dice_.below(warps);
    const unsigned what = dice_.below(32);
    if (what >= 26) return time_.block_barrier(b);
    if (what == 1) return begin(static_cast<unsigned>(&b - blocks_.data()));
    if (what == 2) return time_.warp_barrier(b, warp, dice_.mask(), ~0u);
    if (what <= 5) return time_.warp_barrier(b, warp, ~0u, ~0u);
    const std::uint32_t words_each = 1u << dice_.below(3);
    if (exchanges_ && what >= 8 && dice_.below(8) != 0)
      return exchange(b, warp, what % 3 == 0 ? volatile_write : volatile_read);
    if (updates_ && what >= 8 && dice_.below(8) != 0) return update(b, warp, what);
    if (what == 6 && atomics_) return access(b, warp, atomic_add, 1);
    access(b, warp, what < 10 ? weak_write : weak_read, words_each);
  }

  bool is_same() const { return is_same_ && quick_.remembers_as(closer_); }
  std::string quick_findings() { return quick_.findings(); }
  std::string closer_findings() { return closer_.findings(); }
  unsigned done_quickly = 0, done = 0;

 private:
  void begin(unsigned number) {
    time_.begin_block(blocks_[number], grid_, {number, 0, 0}, warps * lanes_per_warp);
    others_[number].clear();
  }

  void access(block_run& b, unsigned warp, access_kind kind, std::uint32_t words_each) {
    pattern p = some_pattern(dice_, 4 * words_each);
    const std::uint32_t shares = sharing(p, 4 * words_each);
    if (kind.writes()) p.lanes &= ~shares;
    const different_values values;
    warp_access a;
    a.shared = shared_;
    a.kind = kind;
    a.site = dice_.below(12);
    a.warp = warp;
    a.lanes = a.together = p.lanes;
    a.bytes = 4 * words_each;
    a.at = p.at.data();
    a.values = &values;
    if (!kind.is_strong() &&
        !updates_) {  // beside updates, a quick look at these is not the matter
      const quick_look look(quick_.memory, b, shared_, true, time_.now(),
                            record_of(0, a.site, kind), warp);
      a.lanes = quick_access(look, p.at.data(), words_each, warp * lanes_per_warp,
                             kind.what == action::read)
                    .look(p.lanes);
      ++done;
      done_quickly += a.lanes == 0;
      // Of lanes that read one word those come last that take a closer look.
      if (a.lanes != 0 && shares != 0) {
        quick_.remember_as(closer_);
        a.lanes = p.lanes;
      }
    }
    const bool share_quickly = a.lanes == 0 && shares != 0;
    strong_reads& others = others_[&b - blocks_.data()];
    std::swap(b.reads, others);
    quick_.accesses.look(quick_.memory, b, a);
    std::swap(b.reads, others);
    a.lanes = p.lanes;
    closer_.accesses.look(closer_.memory, b, a);
    if (!share_quickly) return;
    // What one of them has read before stays beside what they read together.
    is_same_ = is_same_ && quick_.remembers_as(closer_, false);
    quick_.remember_as(closer_);
  }

  // Atomic operations of lanes at words of their own or at the same ones, and strong reads.
  void update(block_run& b, unsigned warp, unsigned what) {
    const pattern p = some_pattern(dice_, 4);
    const different_values values;
    warp_access a;
    a.shared = shared_;
    a.kind = what < 11 ? strong_load : what < 14 ? narrow_add : atomic_add;
    a.site = dice_.below(4) * 3 + (a.kind.what == action::read ? 1 : 2);
    a.warp = warp;
    a.lanes = a.together = p.lanes;
    a.bytes = 4;
    a.at = p.at.data();
    a.values = &values;
    strong_reads& others = others_[&b - blocks_.data()];
    std::swap(b.reads, others);
    if (a.kind.what == action::atomic && b.reads.empty()) {
      const quick_look look(quick_.memory, b, shared_, true, time_.now(),
                            record_of(0, a.site, a.kind), warp);
      while (a.lanes != 0) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(a.lanes));
        if (!look.update(p.at[lane] / 4, by_thread(warp * lanes_per_warp + lane))) break;
        a.lanes &= a.lanes - 1;
      }
      ++done;
      done_quickly += a.lanes == 0;
    }
    quick_.accesses.look(quick_.memory, b, a);
    std::swap(b.reads, others);
    a.lanes = p.lanes;
    closer_.accesses.look(closer_.memory, b, a);
  }

  // Each of the two has what threads have read for itself.
  void exchange(block_run& b, unsigned warp, access_kind kind) {
    pattern p;
    p.lanes = dice_.below(3) == 0 ? some_lanes(dice_) : ~0u;
    // No more words and loads than are remembered of a thread.
    const unsigned start = dice_.below(2) * 64 + dice_.below(2) * 4;
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) p.at[lane] = start + 4 * lane;
    const different_values values;
    warp_access a;
    a.shared = shared_;
    a.kind = kind;
    a.site = kind.what == action::read ? 13 + dice_.below(2) : 12 + 3 * dice_.below(2);
    a.warp = warp;
    a.lanes = a.together = p.lanes;
    a.bytes = 4;
    a.at = p.at.data();
    a.values = &values;
    volatile_accesses of;
    of.run = &b;
    of.checker = &quick_.accesses;
    of.sites = &sites_;
    of.here = &sites_[a.site];
    of.warp = warp;
    of.shared = shared_;
    const quick_look look(quick_.memory, b, shared_, kind.what == action::read, time_.now(),
                          record_of(0, a.site, kind), warp);
    strong_reads& others = others_[&b - blocks_.data()];
    std::swap(b.reads, others);
    bool is_quick = false;
    if (are_in_step(quick_.memory, start, p.lanes, shared_)) {
      const auto looked_at = [&](auto row) {
        return kind.what == action::read ? row.read() : row.write();
      };
      is_quick = p.lanes == ~0u ? looked_at(volatile_row<true>(look, of, start, p.lanes))
                                : looked_at(volatile_row<false>(look, of, start, p.lanes));
    }
    if (!is_quick) quick_.accesses.look(quick_.memory, b, a);
    std::swap(b.reads, others);
    closer_.accesses.look(closer_.memory, b, a);
    ++done;
    done_quickly += is_quick;
  }

  dice dice_;
  const bool shared_, atomics_, exchanges_, updates_;
  bool is_same_ = true;
  std::vector<lockstep::checks::site> sites_;
  order time_{false};
  std::uint32_t grid_ = 0;
  std::array<block_run, 2> blocks_;
  std::array<strong_reads, 2> others_;  // of the blocks, as seen quickly
  memory_watched closer_{time_}, quick_{time_};
};

void compare(bool shared) {
  unsigned done = 0, done_quickly = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const bool atomics = seed % 2 != 0;
    comparison c(seed, shared, atomics);
    for (unsigned step = 0; step < 100; ++step) {
      c.step();
      INFO("seed ", seed, " step ", step);
      REQUIRE(c.is_same());
    }
    const bool finds_the_same = c.quick_findings() == c.closer_findings();
    // A thread that reads a word again is not compared with an atomic operation again.
    if (!atomics) CHECK(finds_the_same);
    done += c.done;
    done_quickly += c.done_quickly;
  }
  CHECK(done_quickly > done / 8);
}

enum class kind { exchanges, updates };

void compare(bool shared, kind of) {
  unsigned done = 0, done_quickly = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    comparison c(seed, shared, false, of == kind::exchanges, of == kind::updates);
    for (unsigned step = 0; step < 80; ++step) {
      c.step();
      INFO("seed ", seed, " step ", step);
      REQUIRE(c.is_same());
    }
    INFO("seed ", seed);
    CHECK(c.quick_findings() == c.closer_findings());
    done += c.done;
    done_quickly += c.done_quickly;
  }
  CHECK(done_quickly > done / 8);
}
TEST_CASE("atomic operations on shared memory are looked at quickly as by a closer look") {
  compare(true, kind::updates);
}
TEST_CASE("atomic operations on global memory are looked at quickly as by a closer look") {
  compare(false, kind::updates);
}

TEST_CASE("lanes that exchange in shared memory are looked at quickly as by a closer look") {
  compare(true, kind::exchanges);
}
TEST_CASE("lanes that exchange in global memory are looked at quickly as by a closer look") {
  compare(false, kind::exchanges);
}

TEST_CASE("a quick look at shared memory remembers what a closer look does") { compare(true); }
TEST_CASE("a quick look at global memory remembers what a closer look does") { compare(false); }

}  // namespace
