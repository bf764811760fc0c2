#include <bit>

#include "lockstep/protocol/phrase.hpp"
#include "simt/control/actions.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

using ptx::operand;
using ptx::scalar;
using ptx::state_space;

unsigned function_lowering::row_bytes(scalar type) {
  if (type == scalar::pred) return 0;
  const std::size_t bytes = ptx::size_of(type);
  return bytes <= 2 ? 2 : static_cast<unsigned>(bytes);
}

unsigned function_lowering::bytes_of_register(const operand& o) const {
  return row_bytes(syntax_.registers[o.index].type);
}
std::uint32_t function_lowering::register_row(const operand& o) const {
  if (o.kind != kind::reg || !o.part.empty()) refuse_operand();
  return shared_.row_of[number_][o.index];
}

void function_lowering::refuse_operand() const {
  throw unsupported(protocol::phrase(
      "operand-not-supported",
      "an operand of the instruction at PTX line {} of {} is not supported",
      shared_.out->instructions[instruction_].source->ptx_line, std::string(syntax_.name)));
}

const ptx::variable& function_lowering::variable_of(const operand& o) const {
  if (o.kind != kind::variable && (o.kind != kind::address || o.base != kind::variable))
    refuse_operand();
  return o.of_module ? shared_.image.module_of(id_).variables[o.index] : syntax_.variables[o.index];
}

std::uint64_t function_lowering::constant_bits(const operand& o, unsigned bytes,
                                               scalar type) const {
  if (o.kind == kind::integer) {
    if (type == scalar::f32)
      return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int64_t>(o.value)));
    if (type == scalar::f64)
      return std::bit_cast<std::uint64_t>(static_cast<double>(static_cast<std::int64_t>(o.value)));
    return o.value;
  }
  if (o.bits == 64 && (type == scalar::f32 || (type != scalar::f64 && bytes == 4)))
    return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(o.value)));
  if (o.bits == 32 && bytes == 8)
    return std::bit_cast<std::uint64_t>(
        static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(o.value))));
  return o.value;
}

std::uint64_t function_lowering::address_of_variable(const operand& o, bool& is_local) const {
  const ptx::variable& v = variable_of(o);
  is_local = v.space == state_space::local;
  switch (v.space) {
    case state_space::shared:
      return shared_.shared.offsets.at({id_.module, o.of_module ? ~0u : id_.function, o.index});
    case state_space::local:
      return shared_.local_offset[number_][o.index];
    case state_space::param:
      return shared_.slots[number_][o.index].offset;
    default: {
      const memory::allocation* storage =
          o.of_module ? shared_.image.storage(id_.module, o.index) : nullptr;
      if (storage == nullptr)
        throw unsupported(protocol::phrase(
            "variable-not-defined", "variable {}, named in {}, is not defined in this program",
            std::string(v.name), std::string(syntax_.name)));
      return storage->address;
    }
  }
}

