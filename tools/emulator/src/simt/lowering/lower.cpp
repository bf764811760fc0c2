#include "simt/lowering/lower.hpp"

#include <algorithm>
#include <string_view>

#include "simt/control/actions.hpp"
#include "simt/control/interleave.hpp"
#include "simt/instructions/warp_operations.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/instruments/tracing.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/linking/variable_layout.hpp"
#include "simt/lowering/branch_targets.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/invariants.hpp"
#include "simt/lowering/register_use.hpp"
#include "simt/lowering/row_assignment.hpp"
#include "simt/state/recorded_code.hpp"
#include "simt/state/split.hpp"
#include "simt/state/timed_code.hpp"
#include "simt/state/traced_code.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::state_space;
using ptx::word;

namespace {

std::uint32_t row_size(unsigned bytes) {
  return bytes == 0 ? sizeof(lane_mask) : bytes * lanes_per_warp;
}

// Rows for the registers of a function, those of one width side by side.
void place_registers(code_builder& b, const ptx::decoded_function& decoded) {
  const ptx::function& function = *decoded.source;
  std::vector<std::uint8_t> width;
  for (const ptx::register_declaration& r : function.registers) {
    const std::size_t size =
        r.type == ptx::scalar::pred ? 0 : std::max<std::size_t>(2, ptx::size_of(r.type));
    if (size > 8)
      throw unsupported("128-bit registers, declared in " + std::string(function.name) +
                        ", are not supported");
    width.push_back(static_cast<std::uint8_t>(size));
  }
  // A traced or recorded block runs all of its instructions itself.
  const bool may_hoist = function.is_entry && !b.form.traced && !b.form.recorded;
  b.invariants.push_back(may_hoist ? launch_invariants(decoded) : std::vector<std::uint32_t>{});
  b.constants.push_back(constant_registers(decoded, b.invariants.back()));
  const row_assignment rows = assign_rows(decoded, width, b.invariants.back());
  std::uint32_t first[9] = {};
  std::vector<row_range> ranges;
  for (const unsigned bytes : {0u, 2u, 4u, 8u}) {
    if (rows.slots(bytes) == 0) continue;
    first[bytes] = b.rows.fresh(bytes, rows.slots(bytes));
    ranges.push_back({first[bytes], first[bytes] + rows.slots(bytes) * row_size(bytes),
                      static_cast<std::uint8_t>(bytes)});
  }
  std::vector<std::uint32_t> row_of;
  for (std::uint32_t r = 0; r < function.registers.size(); ++r)
    row_of.push_back(first[width[r]] + rows.slot[r] * row_size(width[r]));
  b.row_of.push_back(std::move(row_of));
  b.register_rows.push_back(std::move(ranges));
  b.carry_row.push_back(b.rows.fresh(0));
}

// Places of `param` and `local` variables.
void allocate_variables(code_builder& b, const ptx::function& function, function_entry& entry) {
  std::vector<parameter_slot> slots(function.variables.size());
  std::vector<std::uint32_t> local(function.variables.size(), 0);
  std::uint64_t kernel_bytes = 0, call_bytes = b.out->parameter_area_bytes, local_bytes = 0;
  const auto is_formal = [&](std::uint32_t v) {
    return std::find(function.parameters.begin(), function.parameters.end(), v) !=
           function.parameters.end();
  };
  for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
    const ptx::variable& variable = function.variables[v];
    if (variable.space == state_space::param) {
      const bool of_launch = function.is_entry && is_formal(v);
      const std::uint64_t at = of_launch ? offset_behind(kernel_bytes, variable)
                                         : offset_behind(call_bytes, variable, 8);
      slots[v] = {saturated(at), saturated(variable.size)};
    } else if (variable.space == state_space::local) {
      local[v] = saturated(offset_behind(local_bytes, variable, 16));
    }
  }
  refuse_above(kernel_bytes, most_parameter_bytes, "parameters", function.name);
  refuse_above(call_bytes, most_parameter_bytes, "parameters of calls", function.name);
  refuse_above(local_bytes, most_local_bytes, "local memory per thread", function.name);
  b.out->parameter_area_bytes = static_cast<std::uint32_t>(call_bytes);
  entry.local_bytes = static_cast<std::uint32_t>(local_bytes);
  if (local_bytes != 0)
    entry.local_room = static_cast<std::uint32_t>(round_up(local_bytes, 16)) + local_gap;
  for (const std::uint32_t v : function.parameters) entry.parameters.push_back(slots[v]);
  for (const std::uint32_t v : function.results) entry.results.push_back(slots[v]);
  b.slots.push_back(std::move(slots));
  b.local_offset.push_back(std::move(local));
}

