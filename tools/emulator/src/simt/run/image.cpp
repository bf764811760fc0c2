#include "simt/run/image.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "simt/device_runtime/device_runtime.hpp"
#include "simt/linking/function_references.hpp"
#include "simt/linking/linked_image.hpp"
#include "simt/lowering/lower.hpp"

namespace lockstep::simt {
namespace {

std::vector<std::string> find_launchable(linked_image& image, std::string_view kernel) {
  std::vector<std::string> result;
  std::set<std::string_view> seen;
  bool launches = false;
  const auto visit = [&](std::uint32_t module, std::string_view name) {
    function_id id;
    if (image.find_function(module, name, id) && image.syntax(id).is_entry &&
        seen.insert(image.syntax(id).name).second)
      result.emplace_back(image.syntax(id).name);
  };
  const auto look_at = [&](std::string_view from) {
    for (const function_id id : image.reachable(image.kernel(from))) {
      for_functions_named(image.syntax(id), [&](const ptx::instruction& i, const ptx::operand& o) {
        if (is_direct_callee(i, o))
          launches = launches || launches_kernels(o.text);
        else
          visit(id.module, o.text);
      });
    }
  };
  look_at(kernel);
  if (!launches) return {};
  for (std::uint32_t m = 0; m < image.modules(); ++m) {
    for (const ptx::variable& v : image.module_of({m, 0}).variables)
      for (const ptx::symbol_reference& reference : v.references) visit(m, reference.symbol);
  }
  for (std::size_t next = 0; next < result.size(); ++next) look_at(std::string(result[next]));
  return result;
}

}  // namespace

struct image::state {
  state(ptx::fatbinary_contents contents, memory::address_space& memory)
      : linked(std::move(contents), memory) {}
  linked_image linked;
  std::mutex mutex;
  using codes = std::map<std::pair<std::string, code_form>, std::unique_ptr<code>>;
  codes executables;
  codes set_aside;  // while a function is not what it was
  bool is_changed = false;
  std::map<std::string, std::vector<std::string>, std::less<>> launchable;
};

image::image(ptx::fatbinary_contents contents, memory::address_space& memory)
    : state_(std::make_unique<state>(std::move(contents), memory)) {}
image::~image() = default;
const kernel_facts* image::find(std::string_view name) const { return state_->linked.find(name); }
std::vector<std::string> image::kernels() const {
  std::vector<std::string> names;
  for (std::uint32_t m = 0; m < state_->linked.modules(); ++m)
    for (const ptx::function& function : state_->linked.module_of({m, 0}).functions)
      if (function.is_entry && !function.is_declaration) names.emplace_back(function.name);
  return names;
}
std::uint64_t image::constant_bytes() const {
  std::uint64_t bytes = 0;
  for (std::uint32_t m = 0; m < state_->linked.modules(); ++m)
    for (const ptx::variable& variable : state_->linked.module_of({m, 0}).variables)
      if (variable.space == ptx::state_space::constant) bytes += variable.size;
  return bytes;
}
const memory::allocation* image::variable(std::string_view name) const {
  return state_->linked.variable(name);
}
linked_image& image::linked() const { return state_->linked; }

const code& image::executable(std::string_view kernel, code_form form) const {
  const std::scoped_lock lock(state_->mutex);
  std::unique_ptr<code>& made = state_->executables[{std::string(kernel), form}];
  if (made == nullptr) made = lower(state_->linked, state_->linked.kernel(kernel), form);
  return *made;
}

std::vector<image::possible_change> image::changes(std::string_view file) const {
  std::vector<possible_change> all;
  linked_image& linked = state_->linked;
  for (std::uint32_t m = 0; m < linked.modules(); ++m) {
    const ptx::module& module = linked.module_of({m, 0});
    for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
      const ptx::function& function = module.functions[f];
      const std::string kernel(function.is_entry ? function.name : std::string_view());
      for (ptx::change& one : ptx::changes_of(module, function))
        if (one.line.file == file) all.push_back({m, f, kernel, std::move(one)});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.what.kind < b.what.kind; });
  return all;
}

void image::substitute(const possible_change& by) const {
  restore();
  const std::scoped_lock lock(state_->mutex);
  state_->linked.substitute({by.module, by.function}, by.what);
  std::swap(state_->executables, state_->set_aside);
  state_->is_changed = true;
}

void image::restore() const {
  const std::scoped_lock lock(state_->mutex);
  if (!state_->is_changed) return;
  state_->linked.restore();
  state_->executables = std::move(state_->set_aside);
  state_->set_aside.clear();
  state_->is_changed = false;
}

const std::vector<std::string>& image::launchable(std::string_view kernel) const {
  const std::scoped_lock lock(state_->mutex);
  auto known = state_->launchable.find(kernel);
  if (known == state_->launchable.end())
    known = state_->launchable.emplace(std::string(kernel), find_launchable(state_->linked, kernel))
                .first;
  return known->second;
}

}  // namespace lockstep::simt
