#include "simt/instructions/mbarrier.hpp"

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/checking.hpp"

#include <cstring>
#include <string>

#include "simt/semantics/address.hpp"
#include "simt/state/fault.hpp"

namespace lockstep::simt {
namespace {

constexpr std::uint32_t most_threads = (1u << 20) - 1;

// Where the parts of the opaque object lie in its 64 bits; `pending` has the lowest.
constexpr unsigned expected_shift = 20, bytes_shift = 40, valid_shift = 62, odd_shift = 63;
constexpr std::uint32_t bytes_mask = (1u << 22) - 1;
constexpr unsigned bits_above_bytes = 10;  // of 32, which the sign fills

// The opaque object as it lies in memory, and as a state token.
struct object {
  std::uint32_t pending = 0, expected = 0;  // arrivals: still to come in this phase; in each phase
  std::int32_t bytes = 0;                   // still to come in this phase
  bool odd = false;                         // the current phase's parity
  bool valid = false;

  static object unpack(std::uint64_t word) {
    object o;
    o.pending = word & most_threads;
    o.expected = word >> expected_shift & most_threads;
    const auto bytes = static_cast<std::uint32_t>(word >> bytes_shift & bytes_mask);
    o.bytes = static_cast<std::int32_t>(bytes << bits_above_bytes) >> bits_above_bytes;
    o.odd = (word >> odd_shift) != 0;
    o.valid = (word >> valid_shift & 1) != 0;
    return o;
  }
  // Nobody and nothing has arrived in this phase.
  bool is_fresh() const { return pending == expected && bytes == 0; }
  std::uint64_t pack() const {
    return std::uint64_t{pending} | std::uint64_t{expected} << expected_shift |
           std::uint64_t{static_cast<std::uint32_t>(bytes) & bytes_mask} << bytes_shift |
           std::uint64_t{valid} << valid_shift | std::uint64_t{odd} << odd_shift;
  }
};

[[noreturn]] void raise_misuse(const warp& w, const step* s, unsigned lane, std::string what) {
  raise(fault_at(w, s, lane, finding_kind::barrier_mismatch, std::move(what)));
}

// A lane's object in memory. Blocks run on one worker, so plain loads and stores are enough.
class access {
 public:
  access(warp& w, const step* s, unsigned lane, std::uint64_t address, bool shared)
      : w_(w), s_(s), lane_(lane) {
    if (address % 8 != 0)
      raise_access(w, s, lane, address, 8, shared ? memory_space::shared : memory_space::global,
                   access_kind::atomic);
    std::uint64_t offset = address;
    if (!shared && resolve(address, offset) != ptx::state_space::shared)
      raise_misuse(
          w, s, lane,
          protocol::phrase("mbarrier-not-shared", "uses an mbarrier that is not in shared memory"));
    at_ = shared ? baseline::shared_lane(w, s, lane, address, 8, access_kind::atomic)
                 : baseline::generic_lane(w, s, lane, address, 8, access_kind::atomic);
  }

  object any() const {
    std::uint64_t word;
    std::memcpy(&word, at_, sizeof word);
    return object::unpack(word);
  }
  object valid() const {
    const object o = any();
    if (!o.valid)
      raise_misuse(
          w_, s_, lane_,
          protocol::phrase("mbarrier-not-initialised",
                           "uses an mbarrier that was not initialised, or was invalidated"));
    return o;
  }
  // Stores the object, the next phase if this one is complete. True if it was.
  bool settle(object o) const {
    const bool complete = o.pending == 0 && o.bytes == 0;
    if (complete) {
      o.odd = !o.odd;
      o.pending = o.expected;
    }
    put(o);
    return complete;
  }
  void put(const object& o) const {
    const std::uint64_t word = o.pack();
    std::memcpy(at_, &word, sizeof word);
  }

