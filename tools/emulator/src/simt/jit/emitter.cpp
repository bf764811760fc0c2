// Entries, blocks and exits.
#include "simt/jit/emitter.hpp"

#include <algorithm>

#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

emitter::emitter(const function_flow& flow, std::uint32_t component, target& to)
    : flow_(flow), component_(component), cc_(to) {
  for (std::uint32_t b = 0; b < flow.blocks().size(); ++b) {
    const block& one = flow.blocks()[b];
    if (one.compiled && one.component == component && one.is_worth_entering) entries_.push_back(b);
  }
}

// Rows that are written here, and rows that may hold one value for all lanes: whether they do is
// seen at the entries.
void emitter::find_variables() {
  const std::vector<row_facts>& rows = flow_.rows();
  variable_.assign(rows.size(), false);
  registers_.resize(rows.size());
  masks_.resize(rows.size());
  std::vector<bool> is_read(rows.size(), false);
  for (const block& b : flow_.blocks()) {
    if (!b.compiled || b.component != component_) continue;
    for (std::uint32_t s = b.first; s < b.last; ++s) {
      const effects& e = flow_.effects_at(s);
      for (unsigned i = 0; i < e.writes; ++i) variable_[flow_.number_of(e.written[i].row)] = true;
      for (unsigned i = 0; i < e.reads; ++i) is_read[flow_.number_of(e.read[i].row)] = true;
    }
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (is_read[r] && !rows[r].is_fixed && b.live_in[r] && !b.entry[r].varying)
        variable_[r] = true;
  }
  // A row is read by all blocks in one way.
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!variable_[r]) continue;
    if (rows[r].bytes == 0)
      masks_[r] = cc_.newUInt32();
    else
      for (unsigned i = 0; i < std::max(1u, rows[r].bytes / 2u); ++i)
        registers_[r][i] = cc_.newZmm();
  }
}

void emitter::emit() {
  find_variables();
  for (std::size_t b = 0; b < flow_.blocks().size(); ++b) labels_.push_back(cc_.newLabel());
  asmjit::FuncNode* const function =
      cc_.addFunc(asmjit::FuncSignatureT<const void*, void*, std::uint64_t, void*>());
  function->frame().setAvxEnabled();
  cc_.prepare(function->frame());
  function->frame().setAvxCleanup();  // the rest of the emulator may be compiled for SSE
  warp_ = cc_.newUInt64();
  entry_ = cc_.newUInt64();
  function->setArg(0, warp_);
  function->setArg(1, entry_);
  how_ = cc_.newUInt64();
  function->setArg(2, how_);
  emit_entries();
  for (std::uint32_t b = 0; b < flow_.blocks().size(); ++b)
    if (flow_.blocks()[b].compiled && flow_.blocks()[b].component == component_) emit_block(b);
  for (std::size_t i = 0; i < partings_.size(); ++i) emit_parting(partings_[i]);
  for (std::size_t i = 0; i < exits_.size(); ++i) emit_exit(exits_[i]);
  cc_.endFunc();
}

void emitter::emit_entries() {
  rows_ = cc_.newUInt64();
  ranges_ = cc_.newUInt64();
  generation_ = cc_.newUInt64();
  active_.mask = cc_.newUInt32();
  for (x86::KReg& half : active_.half) half = cc_.newKd();
  executing_ = writing_ = active_;
  cc_.mov(ranges_, x86::qword_ptr(warp_, places::ranges));
  load_warp();
  kept_ = used_;
  std::vector<asmjit::Label>& labels = entry_labels_;
  for (std::size_t i = 0; i < entries_.size(); ++i) labels.push_back(cc_.newLabel());
  // By halves; the first of a few is the one that is left.
  const std::function<void(std::size_t, std::size_t)> choose = [&](std::size_t from,
                                                                   std::size_t to) {
    if (to - from == 1) {
      cc_.jmp(labels[from]);
      return;
    }
    const std::size_t middle = (from + to) / 2;
    const asmjit::Label upper = cc_.newLabel();
    cc_.cmp(entry_, middle);
    cc_.jae(upper);
    choose(from, middle);
    cc_.bind(upper);
    choose(middle, to);
  };
  choose(0, entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    cc_.bind(labels[i]);
    emit_entry(entries_[i]);
  }
}

