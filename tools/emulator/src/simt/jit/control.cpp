// Branches, joins, guards and predicates: what simt/control/actions.cpp does where all active lanes
// go the same way and no other split is to run first.
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

// Rows as the next block expects them.
void emitter::prepare_for(std::uint32_t successor) {
  const block& next = flow_.blocks()[successor];
  if (!next.compiled) return;
  for (std::uint32_t r = 0; r < flow_.rows().size(); ++r) {
    if (!variable_[r] || !next.live_in[r]) continue;
    if (states_[r].dirty && !next.entry[r].dirty) {
      settle(r);
      write_back(r, states_[r]);
      states_[r].dirty = false;
    }
    if (next.entry[r].nan == nan_bits::exact) settle(r);
    if (next.entry[r].varying && !states_[r].varying) {
      if (flow_.rows()[r].bytes == 0)
        states_[r].varying = true;
      else
        widen_variable(r);
    }
  }
}

// From the step `s`, which control leaves, to `next`; the interpreter does it if another split
// should run first, or if the loop has used its turn up.
void emitter::lead_to(std::uint32_t s, const step* next) {
  const std::uint32_t to = flow_.block_at(flow_.index_of(next));
  const asmjit::Label leaves = exit_at(s);
  const x86::Mem fuel = x86::dword_ptr(warp_, places::fuel);
  const bool is_backward = next <= flow_.steps() + s && flow_.operation_at(s).kind != join;
  if (is_backward) {
    cc_.cmp(fuel, 1);
    cc_.jle(leaves);
  }
  const x86::Gp at = new_u64();
  cc_.mov(at, reinterpret_cast<std::uint64_t>(next));
  cc_.cmp(at, x86::qword_ptr(warp_, places::horizon));
  cc_.jae(leaves);
  if (is_backward) cc_.dec(fuel);
  if (flow_.blocks()[to].compiled)
    cc_.jmp(labels_[to]);
  else
    cc_.jmp(exit_at(flow_.index_of(next)));
}

void emitter::fall_into(std::uint32_t s, std::uint32_t to, bool joins) {
  prepare_for(to);
  last_exit_step_ = ~0u;
  if (joins) return lead_to(s, flow_.steps() + flow_.blocks()[to].first);
  if (flow_.blocks()[to].compiled)
    cc_.jmp(labels_[to]);
  else
    cc_.jmp(exit_at(flow_.blocks()[to].first));
}

void emitter::emit_jump(std::uint32_t s) {
  const step* const to = flow_.steps()[s].target;
  prepare_for(flow_.block_at(flow_.index_of(to)));
  last_exit_step_ = ~0u;
  lead_to(s, to);
}

void emitter::emit_branch(std::uint32_t s) {
  const step& branch = flow_.steps()[s];
  const x86::Gp taken = new_u64().r32();
  const asmjit::Label falls = cc_.newLabel();
  prepare_for(flow_.block_at(flow_.index_of(branch.target)));
  prepare_for(flow_.block_at(flow_.index_of(branch.fall_through)));
  last_exit_step_ = ~0u;
  cc_.mov(taken, mask_of(branch.a));
  if (branch.immediate != 0) cc_.not_(taken);
  cc_.and_(taken, active_.mask);
  cc_.jz(falls);
  cc_.cmp(taken, active_.mask);
  // Lanes part.
  if (flow_.parts_lanes(*block_, states_)) {
    partings_.push_back({cc_.newLabel(), flow_.block_at(s), taken, states_, exit_at(s)});
    cc_.jne(partings_.back().from);
  } else {
    cc_.jne(exit_at(s));
  }
  lead_to(s, branch.target);
  cc_.bind(falls);
  lead_to(s, branch.fall_through);
}

// The lanes that the guard lets through are those whose results are written. Whatever reading and
// writing makes of variables is made of them here, since the instruction may be skipped.
void emitter::emit_guard(std::uint32_t s) {
  const step& guarded = flow_.steps()[s];
  const std::uint32_t end = flow_.index_of(guarded.target);
  for (std::uint32_t inner = s + 1; inner < end; ++inner) settle_step(inner);
  const x86::Gp on = new_u64().r32();
  cc_.mov(on, mask_of(guarded.a));
  if (guarded.immediate != 0) cc_.not_(on);
  skip_ = cc_.newLabel();
  cc_.and_(on, executing_.mask);
  cc_.jz(skip_);
  writing_ = lanes_of(on);
  before_guard_ = kept_;
  kept_ = used_;
  guard_ = s;
  last_exit_step_ = ~0u;
}

void emitter::emit_unguard() {
  cc_.bind(skip_);
  writing_ = executing_;
  kept_ = before_guard_;
  guard_.reset();
  guarded_observation_.reset();
  last_exit_step_ = ~0u;
}

void emitter::emit_predicate(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const x86::Gp made = new_u64().r32();
  cc_.mov(made, mask_of(one.a));
  switch (flow_.operation_at(s).kind) {
    case and_predicates:
      cc_.and_(made, mask_of(one.b));
      break;
    case or_predicates:
      cc_.or_(made, mask_of(one.b));
      break;
    case xor_predicates:
      cc_.xor_(made, mask_of(one.b));
      break;
    case not_predicate:
      cc_.not_(made);
      break;
    default:
      if (one.immediate != 0) cc_.not_(made);
      break;
  }
  write_mask(one.d, made);
}

}  // namespace lockstep::simt::jit
