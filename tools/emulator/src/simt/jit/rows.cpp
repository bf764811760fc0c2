// The rows of a function: their width, and what is known of those that its body does not write.
#include <algorithm>
#include <limits>

#include "simt/jit/flow.hpp"

namespace lockstep::simt::jit {
namespace {

bool differs_between_lanes(special what, bool whole_rows) {
  if (what == special::tid_y || what == special::tid_z) return !whole_rows;
  return what == special::tid_x || what == special::laneid ||
         (what >= special::lanemask_eq && what <= special::lanemask_gt);
}

// As a float it is a number.
bool is_number(const constant_row& c) {
  return c.bytes == 4 && (c.value & 0x7fffffff) <= 0x7f800000;
}

}  // namespace

void function_flow::number(const row_use& use) {
  const auto [at, is_new] = numbers_.try_emplace(use.row, static_cast<std::uint32_t>(rows_.size()));
  if (is_new) {
    rows_.emplace_back().row = use.row;
    rows_.back().bytes = use.bytes;
    usable_ = usable_ && rows_.size() <= most_rows;
    return;
  }
  row_facts& known = rows_[at->second];
  if (use.bytes == any_width) return;
  if (known.bytes == any_width) known.bytes = use.bytes;
  usable_ = usable_ && known.bytes == use.bytes;
}

void function_flow::fix(std::uint32_t row, std::uint8_t bytes, row_state known) {
  number({row, bytes});
  row_facts& facts = rows_[number_of(row)];
  facts.is_fixed = true;
  facts.fixed = known;
}

void function_flow::note_rows(std::uint32_t body, bool whole_rows) {
  row_state uniform, varying;
  uniform.nan = varying.nan = nan_bits::exact;
  varying.varying = true;
  for (const constant_row& c : code_.constants) {
    row_state known = uniform;
    if (is_number(c)) known.nan = nan_bits::canonical;
    fix(c.row, c.bytes, known);
  }
  for (const parameter_row& p : code_.parameters) fix(p.row, p.register_bytes, uniform);
  for (const special_row& s : code_.specials)
    fix(s.row, s.what == special::is_explicit_cluster ? 0 : 4,
        differs_between_lanes(s.what, whole_rows) ? varying : uniform);
  for (std::uint32_t s = 0; s < count_; ++s) {
    for (unsigned i = 0; i < effects_[s].reads; ++i) number(effects_[s].read[i]);
    for (unsigned i = 0; i < effects_[s].writes; ++i) number(effects_[s].written[i]);
  }
  if (!usable_) return;
  // What the prologue makes, for all lanes, stays unless the body writes it too.
  std::vector<row_state> states(rows_.size());
  for (std::size_t r = 0; r < rows_.size(); ++r)
    states[r] = rows_[r].is_fixed ? rows_[r].fixed : varying;
  std::vector<bool> made(rows_.size(), false);
  for (std::uint32_t s = 0; s < body; ++s) {
    const bool is_known = operations_[s].kind != operation_kind::unknown &&
                          operations_[s].kind != operation_kind::external;
    if (is_known) apply(s, false, states);
    for (unsigned i = 0; i < effects_[s].writes; ++i) {
      const std::uint32_t r = number_of(effects_[s].written[i].row);
      made[r] = is_known;
      states[r].dirty = false;
      // The interpreter made it: its NaN is the right one.
      if (states[r].nan == nan_bits::loose) states[r].nan = nan_bits::canonical;
    }
  }
  const auto unmake = [&](std::uint32_t row) {
    if (const auto known = numbers_.find(row); known != numbers_.end()) made[known->second] = false;
  };
  for (std::uint32_t s = body; s < count_; ++s) {
    for (unsigned i = 0; i < effects_[s].writes; ++i) unmake(effects_[s].written[i].row);
    if (!effects_[s].anything) continue;
    unmake(steps_[s].d);  // where steps have their results, whatever they are
    unmake(steps_[s].extra);
  }
  for (const std::vector<std::uint32_t>& list : code_.row_lists)
    for (const std::uint32_t row : list) unmake(row);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (!made[r]) continue;
    rows_[r].is_fixed = true;
    rows_[r].fixed = states[r];
  }
}

void function_flow::find_lasting_rows(std::uint32_t body) {
  std::vector<unsigned> writers(rows_.size(), 0);
  const auto count = [&](std::uint32_t row) {
    if (const auto known = numbers_.find(row); known != numbers_.end()) ++writers[known->second];
  };
  for (std::uint32_t s = body; s < count_; ++s) {
    for (unsigned i = 0; i < effects_[s].writes; ++i) count(effects_[s].written[i].row);
    if (!effects_[s].anything) continue;
    count(steps_[s].d);
    count(steps_[s].extra);
  }
  for (const std::vector<std::uint32_t>& list : code_.row_lists)
    for (const std::uint32_t row : list) count(row);
  std::uint32_t guarded_until = 0;
  for (std::uint32_t s = body; s < count_; ++s) {
    const effects& e = effects_[s];
    const operation_kind kind = operations_[s].kind;
    if (kind == operation_kind::guard) guarded_until = index_of(steps_[s].target);
    const bool computes = e.writes == 1 && s >= guarded_until && !e.anything &&
                          kind != operation_kind::external && kind != operation_kind::load &&
                          kind != operation_kind::update && kind != operation_kind::shuffle;
    if (!computes) continue;
    row_facts& d = rows_[number_of(e.written[0].row)];
    bool same = d.bytes != 0 && writers[number_of(e.written[0].row)] == 1;
    for (unsigned i = 0; i < e.reads; ++i) {
      const row_facts& from = rows_[number_of(e.read[i].row)];
      same = same && ((from.is_fixed && !from.fixed.varying) || from.is_lasting);
    }
    d.is_lasting = same;
  }
}

}  // namespace lockstep::simt::jit
