// The table of one instruction set.
#include "simt/semantics/families.hpp"

#define LOCKSTEP_TEXT_OF(x) #x
#define LOCKSTEP_TEXT(x) LOCKSTEP_TEXT_OF(x)

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

action arithmetic_action(const ptx::decoded& i) {
  using ptx::op;
  if (i.type == ptx::scalar::f32 || i.type == ptx::scalar::f64) return float_action(i);
  const bool carries = i.has(ptx::word::cc) || i.operation == op::addc || i.operation == op::subc ||
                       i.operation == op::madc;
  if (carries) return carry_action(i);
  const action found = integer_action(i);
  return found != nullptr ? found : bit_action(i);
}

}  // namespace

const semantics table = {LOCKSTEP_TEXT(LOCKSTEP_ISA),
                         &arithmetic_action,
                         &comparison_action,
                         &conversion_action,
                         &copy_action,
                         &widen_action,
                         &load_action,
                         &store_action,
                         &atomic_action,
                         &shuffle_actions,
                         &float_immediate,
                         &conversion_flags};

}  // namespace lockstep::simt::LOCKSTEP_ISA
