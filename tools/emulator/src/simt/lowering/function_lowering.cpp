#include "simt/lowering/function_lowering.hpp"

#include <algorithm>
#include <string_view>

#include "simt/control/actions.hpp"
#include "simt/control/interleave.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/lowering/branch_targets.hpp"
#include "simt/lowering/invariants.hpp"
#include "simt/state/recorded_code.hpp"
#include "simt/state/split.hpp"
#include "simt/state/timed_code.hpp"
#include "simt/state/traced_code.hpp"
#include "simt/tensor_cores/actions.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::state_space;
using ptx::word;

namespace {

std::uint8_t tensor_instructions(const decoded& i) {
  if (i.operation != op::mma && !(i.operation == op::wmma && i.has(word::mma))) return 0;
  const auto* const found = tensor_cores::find_multiplication(i);
  return found == nullptr ? 0 : found->machine_instructions;
}

// An access to memory that other threads see.
bool is_shared_access(const decoded& i) {
  switch (i.operation) {
    case op::ld:
    case op::ldu:
    case op::st:
    case op::atom:
    case op::red:
      return i.space() == state_space::global || i.space() == state_space::shared ||
             i.space() == state_space::generic;
    default:
      return false;
  }
}

}  // namespace

function_lowering::function_lowering(code_builder& shared, std::uint32_t number)
    : shared_(shared),
      number_(number),
      id_(shared.functions[number]),
      syntax_(shared.image.syntax(id_)),
      decoded_(shared.image.decoded(id_)),
      for_debugger_(is_for_debugger(shared.image.module_of(id_))) {
  if (!shared.form.recorded) return;
  first_recorded_ = shared.out->recorded->registers;
  shared.out->recorded->registers += static_cast<std::uint32_t>(syntax_.registers.size());
}

step& function_lowering::emit(action run) {
  step s;
  s.run = run;
  s.instruction = instruction_;
  steps_.push_back(s);
  return steps_.back();
}

void function_lowering::lead_to(const step* step::*field, std::uint32_t source_position) {
  fix_ups_.push_back(
      {static_cast<std::uint32_t>(steps_.size() - 1), field, block_of_label(source_position)});
}

void function_lowering::refuse(const decoded& i) const {
  throw unsupported(
      ptx::unknown_instruction(*i.source, demangled(std::string(syntax_.name))).what());
}

void function_lowering::begin_block(std::uint32_t block) {
  if (decoded_.blocks[block].is_join) emit(&control::join);
  entered_at_[block] = static_cast<std::uint32_t>(steps_.size());
  const ptx::basic_block& b = decoded_.blocks[block];
  if (shared_.counting && b.first != b.last) emit(&control::count);
  if (shared_.form.timed) time_block(block);
}

void function_lowering::run() {
  code& out = *shared_.out;
  first_instruction_ = static_cast<std::uint32_t>(out.instructions.size());
  guard_row_ = shared_.rows.fresh(0);
  if (shared_.form.checked) begin_following();
  entered_at_.resize(decoded_.blocks.size());
  const ptx::module& module = shared_.image.module_of(id_);
  for (const decoded& i : decoded_.instructions) {
    out.instructions.push_back({i.source, number_, module.user_line(i.source->location)});
    metrics::instruction_facts facts;
    facts.file = out.instructions.back().line.file;
    facts.line = out.instructions.back().line.line;
    out.facts.push_back(facts);
  }
  const std::vector<bool> done = lower_prologue();
  for (std::uint32_t block = 0; block < decoded_.blocks.size(); ++block) {
    const ptx::basic_block& b = decoded_.blocks[block];
    instruction_ =
        first_instruction_ +
        std::min<std::uint32_t>(
            b.first,
            static_cast<std::uint32_t>(std::max<std::size_t>(decoded_.instructions.size(), 1) - 1));
    begin_block(block);
    for (std::uint32_t i = b.first; i < b.last; ++i) {
      instruction_ = first_instruction_ + i;
      out.facts[instruction_].block = first_instruction_ + b.first;
      if (done[i]) continue;
      lower_instruction(decoded_.instructions[i]);
      shared_.rows.done();
    }
    if (b.first == b.last) {  // behind the last instruction: an implicit ret
      step& s = emit(syntax_.is_entry ? &control::exit : &control::return_from);
      s.immediate = number_;
    }
    if (b.falls_to >= 0 && b.falls_to != static_cast<std::int32_t>(block) + 1) {
      emit(&control::go_to);
      fix_ups_.push_back({static_cast<std::uint32_t>(steps_.size() - 1), &step::target,
                          static_cast<std::uint32_t>(b.falls_to)});
    }
  }
  if (shared_.form.checked) out.checked->followed_steps.resize(out.instructions.size());
  finish();
  shared_.followed_registers += static_cast<std::uint32_t>(syntax_.registers.size()) + 1;
}

