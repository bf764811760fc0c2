// Binding of loads, stores and atomic operations.
#include <algorithm>

#include "simt/control/actions.hpp"
#include "simt/control/stack.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/linking/variable_layout.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::state_space;
using ptx::word;

namespace {

bool has_vector_atomics(scalar type) {
  return type == scalar::f32 || type == scalar::f16 || type == scalar::f16x2 ||
         type == scalar::bf16 || type == scalar::bf16x2;
}

std::uint64_t kernel_parameter_bytes(const ptx::function& kernel) {
  std::uint64_t end = 0;
  for (const std::uint32_t index : kernel.parameters) {
    const ptx::variable& p = kernel.variables[index];
    const std::uint64_t alignment = std::max(1u, p.alignment);
    end = (end + alignment - 1) / alignment * alignment + p.size;
  }
  return end;
}

// A load that sees what other threads store meanwhile.
bool is_strong(const decoded& i) {
  return i.has(word::volatile_) || i.has(word::relaxed) || i.has(word::acquire) ||
         i.has(word::mmio);
}

observed_access observed(const access_form& form, std::vector<std::uint32_t> values) {
  observed_access what;
  what.space = form.space;
  what.narrow_address = form.narrow_address;
  what.bytes = form.bytes * form.elements;
  what.element_bytes = form.bytes;
  what.register_bytes = form.register_bytes;
  what.values = std::move(values);
  return what;
}

action poll_of(unsigned bytes) {
  return bytes == 8   ? &control::poll<std::uint64_t>
         : bytes == 4 ? &control::poll<std::uint32_t>
                      : &control::poll<std::uint16_t>;
}

}  // namespace

void function_lowering::lower_memory(const decoded& i, bool is_store) {
  if (i.has(word::async)) return lower_async_store(i);
  if (i.space() == state_space::param) return lower_parameter_access(i, is_store);
  const auto& o = i.source->operands;
  const operand &given = is_store ? o[1] : o[0], &where = is_store ? o[0] : o[1];
  const operand& data =
      given.kind == kind::list && given.elements.size() == 1 ? given.elements.front() : given;
  access_form form;
  form.space = i.operation == op::ldu ? state_space::global : i.space();
  form.bytes = static_cast<std::uint8_t>(ptx::size_of(i.type));
  form.is_signed = is_signed(i.type);
  form.elements = data.kind == kind::list ? i.vector : 1;
  form.counting = shared_.counting;
  const unsigned least = form.bytes < 2 ? 2u : form.bytes;
  const address at = source_address(where, form.space == state_space::shared);
  form.narrow_address = at.narrow;
  step s;
  s.a = at.row;
  s.immediate = at.offset;
  s.instruction = instruction_;
  if (form.space == state_space::local) {  // one way to local memory: through its window
    form.space = state_space::generic;
    s.immediate += local_window;
  }
  if (data.kind == kind::list) {
    if (data.elements.size() != i.vector) refuse(i);
    std::vector<std::uint32_t> rows;
    form.register_bytes = static_cast<std::uint8_t>(least);
    for (const operand& e : data.elements) {
      if (e.kind == kind::reg)
        form.register_bytes = static_cast<std::uint8_t>(
            std::max<unsigned>(form.register_bytes, bytes_of_register(e)));
    }
    for (const operand& e : data.elements) {
      if (e.kind == kind::sink && is_store) refuse(i);
      if (e.kind == kind::sink)
        rows.push_back(no_row);
      else if (is_store)
        rows.push_back(source(e, form.register_bytes, i.type));
      else
        rows.push_back(destination(e, form.register_bytes));
    }
    s.extra = static_cast<std::uint32_t>(shared_.out->row_lists.size());
    shared_.out->row_lists.push_back(rows);
    s.c = vector_elements{form.bytes, form.register_bytes, form.is_signed}.pack();
    s.run = is_store ? shared_.actions.store(form) : shared_.actions.load(form);
    if (s.run == nullptr) refuse(i);
    observe(i, s, observed(form, is_store ? rows : std::vector<std::uint32_t>()));
    steps_.push_back(s);
    for (std::size_t e = 0; !is_store && e < rows.size(); ++e) {
      if (rows[e] != no_row)
        store_result(data.elements[e], rows[e], form.register_bytes, form.is_signed);
    }
    return;
  }
  form.register_bytes = static_cast<std::uint8_t>(
      data.kind == kind::reg ? std::max(least, bytes_of_register(data)) : least);
  if (is_store)
    s.b = source(data, form.register_bytes, i.type);
  else
    s.d = data.kind == kind::sink ? shared_.rows.temporary(form.register_bytes)
                                  : destination(data, form.register_bytes);
  s.run = is_store ? shared_.actions.store(form) : shared_.actions.load(form);
  if (s.run == nullptr) refuse(i);
  observe(i, s, observed(form, is_store ? std::vector{s.b} : std::vector<std::uint32_t>()));
  steps_.push_back(s);
  if (!is_store && is_strong(i)) emit(poll_of(form.register_bytes)).a = s.d;
}