void emitter::load_warp() {
  cc_.mov(rows_, x86::qword_ptr(warp_, places::rows));
  cc_.mov(active_.mask, x86::dword_ptr(warp_, places::active));
  cc_.mov(generation_, x86::qword_ptr(warp_, places::generation));
  cc_.mov(generation_, x86::qword_ptr(generation_));
  set_halves(active_);
}

void emitter::emit_entry(std::uint32_t number) {
  const block& b = flow_.blocks()[number];
  used_ = kept_;
  differences differs;
  const asmjit::Label leaves = cc_.newLabel();
  for (std::uint32_t r = 0; r < flow_.rows().size(); ++r) {
    if (!variable_[r] || !b.live_in[r]) continue;
    load_variable(r, b.entry[r], &differs);
    if (flow_.rows()[r].bytes == 0 && !b.entry[r].varying) check_agreement(masks_[r], leaves);
  }
  std::optional<x86::KReg> found;
  for (const std::uint8_t bytes : {4, 8}) {
    for (unsigned i = 0; i < bytes / 2u; ++i) {
      const auto& part = differs[bytes == 8][i];
      if (!part) continue;
      const x86::KReg k = new_k();
      cc_.emit(bytes == 8 ? Inst::kIdVptestmq : Inst::kIdVptestmd, k, *part, *part);
      cc_.kandw(k, k, lanes_of_part(active_, bytes, i));
      if (found)
        cc_.korw(*found, *found, k);
      else
        found = k;
    }
  }
  if (found) {
    cc_.kortestw(*found, *found);
    cc_.jnz(leaves);
  }
  cc_.jmp(labels_[number]);
  cc_.bind(leaves);
  const x86::Gp at = new_u64();
  cc_.mov(at, reinterpret_cast<std::uint64_t>(flow_.steps() + b.first));
  cc_.ret(at);
}

// Leaves unless the predicate is the same for all active lanes.
void emitter::check_agreement(const x86::Gp& mask, const asmjit::Label& leaves) {
  const asmjit::Label agree = cc_.newLabel();
  const x86::Gp holds = new_u64().r32();
  cc_.mov(holds, mask);
  cc_.and_(holds, active_.mask);
  cc_.jz(agree);
  cc_.cmp(holds, active_.mask);
  cc_.jne(leaves);
  cc_.bind(agree);
}

// What should be the same for all active lanes is that of the first, and where it differs is noted
// (nullptr: it is known to be the same).
void emitter::load_variable(std::uint32_t number, const row_state& expected, differences* differs) {
  const row_facts& facts = flow_.rows()[number];
  if (facts.bytes == 0) {
    cc_.mov(masks_[number], memory_of(facts.row, 0, 4));
    return;
  }
  const std::array<x86::Zmm, 4>& to = registers_[number];
  const unsigned parts = std::max(1u, facts.bytes / 2u);
  if (expected.varying) {
    for (unsigned i = 0; i < parts; ++i) cc_.vmovdqa32(to[i], memory_of(facts.row, i));
    return;
  }
  const x86::Gp lane = new_u64();
  cc_.tzcnt(lane.r32(), active_.mask);
  const bool wide = facts.bytes == 8;
  const x86::Mem first(rows_, lane, wide ? 3 : 2, static_cast<std::int32_t>(facts.row),
                       facts.bytes);
  wide ? cc_.vpbroadcastq(to[0], first) : cc_.vpbroadcastd(to[0], first);
  if (facts.is_lasting || differs == nullptr) return;
  for (unsigned i = 0; i < parts; ++i) {
    auto& part = (*differs)[wide][i];
    if (part) {
      cc_.vpternlogd(*part, to[0], memory_of(facts.row, i), 0xf6);
      continue;
    }
    part = new_zmm();
    cc_.vpxord(*part, to[0], memory_of(facts.row, i));
  }
}

void emitter::emit_block(std::uint32_t number) {
  block_ = &flow_.blocks()[number];
  states_ = block_->entry;
  live_ = flow_.live_within(*block_);
  last_exit_step_ = ~0u;
  for (known_shape& one : shapes_) one.is_used = false;
  cc_.bind(labels_[number]);
  for (std::uint32_t s = block_->first; s < block_->last; ++s) {
    used_ = kept_;
    emit_step(s);
    forget_shapes(s);
    flow_.apply(s, guard_.has_value(), states_);
  }
  const operation_kind kind = flow_.operation_at(block_->last - 1).kind;
  if (kind != jump && kind != branch && kind != join)
    fall_into(block_->last - 1, number + 1, false);
  emit_later();
}

