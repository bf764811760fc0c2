// The table of one instruction set.
#include "simt/semantics/families.hpp"

#define LOCKSTEP_TEXT_OF(x) #x
#define LOCKSTEP_TEXT(x) LOCKSTEP_TEXT_OF(x)

namespace lockstep::simt::LOCKSTEP_ISA {
namespace {

bool is_half(ptx::scalar type) {
  using ptx::scalar;
  return type == scalar::f16 || type == scalar::f16x2 || type == scalar::bf16 ||
         type == scalar::bf16x2;
}

action arithmetic_action(const ptx::decoded& i) {
  using ptx::op;
  if (is_half(i.type)) return half_action(i);
  if (i.type == ptx::scalar::f32 || i.type == ptx::scalar::f64) return float_action(i);
  const bool carries = i.has(ptx::word::cc) || i.operation == op::addc || i.operation == op::subc ||
                       i.operation == op::madc;
  if (carries) return carry_action(i);
  for (const auto family : {&packed_integer_action, &integer_action, &bit_action}) {
    if (const action found = family(i); found != nullptr) return found;
  }
  return nullptr;
}

action any_conversion_action(const ptx::decoded& i) {
  const action found = conversion_action(i);
  return found != nullptr ? found : packed_conversion_action(i);
}

}  // namespace

const semantics table = {LOCKSTEP_TEXT(LOCKSTEP_ISA),
                         &arithmetic_action,
                         &video_action,
                         &comparison_action,
                         &any_conversion_action,
                         &copy_action,
                         &widen_action,
                         &load_action,
                         &store_action,
                         &atomic_action,
                         &shuffle_actions,
                         &observe_action,
                         &look_of,
                         &meet,
                         &float_immediate,
                         &product_of};

}  // namespace lockstep::simt::LOCKSTEP_ISA