std::uint32_t function_lowering::special_row_of(const operand& o, unsigned bytes) {
  static const std::map<std::string_view, special> names = {
      {"%tid.x", special::tid_x},
      {"%tid.y", special::tid_y},
      {"%tid.z", special::tid_z},
      {"%ntid.x", special::ntid_x},
      {"%ntid.y", special::ntid_y},
      {"%ntid.z", special::ntid_z},
      {"%ctaid.x", special::ctaid_x},
      {"%ctaid.y", special::ctaid_y},
      {"%ctaid.z", special::ctaid_z},
      {"%nctaid.x", special::nctaid_x},
      {"%nctaid.y", special::nctaid_y},
      {"%nctaid.z", special::nctaid_z},
      {"%clusterid.x", special::clusterid_x},
      {"%clusterid.y", special::clusterid_y},
      {"%clusterid.z", special::clusterid_z},
      {"%nclusterid.x", special::nclusterid_x},
      {"%nclusterid.y", special::nclusterid_y},
      {"%nclusterid.z", special::nclusterid_z},
      {"%cluster_ctaid.x", special::cluster_ctaid_x},
      {"%cluster_ctaid.y", special::cluster_ctaid_y},
      {"%cluster_ctaid.z", special::cluster_ctaid_z},
      {"%cluster_nctaid.x", special::cluster_nctaid_x},
      {"%cluster_nctaid.y", special::cluster_nctaid_y},
      {"%cluster_nctaid.z", special::cluster_nctaid_z},
      {"%cluster_ctarank", special::cluster_ctarank},
      {"%cluster_nctarank", special::cluster_nctarank},
      {"%laneid", special::laneid},
      {"%warpid", special::warpid},
      {"%nwarpid", special::nwarpid},
      {"%smid", special::smid},
      {"%nsmid", special::nsmid},
      {"%gridid", special::gridid},
      {"%lanemask_eq", special::lanemask_eq},
      {"%lanemask_le", special::lanemask_le},
      {"%lanemask_lt", special::lanemask_lt},
      {"%lanemask_ge", special::lanemask_ge},
      {"%lanemask_gt", special::lanemask_gt},
      {"%dynamic_smem_size", special::dynamic_smem_size},
      {"%total_smem_size", special::total_smem_size},
      {"%reserved_smem_offset_1", special::reserved_smem},
      {"%envreg1", special::envreg1},
      {"%envreg2", special::envreg2}};
  if (o.text == "WARP_SZ") return shared_.rows.constant(bytes, lanes_per_warp);
  const bool is_clock = o.text == "%clock" || o.text == "%clock_hi" || o.text == "%clock64" ||
                        o.text == "%globaltimer" || o.text == "%globaltimer_lo";
  if (is_clock) {
    const std::uint32_t row = shared_.rows.temporary(bytes);
    emit(bytes == 8 ? &control::clock64 : &control::clock32).d = row;
    return row;
  }
  const auto found = names.find(o.text);
  if (found == names.end())
    throw unsupported(protocol::phrase("special-register",
                                       "special register {}, read in {}, is not supported",
                                       std::string(o.text), std::string(syntax_.name)));
  const std::uint32_t row = shared_.rows.special_register(found->second);
  if (bytes == 4) return row;
  const std::uint32_t wide = shared_.rows.temporary(bytes);
  step& s = emit(shared_.actions.widen(static_cast<std::uint8_t>(bytes), 4, false));
  s.d = wide;
  s.a = row;
  return wide;
}

std::uint32_t function_lowering::source(const operand& o, unsigned bytes, scalar type) {
  switch (o.kind) {
    case kind::reg: {
      const unsigned have = bytes_of_register(o);
      if (have == 0 || o.negated) refuse_operand();  // a predicate is no value
      if (have == bytes) return register_row(o);
      const std::uint32_t row = shared_.rows.temporary(bytes);
      const bool sign =
          type == scalar::s8 || type == scalar::s16 || type == scalar::s32 || type == scalar::s64;
      step& s = emit(shared_.actions.widen(static_cast<std::uint8_t>(bytes),
                                           static_cast<std::uint8_t>(have), sign));
      s.d = row;
      s.a = register_row(o);
      return row;
    }
    case kind::special:
      return special_row_of(o, bytes);
    case kind::integer:
    case kind::real:
      return shared_.rows.constant(bytes, constant_bits(o, bytes, type));
    case kind::function: {
      function_id callee;
      if (!shared_.image.find_function(id_.module, o.text, callee))
        throw unsupported(protocol::phrase(
            "function-not-defined", "function {}, named in {}, is not defined in this program",
            std::string(o.text), std::string(syntax_.name)));
      return shared_.rows.constant(bytes, shared_.image.address_of(callee));
    }
    case kind::variable:
    case kind::address: {
      if (o.kind == kind::address && o.base != kind::variable) break;
      bool is_local = false;
      const std::uint64_t address =
          address_of_variable(o, is_local) + static_cast<std::uint64_t>(o.offset);
      if (!is_local) return shared_.rows.constant(bytes, address);
      const std::uint32_t row = shared_.rows.temporary(8);
      step& s = emit(&control::local_address);
      s.d = row;
      s.immediate = address;
      if (bytes == 8) return row;
      const std::uint32_t narrow = shared_.rows.temporary(bytes);
      step& n = emit(shared_.actions.widen(static_cast<std::uint8_t>(bytes), 8, false));
      n.d = narrow;
      n.a = row;
      return narrow;
    }
    default:
      break;
  }
  refuse_operand();
}

