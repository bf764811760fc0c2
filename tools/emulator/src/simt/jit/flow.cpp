#include "simt/jit/flow.hpp"

#include <algorithm>
#include <numeric>

#include "simt/control/actions.hpp"
#include "simt/instruments/value_checks.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

function_flow::function_flow(const code& of, const step* steps, std::uint32_t count,
                             std::uint32_t body, bool whole_rows)
    : code_(of), steps_(steps), count_(count) {
  if (count > most_steps) {
    usable_ = false;
    return;
  }
  for (std::uint32_t s = 0; s < count; ++s) {
    operations_.push_back(operation_of(steps[s]));
    operation& what = operations_.back();
    if ((what.kind == vote || what.kind == warp_sync) && !names_all(steps[s].c)) {
      what.reads = what.kind == vote ? row_a | row_c : row_c;
      what.writes = what.kind == vote ? row_d : 0;
      what.kind = external;
    }
    if (const followed_shuffle* const one = followed_at(s); one != nullptr && one->is_whole)
      what = {shuffle, ptx::scalar::b32, ptx::scalar::none, static_cast<std::uint8_t>(one->by)};
    effects_.push_back(effects_of(steps[s], what));
  }
  // The second step of these is for lanes that come one after another.
  for (std::uint32_t s = 0; s + 1 < count; ++s) {
    if (!is_of_warp(operations_[s].kind)) continue;
    operations_[s + 1] = {nothing};
    effects_[s + 1] = {};
  }
  note_rows(body, whole_rows);
  if (!usable_) return;
  find_lasting_rows(body);
  find_blocks(body);
  find_components();
  find_broken_loops();
  find_sides();
  find_entries();
  find_live_rows();
  find_states();
}

// Whether the row is a constant that names all lanes.
bool function_flow::names_all(std::uint32_t row) const {
  return std::any_of(code_.constants.begin(), code_.constants.end(), [&](const constant_row& c) {
    return c.row == row && c.bytes == 4 && static_cast<std::uint32_t>(c.value) == ~0u;
  });
}

// -- Blocks

// Steps that the interpreter executes. A guard and what it guards go together.
std::vector<bool> function_flow::find_external(std::uint32_t body) const {
  std::vector<bool> external(count_, false);
  const auto is_external = [&](std::uint32_t s) {
    const operation_kind kind = operations_[s].kind;
    return kind == unknown || kind == operation_kind::external || kind == leave;
  };
  for (std::uint32_t s = body; s < count_; ++s) {
    if (operations_[s].kind != guard) {
      // The second step of an operation of the warp belongs to the first (control/actions.hpp).
      const bool is_second = operations_[s].kind == nothing && s > body && external[s - 1];
      external[s] = is_external(s) || is_second;
      continue;
    }
    const std::uint32_t end = index_of(steps_[s].target);
    bool all = false;
    for (std::uint32_t inner = s + 1; inner < end; ++inner) all = all || is_external(inner);
    for (std::uint32_t inner = s; inner < end; ++inner) external[inner] = all;
    s = end - 1;
  }
  return external;
}

void function_flow::find_blocks(std::uint32_t body) {
  const std::vector<bool> external = find_external(body);
  std::vector<bool> leads(count_ + 1, false);
  leads[body] = true;
  const auto lead = [&](const step* to) {
    if (to != nullptr) leads[index_of(to)] = true;
  };
  for (std::uint32_t s = body; s < count_; ++s) {
    const operation_kind kind = operations_[s].kind;
    if (external[s]) leads[s] = leads[s + 1] = true;
    if (kind == join || kind == jump || kind == branch) leads[s + 1] = true;
    const bool skips = steps_[s].run == &control::guard_split || (external[s] && kind == guard);
    if (kind == jump || kind == branch || skips) lead(steps_[s].target);
    if (kind == branch) lead(steps_[s].fall_through);
  }
  for (const std::vector<const step*>& table : code_.jump_tables)
    for (const step* to : table)
      if (to >= steps_ + body && to < steps_ + count_) lead(to);
  block_of_.assign(count_, 0);
  for (std::uint32_t s = body; s < count_; ++s) {
    if (leads[s]) {
      blocks_.emplace_back().first = s;
      blocks_.back().compiled = !external[s];
    }
    block_of_[s] = static_cast<std::uint32_t>(blocks_.size() - 1);
    blocks_.back().last = s + 1;
  }
  for (block& b : blocks_) link(b);
}

