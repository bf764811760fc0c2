#include "simt/image.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include "ptx/layout.hpp"
#include "ptx/parser.hpp"
#include "simt/bind.hpp"
#include "simt/device_runtime.hpp"
#include "simt/placing.hpp"
#include "simt/warp.hpp"

namespace lockstep::simt {
namespace {

using kind = ptx::operand::kind_t;

// With -rdc=true a kernel of internal linkage is called __nv_static_LENGTH__ID, ID being LENGTH
// letters that name the file, followed by its own mangled name.
std::string without_file(const std::string& name) {
  constexpr std::string_view prefix = "__nv_static_";
  if (!name.starts_with(prefix)) return name;
  char* end = nullptr;
  const std::size_t length = std::strtoul(name.c_str() + prefix.size(), &end, 10);
  const std::size_t own = static_cast<std::size_t>(end - name.c_str()) + 2 + length;
  return own < name.size() ? name.substr(own) : name;
}

template <class F>
void for_functions_named(const ptx::function& function, F f) {
  for (const ptx::instruction& i : function.body) {
    for (std::size_t o = 0; o < i.operands.size(); ++o) {
      if (i.operands[o].kind == kind::function) f(i, i.operands[o]);
    }
  }
}

bool is_direct_callee(const ptx::instruction& i, const ptx::operand& o) {
  return i.opcode == "call" && o.kind == kind::function;
}

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
    facts.parameter_offsets.push_back(saturated(place_behind(end, p)));
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

std::string demangled(const std::string& full_name) {
  const std::string name = without_file(full_name);
  int status = 0;
  std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && text != nullptr ? text.get() : name;
}

image_impl::image_impl(ptx::fatbinary_contents contents, memory::address_space& memory)
    : memory_(memory), resources_(std::move(contents.resources)) {
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
  place_variables();
}

image_impl::~image_impl() {
  for (const auto& module : storage_) {
    for (memory::allocation* a : module) {
      if (a != nullptr) memory_.release(a->address);
    }
  }
}

void image_impl::place_variables() {
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
          throw ptx::bad_image("no memory for variable " + std::string(v.name) + " of " +
                               std::to_string(v.size) + " bytes");
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

void image_impl::initialise(std::uint32_t module, const ptx::variable& variable,
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

std::uint64_t image_impl::address_of_symbol(std::uint32_t module, std::string_view name) const {
  for (std::uint32_t v = 0; v < modules_[module]->variables.size(); ++v) {
    if (modules_[module]->variables[v].name != name) continue;
    if (const memory::allocation* found = storage(module, v)) return found->address;
  }
  if (const auto found = variables_.find(name); found != variables_.end())
    return found->second->address;
  function_id id;
  return find_function(module, name, id) ? address_of(id) : 0;
}

bool image_impl::find_function(std::uint32_t module, std::string_view name,
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

const ptx::decoded_function& image_impl::decoded(function_id id) {
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

std::uint64_t image_impl::address_of(function_id id) const {
  return function_window + (std::uint64_t{id.module} << 24) + (std::uint64_t{id.function} + 1) * 16;
}

const memory::allocation* image_impl::storage(std::uint32_t module, std::uint32_t variable) const {
  if (const memory::allocation* own = storage_[module][variable]) return own;
  const auto found = variables_.find(modules_[module]->variables[variable].name);
  return found == variables_.end() ? nullptr : found->second;
}

const std::vector<function_id>& image_impl::address_taken() {
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

std::vector<function_id> image_impl::reachable(function_id kernel) {
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

const kernel_facts* image_impl::find(std::string_view kernel) {
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
    if (v.space == ptx::state_space::local) place_behind(local_bytes, v);
  }
  facts.local_bytes = std::max(saturated(local_bytes), taken.stack_bytes);
  facts.ptx_version = module_of(found->second).version;
  facts.ptx_target = module_of(found->second).target;
  return &facts_.emplace(std::string(kernel), std::move(facts)).first->second;
}

const kernel_facts* image_impl::kernel_at(std::uint64_t address) {
  const std::uint64_t place = address - function_window;
  const std::uint64_t module = place >> 24, function = (place & 0xff'ffff) / 16 - 1;
  if (address < function_window || module >= modules_.size() || place % 16 != 0 ||
      function >= modules_[module]->functions.size())
    return nullptr;
  const ptx::function& found = modules_[module]->functions[function];
  return found.is_entry ? find(found.name) : nullptr;
}

const std::vector<std::string>& image_impl::launchable(std::string_view kernel) {
  const std::scoped_lock lock(mutex_);
  auto known = launchable_.find(kernel);
  if (known == launchable_.end())
    known = launchable_.emplace(std::string(kernel), find_launchable(kernel)).first;
  return known->second;
}

std::vector<std::string> image_impl::find_launchable(std::string_view kernel) {
  std::vector<std::string> result;
  std::set<std::string_view> seen;
  bool launches = false;
  const auto visit = [&](std::uint32_t module, std::string_view name) {
    function_id id;
    if (find_function(module, name, id) && syntax(id).is_entry &&
        seen.insert(syntax(id).name).second)
      result.emplace_back(syntax(id).name);
  };
  const auto look_at = [&](std::string_view from) {
    for (const function_id id : reachable(functions_.at(from))) {
      for_functions_named(syntax(id), [&](const ptx::instruction& i, const ptx::operand& o) {
        if (is_direct_callee(i, o))
          launches = launches || launches_kernels(o.text);
        else
          visit(id.module, o.text);
      });
    }
  };
  look_at(kernel);
  if (!launches) return {};
  for (std::uint32_t m = 0; m < modules_.size(); ++m) {
    for (const ptx::variable& v : modules_[m]->variables)
      for (const ptx::symbol_reference& reference : v.references) visit(m, reference.symbol);
  }
  for (std::size_t next = 0; next < result.size(); ++next) look_at(std::string(result[next]));
  return result;
}

const memory::allocation* image_impl::variable(std::string_view name) const {
  const auto found = variables_.find(name);
  return found == variables_.end() ? nullptr : found->second;
}

const code& image_impl::executable(std::string_view kernel, code_form form) {
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<code>& made = code_[{std::string(kernel), form}];
  if (made == nullptr) made = bind(*this, functions_.at(kernel), form);
  return *made;
}

shared_layout lay_out_shared(image_impl& image, const std::vector<function_id>& functions) {
  shared_layout layout;
  std::set<std::pair<std::uint32_t, std::uint32_t>>
      of_module;  // module-scope variables that the functions name
  std::uint32_t dynamic_alignment = 16;
  std::uint64_t end = 0;
  std::vector<std::array<std::uint32_t, 3>> dynamic;
  const auto place = [&](const std::array<std::uint32_t, 3>& key, const ptx::variable& v) {
    if (v.size == 0) {
      dynamic_alignment = std::max(dynamic_alignment, v.alignment);
      dynamic.push_back(key);
      return;
    }
    layout.offsets[key] = saturated(place_behind(end, v));
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

image::image(ptx::fatbinary_contents contents, memory::address_space& memory)
    : impl_(std::make_unique<image_impl>(std::move(contents), memory)) {}
image::~image() = default;
const kernel_facts* image::find(std::string_view name) const { return impl_->find(name); }
const memory::allocation* image::variable(std::string_view name) const {
  return impl_->variable(name);
}

}  // namespace lockstep::simt