// Which functions each can reach by calls; an indirect call reaches all whose address is taken.
void find_reach(code_builder& b) {
  b.reaches.assign(b.functions.size(), std::vector<bool>(b.functions.size(), false));
  for (std::uint32_t f = 0; f < b.functions.size(); ++f) {
    for (const function_id to : b.image.reachable(b.functions[f])) {
      if (to == b.functions[f]) continue;
      if (const auto known = b.number.find(to); known != b.number.end())
        b.reaches[f][known->second] = true;
    }
    // `reachable` lists the function itself first, whether or not it calls itself.
    for (const ptx::instruction& i : b.image.syntax(b.functions[f]).body) {
      for (const ptx::operand& o : i.operands) {
        if (i.opcode == "call" && o.kind == ptx::operand::kind_t::function &&
            o.text == b.image.syntax(b.functions[f]).name)
          b.reaches[f][f] = true;
        if (i.opcode == "call" && o.kind == ptx::operand::kind_t::reg) b.reaches[f][f] = true;
      }
    }
  }
}

called_functions functions_of(linked_image& image, const std::vector<function_id>& all) {
  called_functions made;
  for (const function_id f : all) {
    called_functions::one one;
    one.code = &image.decoded(f);
    one.module = f.module;
    for (std::uint32_t n = 0; n < one.code->instructions.size(); ++n) {
      const decoded& i = one.code->instructions[n];
      if (i.operation != op::call) continue;
      for (const ptx::operand& o : i.source->operands) {
        function_id callee;
        if (o.kind != ptx::operand::kind_t::function ||
            !image.find_function(f.module, o.text, callee))
          continue;
        const auto at = std::find(all.begin(), all.end(), callee);
        if (at != all.end()) one.calls.push_back({n, static_cast<std::uint32_t>(at - all.begin())});
      }
    }
    made.functions.push_back(std::move(one));
  }
  return made;
}

// Asked for once there is a race between the two.
std::function<bool(std::uint32_t, std::uint32_t)> write_backs_in(linked_image& image,
                                                                 std::vector<function_id> functions,
                                                                 const code& of) {
  return [&image, functions = std::move(functions), &of](std::uint32_t load, std::uint32_t store) {
    called_functions all = functions_of(image, functions);
    const auto within = [&](std::uint32_t instruction) {
      const std::uint32_t function = of.instructions[instruction].function;
      while (instruction > 0 && of.instructions[instruction - 1].function == function)
        --instruction;
      return instruction;
    };
    return writes_back(all, of.instructions[load].function, load - within(load),
                       of.instructions[store].function, store - within(store));
  };
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

// Of "_ZZ3sumPiE4tile" the last part: what the source calls it.
std::string name_in_source(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return std::string(mangled);  // "s" would become "short"
  const std::string whole = demangled(std::string(mangled));
  const auto scope = whole.rfind("::");
  return scope == std::string::npos ? whole : whole.substr(scope + 2);
}

std::vector<protocol::shared_array> shared_variables(const code_builder& b) {
  std::vector<protocol::shared_array> all;
  for (const auto& [key, offset] : b.shared.offsets) {
    const bool of_module = key[1] == ~0u;
    const function_id id{key[0], of_module ? 0 : key[1]};
    const ptx::variable& v =
        of_module ? b.image.module_of(id).variables[key[2]] : b.image.syntax(id).variables[key[2]];
    all.push_back({name_in_source(v.name), offset, v.size});
  }
  std::sort(all.begin(), all.end(), [](const auto& one, const auto& other) {
    return std::pair(one.offset, one.bytes) < std::pair(other.offset, other.bytes);
  });
  return all;
}

}  // namespace

