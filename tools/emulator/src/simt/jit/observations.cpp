// What the checks want to know of an access: a call of what the interpreter does there, too
// (semantics/observation.cpp). It needs the addresses in memory. What takes a closer look, and may
// find something, is left to the interpreter.
#include "simt/instruments/checking.hpp"
#include "simt/jit/emitter.hpp"
#include "simt/jit/places.hpp"

namespace lockstep::simt::jit {

void emitter::emit_observation(std::uint32_t s) {
  const asmjit::Label leaves = exit_at(s);
  const observed_access& access = flow_.observed_at(s);
  place at;
  at.s = s;
  at.form = &flow_.operation_at(s + 1).access;
  at.address = read(flow_.steps()[s].a);
  if (!looks_at_row(at, access)) {
    call_look(s, leaves);
    return note_guarded(s);
  }
  const asmjit::Label closer = cc_.newLabel(), seen = cc_.newLabel();
  at.address.varying ? look_at_row(at, access, closer) : look_at_word(at, access, closer);
  cc_.bind(seen);
  later([this, s, leaves, closer, seen, states = states_, writing = writing_]() mutable {
    std::swap(states_, states);
    std::swap(writing_, writing);
    cc_.bind(closer);
    call_look(s, leaves);
    cc_.jmp(seen);
    std::swap(states_, states);
    std::swap(writing_, writing);
  });
  note_guarded(s);
}

// What follows in the guarded instruction leaves in another way.
void emitter::note_guarded(std::uint32_t s) {
  if (!guard_) return;
  guarded_observation_ = s;
  last_exit_step_ = ~0u;
}

// The interpreter is not to look at these accesses again.
void emitter::note_observed(std::uint32_t observation) {
  const x86::Gp worker = new_u64(), at = new_u64();
  cc_.mov(worker, x86::qword_ptr(warp_, places::on));
  cc_.mov(worker, x86::qword_ptr(worker, places::checked_worker));
  cc_.mov(at, reinterpret_cast<std::uint64_t>(flow_.steps() + observation));
  cc_.mov(x86::qword_ptr(worker, places::left_at), at);
  cc_.mov(x86::dword_ptr(worker, places::left), 0);
}

void emitter::call_look(std::uint32_t s, const asmjit::Label& leaves) {
  const step& one = flow_.steps()[s];
  const std::uint32_t addresses = flow_.number_of(one.a);
  if (is_variable(addresses) && states_[addresses].dirty) {
    write_back(addresses, states_[addresses]);
    if (!guard_) states_[addresses].dirty = false;  // what is guarded may be skipped
  }
  const auto look = semantics_for_host().look(flow_.operation_at(s).access.narrow_address);
  const x86::Gp is_done = new_u64().r32();
  asmjit::InvokeNode* call = nullptr;
  cc_.invoke(&call, asmjit::imm(reinterpret_cast<std::uint64_t>(look)),
             asmjit::FuncSignatureT<std::uint32_t, void*, const void*, std::uint32_t>());
  call->setArg(0, warp_);
  call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(&one)));
  call->setArg(2, writing_.mask);
  call->setRet(0, is_done);
  cc_.test(is_done, is_done);
  cc_.jz(leaves);
}

// The lanes of a whole warp meet in what follows.
void emitter::emit_meeting(std::uint32_t s) {
  cc_.cmp(active_.mask, -1);
  cc_.jne(exit_at(s));
  note_meeting(&flow_.steps()[s]);
}

// In the step behind this one.
void emitter::note_meeting(const step* before) {
  asmjit::InvokeNode* call = nullptr;
  cc_.invoke(&call, asmjit::imm(reinterpret_cast<std::uint64_t>(semantics_for_host().meet)),
             asmjit::FuncSignatureT<void, void*, const void*>());
  call->setArg(0, warp_);
  call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(before)));
}

// What values that came by shuffles are undefined, the interpreter follows.
void emitter::expect_defined(std::uint32_t s) {
  const x86::Gp checked = new_u64();
  cc_.mov(checked, x86::qword_ptr(warp_, places::block));
  cc_.mov(checked, x86::qword_ptr(checked, places::checked_block));
  cc_.cmp(x86::byte_ptr(checked, places::has_undefined), 0);
  cc_.jne(exit_at(s));
}

}  // namespace lockstep::simt::jit
