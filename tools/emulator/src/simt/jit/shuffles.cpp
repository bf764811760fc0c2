// Shuffles of all lanes by a constant over the whole warp: one permutation of two registers. Where
// lanes are missing, the interpreter waits for them.
#include "simt/jit/emitter.hpp"
#include "simt/state/checked_code.hpp"

namespace lockstep::simt::jit {

// Where some do not take part, the interpreter waits for those that should.
void emitter::expect_all(std::uint32_t s) {
  cc_.cmp(active_.mask, -1);
  cc_.jne(exit_at(s));
}

void emitter::emit_shuffle(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const std::uint8_t mode = flow_.operation_at(s).relation;
  const followed_shuffle* const followed = flow_.followed_at(s);
  const std::uint32_t by = followed != nullptr
                               ? followed->whole_by
                               : static_cast<std::uint32_t>(one.immediate >> 32) & 31;
  const bool keeps_loose = !is_partial();
  const row_value a = read(one.a, keeps_loose);
  std::array<std::uint32_t, 32> from{};
  std::uint32_t in_range = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t wanted = mode == 0   ? lane - by
                                 : mode == 1 ? lane + by
                                 : mode == 2 ? lane ^ by
                                             : by;
    from[lane] = wanted < 32 ? wanted : lane;
    if (wanted < 32) in_range |= 1u << lane;
  }
  expect_all(s);
  if (followed != nullptr) {
    expect_defined(s);
    note_meeting(&one - 1);
  }
  const result r = begin(one.d, 4, a.varying, true);
  if (a.varying)
    cc_.permute({r.registers[0], r.registers[1]}, {in_register(a, 0), in_register(a, 1)}, from);
  else
    cc_.emit(Inst::kIdVmovdqa32, r.registers[0], operand(a, 0));
  end(r);
  if (one.extra == no_predicate) return;
  const x86::Gp mask = new_u64().r32();
  cc_.mov(mask, in_range);
  write_mask(one.extra, mask);
}

void emitter::emit_vote(std::uint32_t s) {
  enum : std::uint8_t { all, any, uni };
  const step& one = flow_.steps()[s];
  const std::uint8_t mode = flow_.operation_at(s).relation;
  expect_all(s);
  const x86::Gp votes = new_u64().r32();
  cc_.mov(votes, mask_of(one.a));
  if (one.immediate != 0) cc_.not_(votes);
  if (flow_.operation_at(s).type != ptx::scalar::pred) {
    const result r = begin(one.d, 4, false);
    cc_.vpbroadcastd(r.registers[0], votes);
    return end(r);
  }
  const asmjit::Label holds = cc_.newLabel();
  const x86::Gp made = new_u64().r32();
  cc_.mov(made, -1);
  cc_.cmp(votes, -1);
  if (mode != any) cc_.je(holds);
  cc_.test(votes, votes);
  if (mode == any) cc_.jnz(holds);
  if (mode == uni) cc_.jz(holds);
  cc_.mov(made, 0);
  cc_.bind(holds);
  write_mask(one.d, made);
}

}  // namespace lockstep::simt::jit