std::unique_ptr<code> lower(linked_image& image, function_id kernel, code_form form) {
  code_builder b(image, form);
  if (form.checked) b.out->checked = std::make_unique<checked_code>();
  if (form.traced) b.out->traced = std::make_unique<traced_code>();
  if (form.recorded) b.out->recorded = std::make_unique<recorded_code>();
  if (form.timed) b.out->timed = std::make_unique<timed_code>();
  b.functions = image.reachable(kernel);
  b.shared = lay_out_shared(image, b.functions);
  refuse_above(b.shared.static_bytes, most_shared_bytes, "shared memory per block",
               image.syntax(kernel).name);
  b.out->static_shared_bytes = b.shared.static_bytes;
  if (form.traced) b.out->traced->shared = shared_variables(b);
  for (std::uint32_t f = 0; f < b.functions.size(); ++f) {
    b.number.emplace(b.functions[f], f);
    const ptx::function& function = image.syntax(b.functions[f]);
    function_entry entry;
    entry.name = function.name;
    entry.address = image.address_of(b.functions[f]);
    place_registers(b, image.decoded(b.functions[f]));
    allocate_variables(b, function, entry);
    b.out->functions.push_back(std::move(entry));
  }
  find_reach(b);
  if (form.checked) {
    called_functions all = functions_of(image, b.functions);
    b.updates = find_updates(all);
    b.out->checked->writes_back = write_backs_in(image, b.functions, *b.out);
  }
  b.out->local_bytes = b.out->functions.front().local_bytes;
  for (std::uint32_t f = 0; f < b.functions.size(); ++f) function_lowering(b, f).run();
  for (const function_entry& f : b.out->functions)
    b.out->takes_stack = b.out->takes_stack || f.takes_stack;
  b.out->uses_local = b.functions.size() > 1 || b.out->local_bytes != 0 || b.out->takes_stack;
  b.out->constants = b.rows.constants();
  b.out->specials = b.rows.specials();
  b.out->parameters = b.rows.parameters();
  b.out->row_bytes = b.rows.size();
  if (form.checked) {
    for (const instruction_site& i : b.out->instructions)
      b.out->checked->positions.push_back({std::string(i.line.file), i.line.line, i.line.column,
                                           std::string(i.line.header), i.line.in_line});
  }
  return std::move(b.out);
}

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
  finish();
  shared_.followed_registers += static_cast<std::uint32_t>(syntax_.registers.size());
}

// Returns which instructions need no more lowering.
std::vector<bool> function_lowering::lower_prologue() {
  std::vector<bool> done(decoded_.instructions.size(), false);
  if (!syntax_.is_entry) return done;
  for (const std::uint32_t i : shared_.invariants[number_]) {
    instruction_ = first_instruction_ + i;
    lower_instruction(decoded_.instructions[i]);
    shared_.rows.done();
    done[i] = true;
  }
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
  out.functions[number_].first = made.get() + entered_at_[0];
  if (syntax_.is_entry) out.prologue = made.get();
  out.steps.push_back(std::move(made));
}

void function_lowering::lower_instruction(const decoded& i) {
  note_kind(i);
  if (shared_.form.traced) trace_head(i);
  if (shared_.form.recorded) record_head(i);
  if (shared_.interleaved && is_shared_access(i)) emit(&control::interleave);
  if (i.operation == op::bra) return lower_branch(i);
  if (i.source->guard < 0) {
    if (shared_.form.checked) follow_values(i);
    emit_plain(i);
    return trace_tail(i);
  }
  const bool may_leave = i.operation == op::ret || i.operation == op::exit ||
                         i.operation == op::call || i.operation == op::bar ||
                         i.operation == op::barrier || i.operation == op::brx ||
                         warp_operation(i).wait != nullptr;
  ptx::operand predicate;
  predicate.kind = kind::reg;
  predicate.index = static_cast<std::uint32_t>(i.source->guard);
  step& g = emit(may_leave ? &control::guard_split : &control::guard);
  g.a = predicate_row(predicate);
  g.immediate = i.source->guard_negated ? ~std::uint64_t{0} : 0;
  g.d = guard_row_;
  const std::size_t at = steps_.size() - 1;
  if (shared_.form.checked) follow_values(i);
  emit_plain(i);
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
