#include "timing/atomics.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::timing {
namespace {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::word;
using kind = operand::kind_t;

bool adds_floats(scalar t) {
  return t == scalar::f32 || t == scalar::f64 || t == scalar::f16 || t == scalar::f16x2 ||
         t == scalar::bf16 || t == scalar::bf16x2;
}

const operand& added_by(const decoded& i) {
  return i.source->operands.at(i.operation == op::red ? 1 : 2);
}
const operand& target_of(const decoded& i) {
  return i.source->operands.at(i.operation == op::red ? 0 : 1);
}

bool differs_by_lane(const operand& o, std::uint32_t index, const std::vector<bool>& divergent) {
  const bool is_register = o.kind == kind::reg || (o.kind == kind::address && o.base == kind::reg);
  return is_register && divergent[index];
}

}  // namespace

atomic_form form_of(const decoded& i, bool is_used) {
  if (i.has(word::cas)) return atomic_form::compare;
  const bool is_shared = i.space() == ptx::state_space::shared;
  if (adds_floats(i.type)) return is_shared ? atomic_form::loop : atomic_form::floating;
  // ATOMS has 64 bits only for exchanges and comparisons.
  if (is_shared && ptx::size_of(i.type) == 8 && !i.has(word::exch)) return atomic_form::loop;
  const operand& value = added_by(i);
  if (is_shared && !is_used && i.has(word::op_add) && value.kind == kind::integer &&
      value.value == 1)
    return atomic_form::increment;
  return atomic_form::native;
}

bool has_own_values(const decoded& i, const std::vector<bool>& divergent) {
  return differs_by_lane(added_by(i), added_by(i).index, divergent);
}

bool is_for_warp(const decoded& i, const std::vector<bool>& divergent, bool is_used) {
  if (adds_floats(i.type) || i.has(word::cas)) return false;
  if (differs_by_lane(target_of(i), target_of(i).index, divergent)) return false;
  const bool multiplies = i.has(word::op_add) && !has_own_values(i, divergent);
  if (multiplies || ptx::size_of(i.type) != 4) return multiplies;
  return !is_used && (i.has(word::op_add) || i.has(word::op_min) || i.has(word::op_max) ||
                      i.has(word::op_and) || i.has(word::op_or) || i.has(word::op_xor));
}

double l2_atomics::cost_of(const touched_line& line, const how& what) const {
  const double sectors = std::popcount(line.sectors);
  const double first =
      what.form == atomic_form::compare ? on_.atomic_compare_sector : on_.atomic_sector;
  if (what.is_for_warp) return first;
  return sectors * first + std::max(0.0, line.turns - sectors) * on_.atomic_same;
}

double l2_atomics::run(double now, const touched_line& line, const how& what) {
  const double cost = cost_of(line, what);
  double begins = now;
  if (what.answers) {
    const double sectors = what.is_for_warp ? 1 : std::popcount(line.sectors);
    begins = std::max(begins, answers_);
    answers_ = begins + sectors * sharers_ / on_.atomic_answers;
  }
  double done = 0;
  if (shared_.common.contains(line.line)) {
    done = common_ = std::max(begins, common_) + cost * sharers_ / shared_.atomic_slices;
    const double turns = what.is_for_warp ? 1 : line.turns;
    const double each = what.form == atomic_form::floating ? on_.atomic_float : on_.atomic_same;
    hottest_ = std::max(begins, hottest_) + turns * shared_.hottest * each * sharers_;
    done = std::max(done, hottest_);
  } else {
    begins = std::max(begins, own_);
    own_ = begins + cost * sharers_ / std::max(1.0, on_.l2_slices);
    done = begins + cost;
  }
  last_ = std::max(last_, done);
  return done;
}

double shared_atomics::passes(const request& what) {
  const memory_access& a = *what.made;
  if (what.is_for_warp) return 1;
  switch (what.form) {
    case atomic_form::increment:
      return a.passes;
    case atomic_form::loop: {
      // Each round loads and compares what is left to do: one lane of each bank is through.
      const double rounds = a.crowd;
      return rounds * (rounds + 1) / 2 + rounds;
    }
    default:
      return std::max<double>(a.passes, a.same);
  }
}

double shared_atomics::run(double begins, const request& what) {
  if (what.form == atomic_form::loop) return loop(begins, what);
  const double each =
      what.form == atomic_form::compare ? on_.shared_compare_same : on_.shared_atomic_same;
  return begins + on_.shared_atomic + (passes(what) - 1) * each;
}

double shared_atomics::loop(double begins, const request& what) {
  const double round = what.is_wide ? on_.shared_loop_wide : on_.shared_loop;
  const double next = what.is_wide ? on_.shared_loop_next_wide : on_.shared_loop_next;
  double done = begins + round * (what.is_for_warp ? 1 : what.made->crowd);
  for (unsigned n = 0; n < what.made->lines; ++n) {
    const touched_line& word = what.words[n];
    double& free = words_[what.block + word.line];
    free = std::max(begins, free) + next * (what.is_for_warp ? 1 : word.same);
    done = std::max(done, free);
  }
  return done;
}

}  // namespace lockstep::timing