void function_flow::link(block& b) {
  const std::uint32_t end = b.last - 1;
  const step& s = steps_[end];
  const auto to = [&](const step* next) { b.successors.push_back(block_of_[index_of(next)]); };
  switch (operations_[end].kind) {
    case leave:
      return;
    case jump:
      return to(s.target);
    case branch:
      to(s.fall_through);
      return to(s.target);
    default:
      break;
  }
  if (b.last < count_) to(steps_ + b.last);
  if (b.compiled) return;
  if (operations_[end].kind == guard || s.run == &control::guard_split) to(s.target);
  if (s.run == &control::branch_indexed)
    for (const step* next : code_.jump_tables[s.extra]) to(next);
}

void function_flow::find_components() {
  std::vector<std::uint32_t> root(blocks_.size());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](std::uint32_t b) {
    while (root[b] != b) b = root[b] = root[root[b]];
    return b;
  };
  const auto unite = [&](std::uint32_t b, std::uint32_t to) {
    if (blocks_[b].compiled && blocks_[to].compiled) root[find(b)] = find(to);
  };
  for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
    for (const std::uint32_t to : blocks_[b].successors) {
      unite(b, to);
      // Code that a barrier leads to is there when the next warp goes on behind it.
      if (steps_[blocks_[to].first].run == &control::sync_all)
        unite(b, blocks_[to].successors.front());
    }
  }
  std::vector<std::uint32_t> numbers(blocks_.size(), ~0u);
  for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
    if (!blocks_[b].compiled) continue;
    std::uint32_t& number = numbers[find(b)];
    if (number == ~0u) number = components_++;
    blocks_[b].component = number;
  }
}

// -- Live rows

void function_flow::step_back(std::uint32_t s, bool guarded, row_set& live) const {
  const effects& e = effects_[s];
  if (e.anything) {
    live.set();
    return;
  }
  if (operations_[s].kind == leave) live.reset();
  for (unsigned i = 0; i < e.writes && !guarded; ++i) live.reset(number_of(e.written[i].row));
  for (unsigned i = 0; i < e.reads; ++i) live.set(number_of(e.read[i].row));
}

std::vector<row_set> function_flow::live_within(const block& b) const {
  std::vector<row_set> live(b.last - b.first + 1);
  live.back() = b.live_out;
  bool guarded = false;
  for (std::uint32_t s = b.last; s-- > b.first;) {
    const operation_kind kind = operations_[s].kind;
    if (kind == unguard && b.compiled) guarded = true;
    if (kind == guard) guarded = false;
    live[s - b.first] = live[s - b.first + 1];
    step_back(s, guarded, live[s - b.first]);
  }
  return live;
}

void function_flow::find_live_rows() {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      block& b = blocks_[i];
      row_set out;
      for (const std::uint32_t to : b.successors) out |= blocks_[to].live_in;
      if (out == b.live_out && b.live_in.any()) continue;
      b.live_out = out;
      const row_set in = live_within(b).front();
      if (in == b.live_in) continue;
      b.live_in = in;
      changed = true;
    }
  }
}

void function_flow::find_broken_loops() {
  for (std::size_t end = 0; end < blocks_.size(); ++end) {
    for (const std::uint32_t begin : blocks_[end].successors) {
      if (begin > end) continue;
      const bool is_broken =
          std::any_of(blocks_.begin() + begin, blocks_.begin() + static_cast<std::ptrdiff_t>(end),
                      [](const block& b) { return !b.compiled; });
      blocks_[begin].begins_broken_loop = blocks_[begin].begins_broken_loop || is_broken;
    }
  }
}

void function_flow::find_entries() {
  constexpr std::uint32_t least_steps = 3;  // fewer are sooner executed than entered
  const auto steps_of = [&](const block& b) {
    return static_cast<std::uint32_t>(std::count_if(
        operations_.begin() + b.first, operations_.begin() + b.last, [](const operation& one) {
          return one.kind != join && one.kind != jump && one.kind != nothing &&
                 one.kind != operation_kind::count;
        }));
  };
  std::vector<std::uint32_t> ahead(blocks_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = blocks_.size(); i-- > 0;) {
      const block& b = blocks_[i];
      if (!b.compiled) continue;
      std::uint32_t least = b.successors.empty() ? 0 : least_steps;
      for (const std::uint32_t to : b.successors) least = std::min(least, ahead[to]);
      const std::uint32_t found = std::min(least_steps, steps_of(b) + least);
      changed = changed || found != ahead[i];
      ahead[i] = found;
    }
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    blocks_[i].is_worth_entering = ahead[i] >= least_steps;
}

// -- What is known of values

