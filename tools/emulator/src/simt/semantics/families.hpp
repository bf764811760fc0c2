// The families of actions of one instruction set; table.cpp puts them together. Each gives nullptr
// for a form that it does not know.
#pragma once

#include <cstdint>

#include "simt/semantics/semantics.hpp"

#ifndef LOCKSTEP_ISA
#define LOCKSTEP_ISA baseline
#endif

namespace lockstep::simt::LOCKSTEP_ISA {

action integer_action(const ptx::decoded&);
action carry_action(const ptx::decoded&);
action bit_action(const ptx::decoded&);
action packed_integer_action(const ptx::decoded&);
action video_action();
action float_action(const ptx::decoded&);
action half_action(const ptx::decoded&);
std::uint64_t float_immediate(const ptx::decoded&);
action comparison_action(const ptx::decoded&);
action conversion_action(const ptx::decoded&);
action packed_conversion_action(const ptx::decoded&);
action copy_action(std::uint8_t bytes);
action widen_action(std::uint8_t to, std::uint8_t from, bool sign);
action load_action(const access_form&);
action store_action(const access_form&);
action vector_load_action(const access_form&);
action vector_store_action(const access_form&);
action atomic_action(const ptx::decoded&, const access_form&, bool returns);
warp_actions shuffle_actions(const ptx::decoded&);
action observe_action(bool narrow_address);
look_function look_of(bool narrow_address);
void meet(warp& w, const step* s);
matrix_functions product_of(const matrix_product&);

}  // namespace lockstep::simt::LOCKSTEP_ISA