// Returns which instructions need no more lowering.
std::vector<bool> function_lowering::lower_prologue() {
  std::vector<bool> done(decoded_.instructions.size(), false);
  if (!syntax_.is_entry) return done;
  in_prologue_ = true;
  for (const std::uint32_t i : shared_.invariants[number_]) {
    instruction_ = first_instruction_ + i;
    lower_instruction(decoded_.instructions[i]);
    shared_.rows.done();
    done[i] = true;
  }
  in_prologue_ = false;
  emit(&control::end_of_prologue);
  return done;
}

void function_lowering::finish() {
  code& out = *shared_.out;
  auto made = std::make_unique<step[]>(steps_.size());
  std::copy(steps_.begin(), steps_.end(), made.get());
  for (const fix_up& f : fix_ups_) made[f.at].*f.field = made.get() + entered_at_[f.block];
  for (const auto& [table, block] : table_fix_ups_)
    out.jump_tables[table].push_back(made.get() + entered_at_[block]);
  // Guards skip to the step behind what they guard; their distance stands in `extra`.
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (made[i].run == &control::guard || made[i].run == &control::guard_split)
      made[i].target = made.get() + i + made[i].extra;
  }
  for (const auto& [instruction, first] : followed_) {
    followed_step& f = out.checked->followed_steps[instruction];
    f.at = made.get() + first;
    f.run = f.at->run;
  }
  out.functions[number_].first = made.get() + entered_at_[0];
  if (syntax_.is_entry) out.prologue = made.get();
  out.steps.push_back(std::move(made));
  out.step_counts.push_back(static_cast<std::uint32_t>(steps_.size()));
}

void function_lowering::lower_instruction(const decoded& i) {
  note_kind(i);
  if (shared_.form.checked) note_order(i);
  if (shared_.form.traced) trace_head(i);
  if (shared_.form.recorded) record_head(i);
  if (shared_.interleaved && is_shared_access(i)) emit(&control::interleave);
  if (i.operation == op::bra) {
    const std::size_t first = steps_.size();
    lower_branch(i);
    return follow_unwritten(i, first);
  }
  if (i.source->guard < 0) {
    if (shared_.form.checked) follow_values(i);
    const std::size_t first = steps_.size();
    emit_plain(i);
    follow_unwritten(i, first);
    return trace_tail(i);
  }
  const bool may_leave = i.operation == op::ret || i.operation == op::exit ||
                         i.operation == op::call || i.operation == op::bar ||
                         i.operation == op::barrier || i.operation == op::brx ||
                         is_of_matrices(i) || warp_operation(i).wait != nullptr;
  ptx::operand predicate;
  predicate.kind = kind::reg;
  predicate.index = static_cast<std::uint32_t>(i.source->guard);
  step& g = emit(may_leave ? &control::guard_split : &control::guard);
  g.a = predicate_row(predicate);
  g.immediate = i.source->guard_negated ? ~std::uint64_t{0} : 0;
  g.d = guard_row_;
  const std::size_t at = steps_.size() - 1;
  if (shared_.form.checked) follow_values(i);
  const std::size_t first = steps_.size();
  emit_plain(i);
  follow_unwritten(i, first);
  trace_tail(i);
  if (!may_leave) emit(&control::unguard).d = guard_row_;
  steps_[at].extra = static_cast<std::uint32_t>(steps_.size() - at);
}