std::optional<std::uint64_t> function_lowering::constant(const operand& o) const {
  if (o.kind == kind::integer) return o.value;
  if (o.kind == kind::reg) return shared_.constants[number_][o.index];
  return std::nullopt;
}

std::uint32_t function_lowering::predicate_row(const operand& o) const {
  const std::uint32_t row = register_row(o);
  if (bytes_of_register(o) != 0) refuse_operand();
  return row;
}

std::uint32_t function_lowering::source_predicate(const operand& o) {
  if (o.kind == kind::reg) return predicate_row(o);
  if (o.kind == kind::special && o.text == "%is_explicit_cluster")
    return shared_.rows.special_register(special::is_explicit_cluster);
  return shared_.rows.constant(0, o.value != 0 ? all_lanes : 0);
}

std::uint32_t function_lowering::destination(const operand& o, unsigned bytes) {
  if (o.kind != kind::reg || bytes_of_register(o) == 0) refuse_operand();
  return bytes_of_register(o) == bytes ? register_row(o) : shared_.rows.temporary(bytes);
}

void function_lowering::store_result(const operand& o, std::uint32_t row, unsigned bytes,
                                     bool sign) {
  if (o.kind != kind::reg || bytes_of_register(o) == bytes) return;
  step& s = emit(shared_.actions.widen(static_cast<std::uint8_t>(bytes_of_register(o)),
                                       static_cast<std::uint8_t>(bytes), sign));
  s.d = register_row(o);
  s.a = row;
}

// The sum of a register of 32 bits and an offset, which wraps, in a row of 64.
std::uint32_t function_lowering::wide_sum(const operand& base, std::int64_t offset) {
  ptx::decoded add;
  add.operation = ptx::op::add;
  add.type = scalar::u32;
  const std::uint32_t narrow = shared_.rows.temporary(4), row = shared_.rows.temporary(8);
  const std::uint32_t added = shared_.rows.constant(4, static_cast<std::uint32_t>(offset));
  step& s = emit(shared_.actions.arithmetic(add));
  s.d = narrow;
  s.a = register_row(base);
  s.b = added;
  step& widened = emit(shared_.actions.widen(8, 4, false));
  widened.d = row;
  widened.a = narrow;
  return row;
}

function_lowering::address function_lowering::source_address(const operand& o, bool may_be_narrow) {
  if (o.kind == kind::address && o.base == kind::reg) {
    operand base = o;
    base.kind = kind::reg;
    const bool narrow = bytes_of_register(base) == 4;
    if (narrow && may_be_narrow)
      return {register_row(base), static_cast<std::uint64_t>(o.offset), true};
    if (!narrow || o.offset == 0)
      return {source(base, 8), static_cast<std::uint64_t>(o.offset), false};
    return {wide_sum(base, o.offset), 0, false};
  }
  const bool is_variable =
      o.kind == kind::variable || (o.kind == kind::address && o.base == kind::variable);
  if (is_variable && may_be_narrow) {
    bool is_local = false;
    const std::uint64_t at =
        address_of_variable(o, is_local) + static_cast<std::uint64_t>(o.offset);
    if (!is_local && at <= 0xffffffff) return {shared_.rows.constant(4, at), 0, true};
  }
  if (o.kind == kind::address && o.base == kind::integer)
    return {shared_.rows.constant(8, o.value + static_cast<std::uint64_t>(o.offset)), 0, false};
  return {source(o, 8), 0, false};
}

}  // namespace lockstep::simt
