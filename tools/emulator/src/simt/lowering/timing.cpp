// The steps by which a followed block reports to the model of time.
#include "simt/instruments/timing.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/timed_code.hpp"

namespace lockstep::simt {

void function_lowering::time_block(std::uint32_t block) {
  if (syntax_.is_entry) emit(&instruments::time_block).extra = block;
}

void function_lowering::time_access(const decoded& i, const step& access,
                                    const observed_access& what) {
  if (!syntax_.is_entry) return;
  auto& all = shared_.out->timed->accesses;
  step& s = emit(&instruments::time_access);
  s.a = access.a;
  s.immediate = access.immediate;
  s.extra = static_cast<std::uint32_t>(all.size());
  const bool is_atomic = i.operation == ptx::op::atom || i.operation == ptx::op::red;
  const bool writes = is_atomic || i.operation == ptx::op::st;
  all.push_back({{what.space, what.narrow_address, what.bytes}, is_atomic, writes});
}

}  // namespace lockstep::simt