void function_lowering::lower_parameter_access(const decoded& i, bool is_store) {
  const auto& o = i.source->operands;
  const operand &data = is_store ? o[1] : o[0], &where = is_store ? o[0] : o[1];
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  const unsigned least = bytes < 2 ? 2u : bytes;
  bool of_kernel = syntax_.is_entry;
  std::uint64_t offset = 0;
  std::uint32_t index_row = 0;
  const bool indexed = where.kind == kind::address && where.base == kind::reg;
  if (indexed) {
    operand base = where;
    base.kind = kind::reg;
    index_row = source(base, 8);
    offset = static_cast<std::uint64_t>(where.offset);
  } else {
    bool is_local = false;
    offset = address_of_variable(where, is_local) + static_cast<std::uint64_t>(where.offset);
    of_kernel = syntax_.is_entry && std::find(syntax_.parameters.begin(), syntax_.parameters.end(),
                                              where.index) != syntax_.parameters.end();
  }
  if (is_store && of_kernel) refuse(i);
  if (data.kind == kind::list && data.elements.size() != i.vector) refuse(i);
  const std::uint64_t end = of_kernel ? kernel_parameter_bytes(syntax_) : 0;
  const std::vector<operand> single{data};
  const std::vector<operand>& elements = data.kind == kind::list ? data.elements : single;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    if (elements[e].kind == kind::sink) continue;
    const unsigned in_register =
        elements[e].kind == kind::reg ? std::max(least, bytes_of_register(elements[e])) : least;
    step s;
    s.instruction = instruction_;
    const std::uint64_t at = offset + e * bytes;
    if (of_kernel && !indexed && at <= end && bytes <= end - at) {
      s.a = shared_.rows.parameter({0, static_cast<std::uint32_t>(at),
                                    static_cast<std::uint8_t>(bytes),
                                    static_cast<std::uint8_t>(in_register), is_signed(i.type)});
      s.d = destination(elements[e], in_register);
      s.run = shared_.actions.move(static_cast<std::uint8_t>(in_register));
      steps_.push_back(s);
      continue;
    }
    s.a = index_row;
    s.immediate = at;
    s.extra =
        control::access_size{static_cast<std::uint8_t>(bytes),
                             static_cast<std::uint8_t>(in_register), is_signed(i.type), indexed}
            .pack();
    if (is_store)
      s.b = source(elements[e], in_register, i.type);
    else
      s.d = destination(elements[e], in_register);
    s.run = is_store    ? &control::store_call_parameter
            : of_kernel ? &control::load_kernel_parameter
                        : &control::load_call_parameter;
    steps_.push_back(s);
    if (shared_.form.recorded && !of_kernel) record_parameter(elements[e], is_store, indexed);
  }
}

namespace {

observed_access::idle_if idle_if(const decoded& i) {
  using when = observed_access::idle_if;
  return i.has(word::op_or)    ? when::bits_are_set
         : i.has(word::op_and) ? when::bits_are_clear
         : i.has(word::cas)    ? when::it_differs
                               : when::never;
}

}  // namespace

// Whether nothing reads the register, and nobody watches it. Compilers write `atom` where `red`
// would do.
bool function_lowering::is_never_seen(const ptx::operand& o) {
  const code_form& form = shared_.form;
  if (form.checked || form.traced || form.recorded || form.timed || o.kind != kind::reg)
    return false;
  if (used_registers_.empty()) used_registers_ = used_registers(decoded_);
  return !used_registers_[o.index];
}

