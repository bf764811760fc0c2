// Atomic operations on the block's own shared memory, which one worker has: lane by lane, lowest
// first, with plain loads and stores.
#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {

using enum operation_kind;

// `lane`: in an array of elements of 4 bytes on the stack, the lane's.
void emitter::update_lane(const place& at, x86::Mem lane, const x86::Gp& host) {
  const operation& what = flow_.operation_at(at.s);
  const auto in = [&](const std::optional<x86::Mem>& stack) {
    x86::Mem element = *stack;
    element.setIndex(lane.indexReg().as<x86::Gp>(), 2);
    element.addOffset(lane.offset());
    element.setSize(4);
    return element;
  };
  const x86::Gp to = new_u64(), operand = new_u64().r32();
  cc_.mov(to.r32(), in(addresses_));
  cc_.mov(operand, in(values_));
  const x86::Mem place(host, to, 0, 0, 4);
  const auto by = static_cast<change>(what.relation);
  const bool chooses = by == change::min || by == change::max;
  x86::Gp old;
  if (what.kind == update || chooses) {
    old = new_u64().r32();
    cc_.mov(old, place);
  }
  if (what.kind == update) cc_.mov(in(old_values_), old);
  const bool has_sign = what.type == ptx::scalar::s32;
  switch (by) {
    case change::add:
      cc_.add(place, operand);
      return;
    case change::bit_and:
      cc_.and_(place, operand);
      return;
    case change::bit_or:
      cc_.or_(place, operand);
      return;
    case change::bit_xor:
      cc_.xor_(place, operand);
      return;
    case change::exchange:
      break;
    case change::min:
      cc_.cmp(old, operand);
      has_sign ? cc_.cmovl(operand, old) : cc_.cmovb(operand, old);
      break;
    case change::max:
      cc_.cmp(old, operand);
      has_sign ? cc_.cmovg(operand, old) : cc_.cmova(operand, old);
      break;
  }
  cc_.mov(place, operand);
}

void emitter::emit_update(std::uint32_t s) {
  constexpr unsigned at_a_time = 4;
  place at = locate(s);
  if (!at.address.varying) spread(at.address);
  std::array<x86::Zmm, 4> distances;
  unsigned parts = 0;
  const x86::Gp host = check_lanes(at, distances, parts);
  put_on_stack(at, distances, parts);
  const bool returns = flow_.operation_at(s).kind == update;
  if (returns && !old_values_) old_values_ = cc_.newStack(128, 64);
  const x86::Gp lane = new_u64(), rest = new_u64().r32();
  const registers_used here = used_;
  const asmjit::Label some = cc_.newLabel(), next = cc_.newLabel();
  cc_.cmp(writing_.mask, -1);
  cc_.jne(some);
  cc_.xor_(lane.r32(), lane.r32());
  cc_.bind(next);
  for (unsigned i = 0; i < at_a_time; ++i) {
    used_ = here;
    update_lane(at, x86::Mem(x86::Gp(), lane, 2, static_cast<std::int32_t>(4 * i), 4), host);
  }
  cc_.add(lane.r32(), at_a_time);
  cc_.cmp(lane.r32(), 32);
  cc_.jb(next);
  cc_.bind(at.done);
  later([this, some, at, lane, rest, host, writing = writing_] {
    const asmjit::Label next = cc_.newLabel();
    cc_.bind(some);
    cc_.mov(rest, writing.mask);
    cc_.bind(next);
    cc_.tzcnt(lane.r32(), rest);
    update_lane(at, x86::Mem(x86::Gp(), lane, 2, 0, 4), host);
    cc_.blsr(rest, rest);
    cc_.jnz(next);
    cc_.jmp(at.done);
  });
  if (!returns) return;
  const result r = begin(flow_.steps()[s].d, 4, true);
  for (unsigned i = 0; i < r.parts; ++i) cc_.vmovdqa32(r.registers[i], part_of(*old_values_, i));
  end(r);
}

}  // namespace lockstep::simt::jit
