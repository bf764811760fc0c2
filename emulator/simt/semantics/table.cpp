// The table of one instruction set.
#include "simt/semantics/lanes.hpp"
#include "simt/semantics/semantics.hpp"

#define LOCKSTEP_TEXT_OF(x) #x
#define LOCKSTEP_TEXT(x) LOCKSTEP_TEXT_OF(x)

namespace lockstep::simt::LOCKSTEP_ISA {

action arithmetic_action(const ptx::decoded&);
action comparison_action(const ptx::decoded&);
action conversion_action(ptx::scalar, ptx::scalar, const ptx::decoded&);
action copy_action(std::uint8_t);
action widen_action(std::uint8_t, std::uint8_t, bool);
action load_action(const access_form&);
action store_action(const access_form&);
action atomic_action(const ptx::decoded&, const access_form&, bool);
std::uint64_t float_immediate(const ptx::decoded&);
std::uint64_t conversion_flags(const ptx::decoded&);

const semantics table = {LOCKSTEP_TEXT(LOCKSTEP_ISA),
                         &arithmetic_action,
                         &comparison_action,
                         &conversion_action,
                         &copy_action,
                         &widen_action,
                         &load_action,
                         &store_action,
                         &atomic_action,
                         &float_immediate,
                         &conversion_flags};

}  // namespace lockstep::simt::LOCKSTEP_ISA