void function_lowering::lower_atomic(const decoded& i) {
  const bool returns = i.operation == op::atom;
  const auto& o = i.source->operands;
  const std::size_t first = returns ? 1 : 0;
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  access_form form;
  form.space = i.space();
  const address at = source_address(o[first], form.space == state_space::shared);
  form.narrow_address = at.narrow;
  const bool discards = returns && (o[0].kind == kind::sink || is_never_seen(o[0]));
  step s;
  s.run = shared_.actions.atomic(i, form, returns && !discards);
  if (s.run == nullptr) refuse(i);
  s.a = at.row;
  s.immediate = at.offset;
  if (i.vector != 1) return lower_vector_atomic(i, s, form);
  s.b = source(o[first + 1], bytes, i.type);
  if (o.size() > first + 2) s.c = source(o[first + 2], bytes, i.type);
  if (returns) s.d = discards ? shared_.rows.temporary(bytes) : destination(o[0], bytes);
  s.instruction = instruction_;
  form.bytes = static_cast<std::uint8_t>(bytes);
  observed_access seen = observed(form, {});
  seen.idle = idle_if(i);
  seen.taken = s.b;
  observe(i, s, std::move(seen));
  steps_.push_back(s);
  if (!returns || discards) return;
  if (bytes >= 2) emit(poll_of(bytes)).a = s.d;
  store_result(o[0], s.d, bytes, is_signed(i.type));
}

// PTX ISA 9.7.13.5: global memory only, and atomic for each element by itself.
void function_lowering::lower_vector_atomic(const decoded& i, step s, access_form form) {
  const bool returns = i.operation == op::atom;
  const auto& o = i.source->operands;
  const operand &results = o[0], &values = o[returns ? 2 : 1];
  const auto has_all = [&](const operand& e) {
    return e.kind == kind::list && e.elements.size() == i.vector;
  };
  if (form.space == state_space::shared || !has_vector_atomics(i.type) || i.has(word::exch) ||
      !has_all(values) || (returns && results.kind != kind::sink && !has_all(results)))
    refuse(i);
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  std::vector<std::uint32_t> old;
  std::vector<step> elements;
  for (unsigned e = 0; e < i.vector; ++e) {
    s.b = source(values.elements[e], bytes, i.type);
    if (returns) old.push_back(s.d = shared_.rows.temporary(bytes));
    s.instruction = instruction_;
    s.extra = e == 0 ? i.vector : 0;
    elements.push_back(s);
    s.immediate += bytes;
  }
  form.bytes = static_cast<std::uint8_t>(bytes);
  form.elements = i.vector;
  observe(i, elements.front(), observed(form, {}));
  steps_.insert(steps_.end(), elements.begin(), elements.end());
  for (std::size_t e = 0; e < old.size(); ++e) {
    if (results.kind == kind::sink || results.elements[e].kind == kind::sink) continue;
    const std::uint32_t row = destination(results.elements[e], bytes);
    step& copy = emit(shared_.actions.move(static_cast<std::uint8_t>(bytes)));
    copy.a = old[e];
    copy.d = row;
    store_result(results.elements[e], row, bytes, false);
  }
}

void function_lowering::lower_stack(const decoded& i) {
  const auto& o = i.source->operands;
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  if (bytes != 4 && bytes != 8) refuse(i);
  const auto either = [&](action narrow, action wide) { return bytes == 4 ? narrow : wide; };
  step s;
  s.instruction = instruction_;
  if (i.operation == op::alloca_) {
    const auto alignment = o.size() > 2 ? constant(o[2]) : std::uint64_t{8};
    if (!alignment || !std::has_single_bit(*alignment) || *alignment > most_local_bytes) refuse(i);
    s.run =
        either(&control::allocate_stack<std::uint32_t>, &control::allocate_stack<std::uint64_t>);
    s.a = source(o[1], bytes);
    s.d = destination(o[0], bytes);
    s.immediate = *alignment;
  } else if (i.operation == op::stacksave) {
    s.run = either(&control::save_stack<std::uint32_t>, &control::save_stack<std::uint64_t>);
    s.d = destination(o[0], bytes);
  } else {
    s.run = either(&control::restore_stack<std::uint32_t>, &control::restore_stack<std::uint64_t>);
    s.a = source(o[0], bytes);
  }
  shared_.out->functions[number_].takes_stack = true;
  steps_.push_back(s);
}

}  // namespace lockstep::simt
