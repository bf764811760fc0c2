// Binding of branches, calls, barriers and warp-wide operations.
#include "lockstep/protocol/phrase.hpp"
#include "simt/control/actions.hpp"
#include "simt/device_runtime/builtin.hpp"
#include "simt/instructions/warp_operations.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/tracing.hpp"
#include "simt/instruments/value_checks.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/state/warp.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::word;

void function_lowering::lower_branch(const decoded& i) {
  const operand& label = i.source->operands.front();
  if (i.source->guard < 0) {
    emit(&control::jump);
    return lead_to(&step::target, label.index);
  }
  operand predicate;
  predicate.kind = kind::reg;
  predicate.index = static_cast<std::uint32_t>(i.source->guard);
  step& s = emit(shared_.counting ? &control::branch_counted : &control::branch);
  s.a = predicate_row(predicate);
  s.immediate = i.source->guard_negated ? ~std::uint64_t{0} : 0;
  lead_to(&step::target, label.index);
  const auto next = static_cast<std::uint32_t>(i.source - syntax_.body.data()) + 1;
  lead_to(&step::fall_through, next);
}

void function_lowering::lower_indexed_branch(const decoded& i) {
  const auto& o = i.source->operands;
  const auto table = static_cast<std::uint32_t>(shared_.out->jump_tables.size());
  shared_.out->jump_tables.emplace_back();
  const auto add = [&](std::uint32_t position) {
    table_fix_ups_.emplace_back(table, block_of_label(position));
  };
  for (const operand& e : o[1].elements) add(e.index);
  for (std::size_t t = 0; t < syntax_.branch_target_names.size(); ++t) {
    if (o[1].kind == kind::text && o[1].text == syntax_.branch_target_names[t]) {
      for (const std::uint32_t position : syntax_.branch_targets[t]) add(position);
    }
  }
  const std::uint32_t index = source(o[0], 4);
  if (shared_.form.traced) emit(&instruments::trace_scatter).a = index;
  step& s = emit(&control::branch_indexed);
  s.a = index;
  s.extra = table;
}

void function_lowering::lower_return(const decoded& i) {
  const bool leaves_kernel = syntax_.is_entry || i.operation == op::exit;
  step& s = emit(leaves_kernel ? &control::exit : &control::return_from);
  s.immediate = number_;
}

void function_lowering::lower_call(const decoded& i) {
  const auto& o = i.source->operands;
  std::size_t at = 0;
  call_site site;
  const auto slots_of = [&](const operand& list, std::vector<parameter_slot>& into) {
    for (const operand& e : list.elements) {
      if (e.kind != kind::variable || e.of_module) refuse(i);
      into.push_back(shared_.slots[number_][e.index]);
    }
  };
  if (o[at].kind == kind::list) slots_of(o[at++], site.result_slots);
  if (at >= o.size()) refuse(i);
  const operand& callee = o[at++];
  if (at < o.size() && o[at].kind == kind::list) slots_of(o[at], site.argument_slots);
  site.callee = callee.kind == kind::function ? std::string(callee.text) : "";
  site.local_room = shared_.out->functions[number_].local_room;

  action run = nullptr;
  std::uint32_t target = 0, row = 0;
  bool recursive = false;
  function_id id;
  if (callee.kind == kind::reg) {
    run = &control::call_indirect;
    row = source(callee, 8);
    recursive = true;
  } else if (shared_.image.find_function(id_.module, callee.text, id)) {
    run = &control::call;
    target = shared_.number.at(id);
    recursive = target == number_ || shared_.reaches[target][number_];
  } else {
    run = builtin(callee.text);
    if (run == nullptr) {
      throw unsupported(protocol::phrase(
          "function-not-supported", "function {}, called at PTX line {} of {}, is not supported",
          std::string(callee.text), i.source->ptx_line, std::string(syntax_.name)));
    }
  }
  if (recursive) {
    site.saved_rows = shared_.register_rows[number_];
    for (std::size_t v = 0; v < syntax_.variables.size(); ++v) {
      const parameter_slot slot = shared_.slots[number_][v];
      if (syntax_.variables[v].space == ptx::state_space::param && slot.bytes != 0 &&
          !syntax_.is_entry)
        site.saved_parameters.push_back(slot);
    }
  }
  step& s = emit(run);
  s.a = row;
  s.immediate = target;
  s.extra = static_cast<std::uint32_t>(shared_.out->calls.size());
  shared_.out->calls.push_back(std::move(site));
}

