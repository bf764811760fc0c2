#include "simt/instruments/address_origin.hpp"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "simt/instruments/function_of_code.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {
namespace {

using operand_kind = ptx::operand::kind_t;

// Calls f for the registers that an operand stands for, one or those of a vector.
template <class F>
void each_register(const ptx::operand& o, F f) {
  if (o.kind == operand_kind::reg) f(o.index);
  for (const ptx::operand& e : o.elements)
    if (e.kind == operand_kind::reg) f(e.index);
}

bool gives(const ptx::decoded& i, std::uint32_t number) {
  bool does = false;
  if (!i.source->operands.empty())
    each_register(i.source->operands.front(), [&](std::uint32_t r) { does = does || r == number; });
  return does;
}

// The 64 bits of a parameter; nothing if the load takes something else.
std::optional<std::uint64_t> passed_by(const ptx::decoded& load, const ptx::decoded_function& f,
                                       const running_launch& launch) {
  const ptx::operand& from = load.source->operands.at(1);
  const auto& parameters = f.source->parameters;
  const auto position = std::find(parameters.begin(), parameters.end(), from.index);
  const kernel_facts* const facts = launch.image->find(f.source->name);
  if (from.base != operand_kind::variable || from.of_module || position == parameters.end() ||
      facts == nullptr || launch.parameters == nullptr)
    return {};
  const std::size_t offset =
      facts->parameter_offsets.at(static_cast<std::size_t>(position - parameters.begin())) +
      static_cast<std::size_t>(from.offset);
  std::uint64_t value = 0;
  if (offset + sizeof value > launch.parameters->size()) return {};
  std::memcpy(&value, launch.parameters->data() + offset, sizeof value);
  return value;
}

}  // namespace

address_origin origin_of_address(const running_launch& launch, std::uint32_t instruction) {
  const function_of_code in = function_around(launch, instruction);
  const ptx::decoded_function& f = *in.function;
  if (!f.source->is_entry) return {};
  linked_image& image = *launch.image;
  const std::uint32_t module = image.kernel(f.source->name).module;
  address_origin found;
  std::set<std::uint64_t> pointers;
  std::vector<ptx::source_line> loads;
  bool all_known = true;
  const auto note_pointer = [&](std::uint64_t value) {
    if (launch.memory->find(value) != nullptr) pointers.insert(value);
  };

  std::vector<bool> goes_in(f.source->registers.size(), false);
  std::vector<std::uint32_t> open;
  const auto follow = [&](std::uint32_t r) {
    if (!goes_in[r]) open.push_back(r);
    goes_in[r] = true;
  };
  for (const ptx::operand& o : f.instructions[instruction - in.first].source->operands)
    if (o.kind == operand_kind::address && o.base == operand_kind::reg) follow(o.index);
  if (open.empty()) return {};
  while (!open.empty()) {
    const std::uint32_t r = open.back();
    open.pop_back();
    const bool is_wide = ptx::size_of(f.source->registers[r].type) == 8;
    for (std::uint32_t n = 0; n < f.instructions.size(); ++n) {
      const ptx::decoded& i = f.instructions[n];
      if (!gives(i, r)) continue;
      if (i.operation == ptx::op::ld && i.space() == ptx::state_space::param) {
        if (!is_wide) continue;
        if (const auto value = passed_by(i, f, launch)) note_pointer(*value);
      } else if (i.operation == ptx::op::ld || i.operation == ptx::op::atom ||
                 i.operation == ptx::op::call) {
        loads.push_back(launch.code->instructions[in.first + n].line);
        all_known = all_known && !is_wide;  // otherwise it may be a pointer itself
      } else {
        const auto& all = i.source->operands;
        for (std::size_t o = 1; o < all.size(); ++o) {
          each_register(all[o], follow);
          if (all[o].kind != operand_kind::variable || !all[o].of_module) continue;
          const memory::allocation* const storage = image.storage(module, all[o].index);
          if (storage != nullptr) note_pointer(storage->address);
        }
      }
    }
  }
  if (all_known && pointers.size() == 1) found.pointer = *pointers.begin();
  const auto is_other = [&](const ptx::source_line& line) { return line.line != loads[0].line; };
  if (!loads.empty() && loads[0].line != 0 && loads[0].header.empty() &&
      std::none_of(loads.begin(), loads.end(), is_other))
    found.loaded_in = loads[0];
  return found;
}

}  // namespace lockstep::simt
