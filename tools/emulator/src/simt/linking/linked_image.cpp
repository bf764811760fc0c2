#include "simt/linking/linked_image.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "lockstep/protocol/phrase.hpp"
#include "ptx/layout.hpp"
#include "ptx/parser.hpp"
#include "simt/linking/address_windows.hpp"
#include "simt/linking/demangle.hpp"
#include "simt/linking/function_references.hpp"
#include "simt/linking/grid_functions.hpp"
#include "simt/linking/shared_layout.hpp"
#include "simt/linking/variable_layout.hpp"

namespace lockstep::simt {
namespace {

using kind = ptx::operand::kind_t;

bool calls_indirectly(const ptx::function& function) {
  return std::any_of(function.body.begin(), function.body.end(), [](const ptx::instruction& i) {
    return i.opcode == "call" &&
           std::any_of(i.operands.begin(), i.operands.end(),
                       [](const ptx::operand& o) { return o.kind == kind::reg; });
  });
}

kernel_facts facts_of(const ptx::function& function, std::uint32_t registers) {
  kernel_facts facts;
  facts.name = function.name;
  facts.display_name = demangled(facts.name);
  std::uint64_t end = 0;
  for (const std::uint32_t index : function.parameters) {
    const ptx::variable& p = function.variables[index];
    facts.parameter_offsets.push_back(saturated(offset_behind(end, p)));
    facts.parameter_sizes.push_back(saturated(p.size));
  }
  facts.parameter_bytes = saturated(end);
  facts.registers = registers;
  const auto product = [](const std::uint32_t(&d)[3]) {
    return std::max(1u, d[0]) * std::max(1u, d[1]) * std::max(1u, d[2]);
  };
  if (function.max_threads[0] != 0) facts.max_threads = product(function.max_threads);
  if (function.required_threads[0] != 0) {
    facts.max_threads = product(function.required_threads);
    for (unsigned i = 0; i < 3; ++i)
      facts.required_block[i] = std::max(1u, function.required_threads[i]);
  }
  if (function.cluster[0] != 0) {
    for (unsigned i = 0; i < 3; ++i) facts.required_cluster[i] = std::max(1u, function.cluster[i]);
  }
  return facts;
}

}  // namespace

linked_image::linked_image(ptx::fatbinary_contents contents, memory::address_space& memory)
    : memory_(memory), resources_(std::move(contents.resources)) {
  const bool synchronises_grids = std::any_of(
      contents.ptx.begin(), contents.ptx.end(),
      [](const std::string& text) { return text.find(grid_function_names) != std::string::npos; });
  if (synchronises_grids) contents.ptx.emplace_back(grid_functions);
  for (std::string& text : contents.ptx) modules_.push_back(ptx::parse(std::move(text)));
  own_functions_.resize(modules_.size());
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    for (std::uint32_t f = 0; f < modules_[m]->functions.size(); ++f) {
      const ptx::function& function = modules_[m]->functions[f];
      if (function.is_declaration) continue;
      own_functions_[m].emplace(function.name, f);
      if (function.link != ptx::linkage::internal || function.is_entry)
        functions_.emplace(function.name, function_id{m, f});
    }
  }
  allocate_variables();
}

linked_image::~linked_image() {
  for (const auto& module : storage_) {
    for (memory::allocation* a : module) {
      if (a != nullptr) memory_.release(a->address);
    }
  }
}

