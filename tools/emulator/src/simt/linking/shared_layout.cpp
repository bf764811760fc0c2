#include "simt/linking/shared_layout.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "simt/linking/variable_layout.hpp"

namespace lockstep::simt {
namespace {

using kind = ptx::operand::kind_t;

}  // namespace

shared_layout lay_out_shared(const linked_image& image, const std::vector<function_id>& functions) {
  shared_layout layout;
  std::set<std::pair<std::uint32_t, std::uint32_t>>
      of_module;  // module-scope variables that the functions name
  std::uint32_t dynamic_alignment = 16;
  std::uint64_t end = 0;
  std::vector<dimensions> dynamic;
  const auto place = [&](const dimensions& key, const ptx::variable& v) {
    if (v.size == 0) {
      dynamic_alignment = std::max(dynamic_alignment, v.alignment);
      dynamic.push_back(key);
      return;
    }
    layout.offsets[key] = saturated(offset_behind(end, v));
  };
  for (const function_id id : functions) {
    const ptx::function& function = image.syntax(id);
    for (std::uint32_t v = 0; v < function.variables.size(); ++v) {
      if (function.variables[v].space == ptx::state_space::shared)
        place({id.module, id.function, v}, function.variables[v]);
    }
    for (const ptx::instruction& i : function.body) {
      const auto note = [&](const ptx::operand& o) {
        const bool names =
            o.kind == kind::variable || (o.kind == kind::address && o.base == kind::variable);
        if (names && o.of_module &&
            image.module_of(id).variables[o.index].space == ptx::state_space::shared)
          of_module.emplace(id.module, o.index);
      };
      for (const ptx::operand& o : i.operands) {
        note(o);
        for (const ptx::operand& e : o.elements) note(e);
      }
    }
  }
  for (const auto& [module, variable] : of_module) {
    const ptx::variable& v = image.module_of({module, 0}).variables[variable];
    place({module, ~0u, variable}, v);
  }
  layout.static_bytes = saturated(end);
  for (const auto& key : dynamic) layout.offsets[key] = saturated(round_up(end, dynamic_alignment));
  return layout;
}

}  // namespace lockstep::simt
