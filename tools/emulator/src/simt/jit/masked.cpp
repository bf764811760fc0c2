// Lanes that part at a branch and meet again soon: each side is executed for its lanes, the one
// behind the branch first, as the interpreter does it. Rows that a side writes have a value for
// each lane, and only its own are changed.
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

// Whatever reading and writing makes of variables is made of them here.
void emitter::settle_step(std::uint32_t s) {
  const effects& e = flow_.effects_at(s);
  for (unsigned i = 0; i < e.reads; ++i)
    if (const std::uint32_t r = flow_.number_of(e.read[i].row); variable_[r]) settle(r);
  for (unsigned i = 0; i < e.writes; ++i) {
    const std::uint32_t r = flow_.number_of(e.written[i].row);
    settle(r);
    if (flow_.rows()[r].bytes != 0) widen_variable(r);
  }
}

void emitter::settle_for(const std::vector<std::uint32_t>& blocks) {
  for (const std::uint32_t b : blocks)
    for (std::uint32_t s = flow_.blocks()[b].first; s < flow_.blocks()[b].last; ++s) settle_step(s);
}

bool emitter::keeps_others(std::uint32_t number) const {
  return guard_ || (others_at_ && flow_.blocks()[flow_.block_at(*others_at_)].live_in[number]);
}

void emitter::emit_parting(const parting& at) {
  const branch_sides& sides = *flow_.blocks()[at.block].sides;
  const std::uint32_t meet = flow_.blocks()[sides.meet].first;
  cc_.bind(at.from);
  used_ = kept_;
  // Lanes that are somewhere else may stand in between.
  cc_.cmp(x86::qword_ptr(warp_, places::horizon), -1);
  cc_.jne(at.otherwise);
  if (!masked_.mask.isValid()) {
    masked_.mask = cc_.newUInt32();
    for (x86::KReg& half : masked_.half) half = cc_.newKd();
    taken_ = cc_.newUInt32();
  }
  cc_.mov(taken_, at.taken);  // before others take its register
  count_parting(flow_.blocks()[at.block].last - 1);
  cc_.mov(masked_.mask, taken_);
  cc_.xor_(masked_.mask, active_.mask);
  set_halves(masked_);
  states_ = at.states;
  settle_for(sides.falls);
  settle_for(sides.jumps);
  emit_side(sides.falls, sides.jumps.empty() ? meet : flow_.blocks()[sides.jumps.front()].first);
  if (!sides.jumps.empty()) {
    used_ = kept_;
    cc_.mov(masked_.mask, taken_);
    set_halves(masked_);
    emit_side(sides.jumps, meet);
  }
  last_exit_step_ = ~0u;
  prepare_for(sides.meet);
  if (flow_.blocks()[sides.meet].compiled)
    cc_.jmp(labels_[sides.meet]);
  else
    cc_.jmp(exit_at(meet));
}

// What comes in later_code is emitted in its place: the side has no other end.
void emitter::emit_side(const std::vector<std::uint32_t>& blocks, std::uint32_t others_at) {
  others_at_ = others_at;
  executing_ = writing_ = masked_;
  for (const std::uint32_t number : blocks) {
    block_ = &flow_.blocks()[number];
    live_ = flow_.live_within(*block_);
    for (known_shape& one : shapes_) one.is_used = false;
    last_exit_step_ = ~0u;
    for (std::uint32_t s = block_->first; s < block_->last; ++s) {
      const operation_kind kind = flow_.operation_at(s).kind;
      if (kind == operation_kind::join || kind == operation_kind::jump) continue;
      used_ = kept_;
      emit_step(s);
      forget_shapes(s);
      flow_.apply(s, true, states_);
    }
    const asmjit::Label behind = cc_.newLabel();
    cc_.jmp(behind);
    emit_later();
    cc_.bind(behind);
  }
  others_at_.reset();
  executing_ = writing_ = active_;
}

// The lanes of the side go on in the interpreter, the other active ones wait.
void emitter::leave_others(std::uint32_t at) {
  const x86::Gp there = new_u64();
  cc_.mov(there, reinterpret_cast<std::uint64_t>(flow_.steps() + at));
  cc_.mov(x86::qword_ptr(how_, places::others_at), there);
  cc_.mov(x86::dword_ptr(how_, places::lanes), masked_.mask);
}

}  // namespace lockstep::simt::jit