void linked_image::allocate_variables() {
  storage_.resize(modules_.size());
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    for (const ptx::variable& v : modules_[m]->variables) {
      memory::allocation* made = nullptr;
      const bool in_memory =
          v.space == ptx::state_space::global || v.space == ptx::state_space::constant;
      const bool shared_name = v.link == ptx::linkage::weak || v.link == ptx::linkage::common;
      if (in_memory && v.link != ptx::linkage::external &&
          !(shared_name && variables_.count(v.name) != 0)) {
        made = memory_.allocate(
            v.managed ? memory::allocation_kind::managed : memory::allocation_kind::variable,
            v.size, std::string(v.name));
        if (made == nullptr)
          throw ptx::bad_image(protocol::phrase("no-memory-for-variable",
                                                "no memory for variable {} of {} bytes",
                                                std::string(v.name), v.size));
        variables_.emplace(v.name, made);
      }
      storage_[m].push_back(made);
    }
  }
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    for (std::uint32_t v = 0; v < storage_[m].size(); ++v) {
      if (storage_[m][v] != nullptr) initialise(m, modules_[m]->variables[v], *storage_[m][v]);
    }
  }
}

void linked_image::initialise(std::uint32_t module, const ptx::variable& variable,
                              const memory::allocation& storage) {
  // New pages are zero and cost nothing until they are touched; only managed memory is not new.
  if (variable.managed) std::memset(storage.host, 0, storage.size);
  std::copy_n(variable.initial.begin(),
              std::min<std::size_t>(variable.initial.size(), storage.size), storage.host);
  for (const ptx::symbol_reference& reference : variable.references) {
    if (reference.offset + reference.bytes > storage.size) continue;
    const std::uint64_t value =
        address_of_symbol(module, reference.symbol) + static_cast<std::uint64_t>(reference.addend);
    std::memcpy(storage.host + reference.offset, &value,
                std::min<std::size_t>(reference.bytes, sizeof value));
  }
}

std::uint64_t linked_image::address_of_symbol(std::uint32_t module, std::string_view name) const {
  for (std::uint32_t v = 0; v < modules_[module]->variables.size(); ++v) {
    if (modules_[module]->variables[v].name != name) continue;
    if (const memory::allocation* found = storage(module, v)) return found->address;
  }
  if (const auto found = variables_.find(name); found != variables_.end())
    return found->second->address;
  function_id id;
  return find_function(module, name, id) ? address_of(id) : 0;
}

bool linked_image::find_function(std::uint32_t module, std::string_view name,
                                 function_id& out) const {
  if (const auto own = own_functions_[module].find(name); own != own_functions_[module].end()) {
    out = {module, own->second};
    return true;
  }
  const auto found = functions_.find(name);
  if (found == functions_.end()) return false;
  out = found->second;
  return true;
}

const ptx::decoded_function& linked_image::decoded(function_id id) {
  const std::scoped_lock lock(mutex_);
  auto found = decoded_.find(id);
  if (found == decoded_.end()) {
    try {
      found = decoded_.emplace(id, ptx::decode(syntax(id))).first;
    } catch (const ptx::unknown_instruction& e) {
      throw unsupported(
          ptx::unknown_instruction(e.which, demangled(std::string(syntax(id).name))).what());
    } catch (const ptx::nested_too_deeply& e) {
      throw unsupported(std::string(syntax(id).name) + " " + e.what());
    }
  }
  return found->second;
}

void linked_image::substitute(function_id id, const ptx::change& by) {
  const std::scoped_lock lock(mutex_);
  restore();
  ptx::function& function = modules_[id.module]->functions[id.function];
  original_ = substituted{id, {}, decoded_.extract(id)};
  for (const auto& [index, other] : by.replaced) {
    original_->instructions.emplace_back(index, std::move(function.body[index]));
    function.body[index] = other;
  }
}

void linked_image::restore() {
  const std::scoped_lock lock(mutex_);
  if (!original_) return;
  ptx::function& function = modules_[original_->where.module]->functions[original_->where.function];
  for (auto& [index, instruction] : original_->instructions)
    function.body[index] = std::move(instruction);
  decoded_.erase(original_->where);
  decoded_.insert(std::move(original_->decoded));
  original_.reset();
}

std::uint64_t linked_image::address_of(function_id id) const {
  return function_window + (std::uint64_t{id.module} << 24) + (std::uint64_t{id.function} + 1) * 16;
}

