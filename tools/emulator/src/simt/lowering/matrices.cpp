// Binding of instructions on matrices (PTX ISA 9.7.14).
#include "simt/control/actions.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/register_use.hpp"
#include "simt/tensor_cores/actions.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::state_space;
using ptx::word;

namespace {

template <action Work>
constexpr warp_actions together{&control::together<Work>, Work};

const std::vector<operand>* registers_of(const operand& o, std::size_t count) {
  if (o.kind != operand::kind_t::list || o.elements.size() != count) return nullptr;
  for (const operand& e : o.elements)
    if (e.kind != operand::kind_t::reg) return nullptr;
  return &o.elements;
}

// Factors of halves fill eight registers in wmma, whatever they need.
std::size_t named_registers(const decoded& i, const tensor_cores::fragment& f, bool is_factor) {
  const bool is_half = i.type_count == 2 || (i.type_count == 1 && i.type == ptx::scalar::f16);
  return i.operation == op::wmma && is_factor && is_half ? 8 : f.registers;
}

}  // namespace

// All lanes come, as to other operations of a whole warp.
void function_lowering::emit_for_warp(step s, const warp_actions& actions) {
  s.instruction = instruction_;
  s.c = shared_.rows.constant(4, all_lanes);
  s.run = shared_.form.checked ? &control::gather : actions.wait;
  steps_.push_back(s);
  s.run = actions.work;
  steps_.push_back(s);
}

std::uint32_t function_lowering::row_list(std::vector<std::uint32_t> rows) {
  shared_.out->row_lists.push_back(std::move(rows));
  return static_cast<std::uint32_t>(shared_.out->row_lists.size() - 1);
}

void function_lowering::lower_matrices(const decoded& i) {
  if (!i.has(word::sync) || !i.has(word::aligned)) refuse(i);
  switch (i.operation) {
    case op::ldmatrix:
    case op::stmatrix:
      return lower_matrix_rows(i);
    case op::movmatrix: {
      if (!i.has(word::trans) || !i.has(word::m8n8) || i.type != ptx::scalar::b16) refuse(i);
      step s;
      s.a = source(i.source->operands[1], 4);
      s.d = destination(i.source->operands[0], 4);
      return emit_for_warp(s, together<&tensor_cores::transpose>);
    }
    default:
      return i.has(word::load) || i.has(word::store) ? lower_matrix_access(i)
                                                     : lower_multiplication(i);
  }
}

void function_lowering::lower_multiplication(const decoded& i) {
  const auto& o = i.source->operands;
  const bool has_operation = i.operation == op::mma || i.has(word::mma);
  if (o.size() != 4 || !has_operation) refuse(i);
  const tensor_cores::multiplication* const m = tensor_cores::find_multiplication(i);
  if (m == nullptr) refuse(i);
  const unsigned bytes = m->functions.doubles != nullptr ? 8 : 4;
  const tensor_cores::fragment* const fragments[] = {&m->d, &m->a, &m->b, &m->c};
  std::vector<std::uint32_t> rows;
  for (std::size_t n = 0; n < 4; ++n) {
    const auto* list = registers_of(o[n], named_registers(i, *fragments[n], n == 1 || n == 2));
    if (list == nullptr) refuse(i);
    for (const operand& e : *list) {
      if (bytes_of_register(e) != bytes) refuse(i);
      rows.push_back(register_row(e));
    }
  }
  step s;
  s.extra = row_list(std::move(rows));
  s.immediate = reinterpret_cast<std::uint64_t>(m);
  emit_for_warp(s, together<&tensor_cores::multiply>);
}

void function_lowering::lower_matrix_access(const decoded& i) {
  const auto& o = i.source->operands;
  const bool is_store = i.has(word::store);
  const operand &where = o[is_store ? 0 : 1], &data = o[is_store ? 1 : 0];
  const tensor_cores::matrix_access* const m = tensor_cores::find_access(i);
  if (m == nullptr || o.size() < 2 ||
      (m->space != state_space::generic && m->space != state_space::global &&
       m->space != state_space::shared))
    refuse(i);
  const bool is_factor = i.has(word::a) || i.has(word::b);
  const auto* list = registers_of(data, named_registers(i, m->of, is_factor));
  if (list == nullptr) refuse(i);
  std::vector<std::uint32_t> rows;
  for (const operand& e : *list) {
    if (bytes_of_register(e) != (m->bits == 64 ? 8u : 4u)) refuse(i);
    rows.push_back(register_row(e));
  }
  step s;
  s.a = whole_address(where);
  const unsigned along = m->is_row_major ? m->of.columns : m->of.rows;
  s.b = o.size() > 2 ? source(o[2], 4) : shared_.rows.constant(4, along * m->together);
  s.extra = row_list(std::move(rows));
  s.immediate = reinterpret_cast<std::uint64_t>(m);
  note_site();
  emit_for_warp(
      s, is_store ? together<&tensor_cores::store_matrix> : together<&tensor_cores::load_matrix>);
}

void function_lowering::lower_matrix_rows(const decoded& i) {
  const auto& o = i.source->operands;
  const bool is_store = i.operation == op::stmatrix;
  const std::size_t count = i.has(word::x1) ? 1 : i.has(word::x2) ? 2 : i.has(word::x4) ? 4 : 0;
  const auto* list = registers_of(o[is_store ? 1 : 0], count);
  const state_space space = i.space();
  if (list == nullptr || !i.has(word::m8n8) || i.type != ptx::scalar::b16 ||
      (space != state_space::shared && space != state_space::generic))
    refuse(i);
  std::vector<std::uint32_t> rows;
  for (const operand& e : *list) {
    if (bytes_of_register(e) != 4) refuse(i);
    rows.push_back(register_row(e));
  }
  tensor_cores::rows_form form;
  form.transposed = i.has(word::trans);
  form.space = space;
  step s;
  s.a = whole_address(o[is_store ? 0 : 1]);
  s.extra = row_list(std::move(rows));
  s.immediate = form.pack();
  note_site();
  emit_for_warp(
      s, is_store ? together<&tensor_cores::store_rows> : together<&tensor_cores::load_rows>);
}

}  // namespace lockstep::simt