void function_lowering::lower_barrier(const decoded& i) {
  const auto& o = i.source->operands;
  if (i.has(word::warp)) {
    const std::uint32_t mask = source(o.at(0), 4);
    emit(shared_.form.checked ? &control::gather : &control::warp_barrier).c = mask;
    emit(&no_operation);
    return;
  }
  if (i.has(word::cluster)) {
    if (!i.has(word::arrive) && !i.has(word::wait)) refuse(i);
    shared_.out->waits_for_cluster = true;
    emit(i.has(word::arrive) ? &control::cluster_arrive : &control::cluster_wait).immediate =
        i.has(word::relaxed) ? 1 : 0;
    return;
  }
  if (o.empty()) refuse(i);
  if (const auto number = constant(o[0]);
      o.size() == 1 && i.has(word::sync) && number && *number < barriers_per_block) {
    emit(&control::sync_all).immediate = *number;
    return;
  }
  const bool reduces = i.has(word::red);
  const std::size_t first = reduces ? 1 : 0;
  if (reduces && o.size() < 3) refuse(i);
  const std::size_t predicate_at = o.size() - 1;
  control::block_barrier_form form;
  form.wait = !i.has(word::arrive);
  form.has_count = o.size() > first + (reduces ? 2u : 1u);
  step s;
  s.instruction = instruction_;
  s.run = &control::block_barrier;
  s.a = source(o.at(first), 4);
  if (form.has_count) s.b = source(o[first + 1], 4);
  if (reduces) {
    s.c = source_predicate(o[predicate_at]);
    form.negate = o[predicate_at].negated;
    s.extra = i.has(word::popc) ? 1 : i.has(word::op_and) ? 2 : 3;
    s.d = i.has(word::popc) ? destination(o[0], 4) : predicate_row(o[0]);
  }
  s.immediate = form.pack();
  steps_.push_back(s);
}

// By how much a shuffle of all lanes over the whole warp exchanges, if it is one, by a constant.
std::optional<std::uint64_t> function_lowering::whole_shuffle(const decoded& i) {
  const auto& o = i.source->operands;
  if (i.operation != op::shfl) return std::nullopt;
  const auto by = constant(o[2]), clamp = constant(o[3]), mask = constant(o.back());
  const std::uint32_t whole_warp = i.has(word::up) ? 0 : 31;
  const bool is_whole = by && clamp && mask && (*clamp & 0x1f1f) == whole_warp &&
                        static_cast<lane_mask>(*mask) == all_lanes;
  return is_whole ? by : std::nullopt;
}

void function_lowering::lower_warp_operation(const decoded& i) {
  const warp_actions actions = warp_operation(i);
  const auto& o = i.source->operands;
  if (actions.wait == nullptr) refuse(i);
  step s;
  s.instruction = instruction_;
  const bool to_predicate = i.operation == op::vote && !i.has(word::ballot);
  s.d = o[0].kind == kind::sink ? shared_.rows.temporary(to_predicate ? 0 : 4)
        : to_predicate          ? predicate_row(o[0])
                                : destination(o[0], 4);
  s.extra = !o[0].elements.empty() && o[0].elements[0].kind == kind::reg
                ? predicate_row(o[0].elements[0])
                : no_predicate;
  if (i.operation == op::elect) {
    if (s.extra == no_predicate) refuse(i);
  } else if (i.operation == op::vote) {
    s.a = source_predicate(o[1]);
    s.immediate = negation(o[1]);
  } else {
    s.a = source(o[1], i.type == scalar::b64 ? 8 : 4);
  }
  if (i.operation == op::shfl) {
    s.b = source(o[2], 4);
    s.immediate = source(o[3], 4);
  }
  s.c = source(o.back(), 4);
  s.run = shared_.form.checked ? &control::gather : actions.wait;
  const bool is_followed = i.operation == op::shfl && shuffled_;
  const std::optional<std::uint64_t> whole_by =
      actions.whole != nullptr ? whole_shuffle(i) : std::nullopt;
  if (whole_by && !is_followed) {
    s.run = actions.whole;
    if (shared_.form.checked) emit(&instruments::observe_whole_warp);
    s.immediate |= *whole_by << 32;
  }
  steps_.push_back(s);
  s.run = is_followed ? &instruments::follow_shuffle : actions.work;
  steps_.push_back(s);
  if (is_followed) follow_shuffle(i, actions.work, whole_by);
  if (shared_.form.recorded && (i.operation == op::shfl || i.operation == op::redux))
    record_exchange(i, s.b, static_cast<std::uint32_t>(s.immediate));
}

}  // namespace lockstep::simt