const memory::allocation* linked_image::storage(std::uint32_t module,
                                                std::uint32_t variable) const {
  if (const memory::allocation* own = storage_[module][variable]) return own;
  const auto found = variables_.find(modules_[module]->variables[variable].name);
  return found == variables_.end() ? nullptr : found->second;
}

const std::vector<function_id>& linked_image::address_taken() {
  const std::scoped_lock lock(mutex_);
  if (!address_taken_known_) {
    std::set<function_id> found;
    for (std::uint32_t m = 0; m < modules_.size(); ++m) {
      function_id id;
      for (const ptx::function& function : modules_[m]->functions) {
        for_functions_named(function, [&](const ptx::instruction& i, const ptx::operand& o) {
          if (!is_direct_callee(i, o) && find_function(m, o.text, id)) found.insert(id);
        });
      }
      for (const ptx::variable& variable : modules_[m]->variables) {
        for (const ptx::symbol_reference& reference : variable.references) {
          if (find_function(m, reference.symbol, id)) found.insert(id);
        }
      }
    }
    address_taken_.assign(found.begin(), found.end());
    address_taken_known_ = true;
  }
  return address_taken_;
}

std::vector<function_id> linked_image::reachable(function_id kernel) {
  std::vector<function_id> result{kernel};
  std::set<function_id> seen{kernel};
  const auto visit = [&](function_id id) {
    if (seen.insert(id).second) result.push_back(id);
  };
  for (std::size_t next = 0; next < result.size(); ++next) {
    const function_id at = result[next];
    function_id id;
    for_functions_named(syntax(at), [&](const ptx::instruction& i, const ptx::operand& o) {
      if (is_direct_callee(i, o) && find_function(at.module, o.text, id)) visit(id);
    });
    if (calls_indirectly(syntax(at))) {
      for (const function_id taken : address_taken()) {
        if (!syntax(taken).is_entry) visit(taken);
      }
    }
  }
  return result;
}

const kernel_facts* linked_image::find(std::string_view kernel) {
  const std::scoped_lock lock(mutex_);
  if (const auto known = facts_.find(kernel); known != facts_.end()) return &known->second;
  const auto found = functions_.find(kernel);
  if (found == functions_.end() || !syntax(found->second).is_entry) return nullptr;
  const auto known = resources_.find(std::string(kernel));
  const ptx::thread_resources taken =
      known == resources_.end() ? ptx::thread_resources() : known->second;
  kernel_facts facts = facts_of(syntax(found->second), taken.registers);
  const std::vector<function_id> functions = reachable(found->second);
  facts.static_shared_bytes = lay_out_shared(*this, functions).static_bytes;
  std::uint64_t local_bytes = 0;
  for (const ptx::variable& v : syntax(found->second).variables) {
    if (v.space == ptx::state_space::local) offset_behind(local_bytes, v);
  }
  facts.local_bytes = std::max(saturated(local_bytes), taken.stack_bytes);
  facts.spilled_bytes = facts.local_bytes - saturated(local_bytes);
  facts.spills = taken.stack;
  std::erase_if(facts.spills.accesses,
                [&](const ptx::spill_access& a) { return a.offset < local_bytes; });
  facts.ptx_version = module_of(found->second).version;
  facts.ptx_target = module_of(found->second).target;
  return &facts_.emplace(std::string(kernel), std::move(facts)).first->second;
}

const kernel_facts* linked_image::kernel_at(std::uint64_t address) {
  const std::uint64_t place = address - function_window;
  const std::uint64_t module = place >> 24, function = (place & 0xff'ffff) / 16 - 1;
  if (address < function_window || module >= modules_.size() || place % 16 != 0 ||
      function >= modules_[module]->functions.size())
    return nullptr;
  const ptx::function& found = modules_[module]->functions[function];
  return found.is_entry ? find(found.name) : nullptr;
}

const memory::allocation* linked_image::variable(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : found->second;
}

}  // namespace lockstep::simt