 private:
  warp& w_;
  const step* s_;
  unsigned lane_;
  std::byte* at_;
};

template <class F>
const step* each_object(warp& w, const step* s, F f) {
  const mbarrier_form form = mbarrier_form::unpack(s->immediate);
  const auto* address = row<std::uint64_t>(w, s->a);
  for_lanes(w.active,
            [&](unsigned lane) { f(lane, access(w, s, lane, address[lane], form.shared), form); });
  return s + 1;
}

void report_arrival(warp& w, const step* s, unsigned lane, mbarrier_form form, const object& o) {
  const std::uint64_t address = row<std::uint64_t>(w, s->a)[lane];
  if (form.of_copies) note_copies_for(w, lane, form.shared, address, o.odd);
  const bool at_once = (w.active & ((lane_mask{1} << lane) - 1)) != 0;
  note_mbarrier(w, lane, form.shared, address, {o.odd, false, o.is_fresh(), at_once});
}

}  // namespace

const step* mbarrier_init(warp& w, const step* s) {
  const auto* count = row<std::uint32_t>(w, s->b);
  return each_object(w, s, [&](unsigned lane, const access& at, mbarrier_form) {
    if (count[lane] == 0 || count[lane] > most_threads)
      raise_misuse(
          w, s, lane,
          protocol::phrase("mbarrier-count",
                           "initialises an mbarrier for {} arrivals; 1 to 1048575 are possible",
                           count[lane]));
    object o;
    o.pending = o.expected = count[lane];
    o.valid = true;
    at.put(o);
  });
}

const step* mbarrier_invalidate(warp& w, const step* s) {
  return each_object(w, s, [](unsigned, const access& at, mbarrier_form) {
    at.valid();
    at.put({});
  });
}

const step* mbarrier_arrive(warp& w, const step* s) {
  const auto* count = row<std::uint32_t>(w, s->b);
  const auto* bytes = row<std::int32_t>(w, s->c);
  auto* state = row<std::uint64_t>(w, s->d);
  return each_object(w, s, [&](unsigned lane, const access& at, mbarrier_form form) {
    object o = at.valid();
    report_arrival(w, s, lane, form, o);
    const std::uint64_t before = o.pack();
    if (form.expect_tx) o.bytes += bytes[lane];
    if (count[lane] > o.pending)
      raise_misuse(
          w, s, lane,
          protocol::phrase("mbarrier-arrives",
                           "arrives {} times at an mbarrier that waits for {} of {} arrivals",
                           count[lane], o.pending, o.expected));
    o.pending -= count[lane];
    if (form.drop) o.expected -= count[lane];
    if (at.settle(o) && form.no_complete)
      raise_misuse(
          w, s, lane,
          protocol::phrase("mbarrier-completes",
                           "completes a phase by an arrival that promised not to (.noComplete)"));
    if (form.returns) state[lane] = before;
  });
}

const step* mbarrier_expect_tx(warp& w, const step* s) {
  const auto* bytes = row<std::int32_t>(w, s->b);
  return each_object(w, s, [&](unsigned lane, const access& at, mbarrier_form form) {
    object o = at.valid();
    if (form.of_copies) report_arrival(w, s, lane, form, o);
    o.bytes += bytes[lane];
    at.put(o);
  });
}

const step* mbarrier_complete_tx(warp& w, const step* s) {
  const auto* bytes = row<std::int32_t>(w, s->b);
  return each_object(w, s, [&](unsigned lane, const access& at, mbarrier_form) {
    object o = at.valid();
    o.bytes -= bytes[lane];
    at.settle(o);
  });
}

const step* mbarrier_wait(warp& w, const step* s) {
  lane_mask over = 0;
  each_object(w, s, [&](unsigned lane, const access& at, mbarrier_form form) {
    const bool odd = form.parity ? (row<std::uint32_t>(w, s->b)[lane] & 1) != 0
                                 : object::unpack(row<std::uint64_t>(w, s->b)[lane]).odd;
    const object o = at.valid();
    const bool is_over = o.odd != odd;
    if (is_over) {
      const std::uint64_t address = row<std::uint64_t>(w, s->a)[lane];
      note_mbarrier(w, lane, form.shared, address, {odd, true, false});
      note_phase(w, form.shared, address, o.odd);
    }
    over |= static_cast<lane_mask>(is_over) << lane;
  });
  lane_mask& d = predicate(w, s->d);
  d = (d & ~w.active) | over;
  if (over != w.active) {
    w.fuel = 1;
    w.polls_again = true;
  }
  return s + 1;
}

const step* mbarrier_pending_count(warp& w, const step* s) {
  const auto* state = row<std::uint64_t>(w, s->a);
  auto* d = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { d[lane] = object::unpack(state[lane]).pending; });
  return s + 1;
}

void mbarrier_bytes_came(warp& w, const step* s, unsigned lane, std::uint64_t address, bool shared,
                         std::uint32_t bytes) {
  const access at(w, s, lane, address, shared);
  object o = at.valid();
  note_copies_for(w, lane, shared, address, o.odd);
  note_mbarrier(w, lane, shared, address, {o.odd, false, o.is_fresh()});
  o.bytes -= static_cast<std::int32_t>(bytes);
  at.settle(o);
}

}  // namespace lockstep::simt
