#include "simt/lowering/lower.hpp"

#include <algorithm>

#include "lockstep/protocol/phrase.hpp"
#include "simt/instruments/checking.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/linking/variable_layout.hpp"
#include "simt/lowering/function_lowering.hpp"
#include "simt/lowering/invariants.hpp"
#include "simt/lowering/register_use.hpp"
#include "simt/lowering/row_assignment.hpp"
#include "simt/state/recorded_code.hpp"
#include "simt/state/timed_code.hpp"
#include "simt/state/traced_code.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::state_space;

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
      throw unsupported(protocol::phrase("wide-registers",
                                         "128-bit registers, declared in {}, are not supported",
                                         std::string(function.name)));
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

std::vector<protocol::shared_array> shared_variables(const code_builder& b) {
  std::vector<protocol::shared_array> all;
  for (const auto& [key, offset] : b.shared.offsets) {
    const bool of_module = key[1] == ~0u;
    const function_id id{key[0], of_module ? 0 : key[1]};
    const ptx::variable& v =
        of_module ? b.image.module_of(id).variables[key[2]] : b.image.syntax(id).variables[key[2]];
    all.push_back({variable_name(v.name), offset, v.size});
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
    b.out->checked->registers = b.followed_registers;
    for (const instruction_site& i : b.out->instructions)
      b.out->checked->positions.push_back({std::string(i.line.file), i.line.line, i.line.column,
                                           std::string(i.line.header), i.line.in_line});
  }
  return std::move(b.out);
}

}  // namespace lockstep::simt
