#include "ptx/parameter_copies.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::ptx {
namespace {

using kind = operand::kind_t;

bool refers_to(const operand& o, std::uint32_t variable) {
  const bool is_of_variable =
      o.kind == kind::variable || (o.kind == kind::address && o.base == kind::variable);
  return is_of_variable && !o.of_module && o.index == variable;
}

bool takes_address(const instruction& i, std::uint32_t variable) {
  return (i.opcode == "mov" || i.opcode == "cvta") &&
         std::any_of(i.operands.begin(), i.operands.end(),
                     [&](const operand& o) { return refers_to(o, variable); });
}

operand register_operand(std::uint32_t number) {
  operand o;
  o.kind = kind::reg;
  o.index = number;
  return o;
}
operand place(std::uint32_t variable, std::uint64_t offset) {
  operand o;
  o.kind = kind::address;
  o.base = kind::variable;
  o.index = variable;
  o.offset = static_cast<std::int64_t>(offset);
  return o;
}

// Registers of these many bytes for values on their way, one of each type.
struct carrier {
  std::uint64_t bytes;
  scalar type;
  std::string_view name, modifier;
};
constexpr carrier carriers[] = {{8, scalar::b64, "%parameter_b64", "b64"},
                                {4, scalar::b32, "%parameter_b32", "b32"},
                                {2, scalar::b16, "%parameter_b16", "b16"},
                                {1, scalar::b16, "%parameter_b16", "b8"}};

std::uint32_t register_for(function& f, const carrier& c) {
  const auto known = std::find_if(f.registers.begin(), f.registers.end(),
                                  [&](const register_declaration& r) { return r.name == c.name; });
  if (known == f.registers.end()) f.registers.push_back({c.name, c.type});
  return static_cast<std::uint32_t>(
      std::find_if(f.registers.begin(), f.registers.end(),
                   [&](const register_declaration& r) { return r.name == c.name; }) -
      f.registers.begin());
}

void add_copy(function& f, std::uint32_t from, std::uint32_t to, std::vector<instruction>& code) {
  instruction i;
  i.ptx_line = f.ptx_line;
  i.location = f.body.front().location;
  const variable& v = f.variables[from];
  for (std::uint64_t at = 0; at < v.size;) {
    const carrier& c =
        *std::find_if(std::begin(carriers), std::end(carriers), [&](const carrier& one) {
          return one.bytes <= std::max(v.alignment, 1u) && at % one.bytes == 0 &&
                 one.bytes <= v.size - at;
        });
    const operand value = register_operand(register_for(f, c));
    i.opcode = "ld";
    i.modifiers = {"param", c.modifier};
    i.operands = {value, place(from, at)};
    code.push_back(i);
    i.opcode = "st";
    i.modifiers = {"local", c.modifier};
    i.operands = {place(to, at), value};
    code.push_back(i);
    at += c.bytes;
  }
}

void move_labels(function& f, std::uint32_t by) {
  for (instruction& i : f.body)
    for (operand& o : i.operands) {
      if (o.kind == kind::label) o.index += by;
      for (operand& e : o.elements)
        if (e.kind == kind::label) e.index += by;
    }
  for (auto& list : f.branch_targets)
    for (std::uint32_t& label : list) label += by;
}

}  // namespace

void keep_on_stack(function& f) {
  if (f.is_entry || f.body.empty()) return;
  std::vector<instruction> copies;
  for (const std::uint32_t parameter : f.parameters) {
    if (std::none_of(f.body.begin(), f.body.end(),
                     [&](const instruction& i) { return takes_address(i, parameter); }))
      continue;
    const auto copy = static_cast<std::uint32_t>(f.variables.size());
    variable v = f.variables[parameter];
    v.space = state_space::local;
    f.variables.push_back(std::move(v));
    for (instruction& i : f.body) {
      if (i.opcode == "call") continue;
      for (operand& o : i.operands) {
        if (!refers_to(o, parameter)) continue;
        o.index = copy;
        if (i.opcode == "ld")
          std::replace(i.modifiers.begin(), i.modifiers.end(), std::string_view("param"),
                       std::string_view("local"));
      }
    }
    add_copy(f, parameter, copy, copies);
  }
  if (copies.empty()) return;
  move_labels(f, static_cast<std::uint32_t>(copies.size()));
  f.body.insert(f.body.begin(), copies.begin(), copies.end());
}

}  // namespace lockstep::ptx
