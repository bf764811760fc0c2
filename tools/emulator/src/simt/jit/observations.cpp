// What the checks want to know of an access: a call of what the interpreter does there, too
// (semantics/observation.cpp). It needs the addresses in memory. What takes a closer look, and may
// find something, is left to the interpreter.
#include "simt/instruments/checking.hpp"
#include "simt/jit/emitter.hpp"

namespace lockstep::simt::jit {

void emitter::emit_observation(std::uint32_t s) {
  const step& one = flow_.steps()[s];
  const std::uint32_t addresses = flow_.number_of(one.a);
  const asmjit::Label leaves = exit_at(s);
  if (is_variable(addresses) && states_[addresses].dirty) {
    write_back(addresses, states_[addresses]);
    states_[addresses].dirty = false;
  }
  const auto look = semantics_for_host().look(flow_.operation_at(s).access.narrow_address);
  const x86::Gp is_done = new_u64().r32();
  asmjit::InvokeNode* call = nullptr;
  cc_.invoke(&call, asmjit::imm(reinterpret_cast<std::uint64_t>(look)),
             asmjit::FuncSignatureT<std::uint32_t, void*, const void*, std::uint32_t>());
  call->setArg(0, warp_);
  call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(&one)));
  call->setArg(2, executing_.mask);
  call->setRet(0, is_done);
  cc_.test(is_done, is_done);
  cc_.jz(leaves);
}

// The lanes of a whole warp meet in what follows.
void emitter::emit_meeting(std::uint32_t s) {
  cc_.cmp(active_.mask, -1);
  cc_.jne(exit_at(s));
  asmjit::InvokeNode* call = nullptr;
  cc_.invoke(&call, asmjit::imm(reinterpret_cast<std::uint64_t>(&instruments::observe_whole_warp)),
             asmjit::FuncSignatureT<const void*, void*, const void*>());
  call->setArg(0, warp_);
  call->setArg(1, asmjit::imm(reinterpret_cast<std::uint64_t>(&flow_.steps()[s])));
}

}  // namespace lockstep::simt::jit