void function_flow::find_states() {
  row_state nothing_known;
  nothing_known.varying = true;
  nothing_known.nan = nan_bits::exact;
  std::vector<bool> is_reached(blocks_.size(), false);
  std::vector<row_state> optimistic(rows_.size());
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (rows_[r].is_fixed)
      optimistic[r] = rows_[r].fixed;
    else
      optimistic[r].varying = rows_[r].bytes == 2;  // one register holds all of it anyway
  std::vector<bool> has_predecessor(blocks_.size(), false);
  for (const block& b : blocks_)
    for (const std::uint32_t to : b.successors) has_predecessor[to] = true;
  has_predecessor[0] = false;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    blocks_[i].entry = optimistic;
    if (has_predecessor[i]) continue;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      if (!rows_[r].is_fixed) blocks_[i].entry[r] = nothing_known;
  }
  const auto meet = [](row_state& into, const row_state& from, bool is_written_back) {
    const row_state before = into;
    into.varying = into.varying || from.varying;
    into.nan = std::max(into.nan, from.nan);
    into.dirty = into.dirty || (from.dirty && !is_written_back);
    return !(into == before);
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const block& b : blocks_) {
      std::vector<row_state> states = b.entry;
      bool guarded = false;
      for (std::uint32_t s = b.first; s < b.last; ++s) {
        if (!b.compiled) {
          apply_external(s, states);
          continue;
        }
        apply(s, guarded, states);
        if (operations_[s].kind == guard) guarded = true;
        if (operations_[s].kind == unguard) guarded = false;
      }
      if (parts_lanes(b, states)) {
        std::vector<row_state> masked = states;
        apply_masked(b.sides->falls, masked);
        apply_masked(b.sides->jumps, masked);
        for (std::size_t r = 0; r < rows_.size(); ++r)
          changed = meet(blocks_[b.sides->meet].entry[r], masked[r], false) || changed;
      }
      for (const std::uint32_t to : b.successors) {
        const bool is_in_front = blocks_[to].begins_broken_loop && b.first < blocks_[to].first;
        for (std::size_t r = 0; r < rows_.size(); ++r)
          changed = meet(blocks_[to].entry[r], states[r], is_in_front && b.compiled) || changed;
      }
    }
  }
}

void function_flow::apply_external(std::uint32_t s, std::vector<row_state>& states) const {
  const effects& e = effects_[s];
  const auto forget = [&](std::size_t r) {
    if (rows_[r].is_fixed) return;
    states[r].varying = true;
    states[r].nan = nan_bits::exact;
  };
  for (std::size_t r = 0; r < states.size(); ++r) {
    states[r].dirty = false;
    if (e.anything) forget(r);
  }
  for (unsigned i = 0; i < e.writes; ++i) forget(number_of(e.written[i].row));
}

void function_flow::apply(std::uint32_t s, bool guarded, std::vector<row_state>& states) const {
  const effects& e = effects_[s];
  if (e.writes == 0) return;
  const operation& what = operations_[s];
  row_state now;
  now.dirty = true;
  now.nan = nan_bits::exact;
  for (unsigned i = 0; i < e.reads; ++i)
    now.varying = now.varying || states[number_of(e.read[i].row)].varying;
  const auto nan_of = [&](std::uint32_t row) { return states[number_of(row)].nan; };
  switch (what.kind) {
    case copy:
    case shuffle:
      now.nan = nan_of(steps_[s].a);
      break;
    case select:
      now.nan = std::max(nan_of(steps_[s].a), nan_of(steps_[s].b));
      break;
    case to_float:
      now.nan = nan_bits::canonical;
      break;
    case update:  // lane after lane
      now.varying = true;
      break;
    case vote:
      now.varying = false;
      break;
    case fadd:
    case fsub:
    case fmul:
    case fma:
    case fmin:
    case fmax:
    case fabs:
    case fneg:
    case fsqrt:
    case fdiv:
    case frcp:
      if (what.type == ptx::scalar::f32) now.nan = nan_bits::loose;
      break;
    default:
      break;
  }
  for (unsigned i = 0; i < e.writes; ++i) {
    row_state& d = states[number_of(e.written[i].row)];
    row_state made = now;
    made.varying = made.varying || rows_[number_of(e.written[i].row)].bytes == 2;
    if (guarded) {
      made.varying = true;
      made.nan = std::max(made.nan, d.nan);
    }
    d = made;
  }
}

const followed_shuffle* function_flow::followed_at(std::uint32_t s) const {
  if (s + 1 >= count_ || steps_[s + 1].run != &instruments::follow_shuffle) return nullptr;
  return &code_.checked->shuffles[code_.checked->shuffle_of[steps_[s].instruction]];
}

const observed_access& function_flow::observed_at(std::uint32_t s) const {
  return code_.checked->observed[steps_[s].extra];
}

}  // namespace lockstep::simt::jit