void emitter::emit_later() {
  std::vector<later_code> all;
  all.swap(later_);
  for (const later_code& one : all) {
    used_ = one.used;
    one.emit();
  }
}

void emitter::emit_step(std::uint32_t s) {
  switch (flow_.operation_at(s).kind) {
    case nothing:
      return;
    case operation_kind::count:
      return count_block(s);
    case join:
      return fall_into(s, flow_.block_at(s + 1), true);
    case jump:
      return emit_jump(s);
    case branch:
      return emit_branch(s);
    case guard:
      return emit_guard(s);
    case unguard:
      return emit_unguard();
    case copy_predicate:
    case and_predicates:
    case or_predicates:
    case xor_predicates:
    case not_predicate:
      return emit_predicate(s);
    case compare:
    case compare_combined:
      return emit_comparison(s);
    case select:
      return emit_select(s);
    case copy:
      return emit_copy(s);
    case resize:
      return emit_resize(s);
    case to_float:
    case float_width:
      return emit_conversion(s);
    case to_integer:
      return emit_to_integer(s);
    case shuffle:
      return emit_shuffle(s);
    case vote:
      return emit_vote(s);
    case warp_sync:
      return expect_all(s);
    case follow:
      return expect_defined(s);
    case meet:
      return emit_meeting(s);
    case observe:
      return emit_observation(s);
    case load:
    case store:
      return emit_access(s);
    case update:
    case reduce:
      return emit_update(s);
    default:
      return flow_.operation_at(s).kind >= fadd ? emit_float(s) : emit_integer(s);
  }
}

// Where the code leaves at this step, all that came before it done.
asmjit::Label emitter::exit_at(std::uint32_t step) {
  if (guard_) step = *guard_;  // with all of its instruction
  if (last_exit_step_ == step) return last_exit_;
  const bool is_next_block = step >= block_->last || step < block_->first;
  const row_set& live =
      is_next_block ? flow_.blocks()[flow_.block_at(step)].live_in : live_[step - block_->first];
  pending_exit exit{cc_.newLabel(), step, {}, others_at_, guarded_observation_};
  row_set needed = live;
  if (others_at_) needed |= flow_.blocks()[flow_.block_at(*others_at_)].live_in;
  for (std::uint32_t r = 0; r < flow_.rows().size(); ++r)
    if (variable_[r] && needed[r] && states_[r].dirty) exit.rows.emplace_back(r, states_[r]);
  exits_.push_back(exit);
  last_exit_ = exit.from;
  last_exit_step_ = step;
  return last_exit_;
}

void emitter::write_back(std::uint32_t number, const row_state& state) {
  const row_facts& facts = flow_.rows()[number];
  if (facts.bytes == 0) {  // bits of lanes that are not active stay
    const x86::Gp changes = new_u64().r32();
    cc_.mov(changes, masks_[number]);
    cc_.xor_(changes, memory_of(facts.row, 0, 4));
    cc_.and_(changes, active_.mask);
    cc_.xor_(memory_of(facts.row, 0, 4), changes);
    return;
  }
  for (unsigned i = 0; i < std::max(1u, facts.bytes / 2u); ++i) {
    const x86::Zmm& part = registers_[number][state.varying ? i : 0];
    if (state.nan == nan_bits::loose && (i == 0 || state.varying)) settle_part(part);
    // A store with a mask would cost more than what is read and written back here.
    const x86::KReg k = lanes_of_part(active_, facts.bytes, i);
    const x86::Zmm all = new_zmm();
    cc_.vmovdqa32(all, memory_of(facts.row, i));
    if (facts.bytes == 8)
      cc_.k(k).vmovdqa64(all, part);
    else if (facts.bytes == 4)
      cc_.k(k).vmovdqa32(all, part);
    else
      cc_.k(k).vmovdqu16(all, part);
    cc_.vmovdqa32(memory_of(facts.row, i), all);
  }
}

void emitter::emit_exit(const pending_exit& exit) {
  cc_.bind(exit.from);
  used_ = kept_;
  for (const auto& [number, state] : exit.rows) write_back(number, state);
  if (exit.observed) note_observed(*exit.observed);
  if (exit.others_at)
    leave_others(*exit.others_at);
  else
    pass_barrier(exit.step);
  const x86::Gp at = new_u64();
  cc_.mov(at, reinterpret_cast<std::uint64_t>(flow_.steps() + exit.step));
  cc_.ret(at);
}

}  // namespace lockstep::simt::jit