void function_lowering::emit_plain(const decoded& i) {
  if (shared_.form.recorded) record_values(i);
  switch (i.operation) {
    case op::mov:
      return lower_move(i);
    case op::cvt:
      return lower_conversion(i);
    case op::cvta:
    case op::isspacep:
      return lower_address_conversion(i);
    case op::setp:
    case op::set:
    case op::selp:
    case op::slct:
    case op::testp:
      return lower_comparison(i);
    case op::ld:
    case op::ldu:
      return lower_memory(i, false);
    case op::st:
      return lower_memory(i, true);
    case op::atom:
    case op::red:
      return lower_atomic(i);
    case op::brx:
      return lower_indexed_branch(i);
    case op::ret:
    case op::exit:
      return lower_return(i);
    case op::call:
      return lower_call(i);
    case op::bar:
    case op::barrier:
      return lower_barrier(i);
    case op::shfl:
    case op::vote:
    case op::match:
    case op::redux:
    case op::elect:
      return lower_warp_operation(i);
    case op::mbarrier:
      return lower_mbarrier(i);
    case op::tex:
    case op::tld4:
      return lower_texture(i);
    case op::suld:
    case op::sust:
      return lower_surface(i);
    case op::txq:
    case op::suq:
      return lower_query(i);
    case op::wmma:
    case op::mma:
    case op::ldmatrix:
    case op::stmatrix:
    case op::movmatrix:
      return lower_matrices(i);
    case op::cp:
      return lower_copy(i);
    case op::mapa:
    case op::getctarank:
      return lower_cluster_address(i);
    case op::createpolicy:
      return lower_policy(i);
    case op::membar:
    case op::fence:
      if (shared_.form.checked) observe_fence(i);
      emit(&control::fence);
      return;
    case op::prefetch:
    case op::prefetchu:
    case op::discard:
    case op::applypriority:
    case op::griddepcontrol:
    case op::setmaxnreg:
    case op::brkpt:
    case op::pmevent:
      emit(&no_operation);
      return;
    case op::nanosleep:
      emit(&control::give_way);
      return;
    case op::alloca_:
    case op::stacksave:
    case op::stackrestore:
      return lower_stack(i);
    case op::trap:
      emit(&control::trap);
      return;
    case op::activemask:
      emit(&control::active_mask).d = destination(i.source->operands.front(), 4);
      return;
    default:
      return is_video(i) ? lower_video(i) : lower_arithmetic(i);
  }
}

void function_lowering::note_kind(const decoded& i) {
  using metrics::instruction_kind;
  metrics::instruction_facts& facts = shared_.out->facts[instruction_];
  facts.branch_targets = branch_targets(i, decoded_, for_debugger_);
  const bool load = i.operation == op::ld || i.operation == op::ldu;
  facts.tensor_instructions = tensor_instructions(i);
  switch (i.operation) {
    case op::bra:
    case op::brx:
    case op::ret:
    case op::exit:
      facts.kind = instruction_kind::branch;
      break;
    case op::bar:
    case op::barrier:
      facts.kind = i.has(word::warp) ? instruction_kind::other : instruction_kind::barrier;
      break;
    case op::atom:
    case op::red:
      facts.kind = instruction_kind::atomic;
      break;
    case op::ld:
    case op::ldu:
    case op::st:
      switch (i.space()) {
        case state_space::global:
          facts.kind = load ? instruction_kind::global_load : instruction_kind::global_store;
          break;
        case state_space::shared:
          facts.kind = load ? instruction_kind::shared_load : instruction_kind::shared_store;
          break;
        case state_space::local:
          facts.kind = load ? instruction_kind::local_load : instruction_kind::local_store;
          break;
        case state_space::generic:
          facts.kind = load ? instruction_kind::generic_load : instruction_kind::generic_store;
          break;
        default:
          break;
      }
      break;
    default:
      break;
  }
}

}  // namespace lockstep::simt
