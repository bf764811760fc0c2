#include "cudart/observations/suppositions.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "cudart/environment.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/kernel_name.hpp"

namespace lockstep::cudart {

const std::vector<suppositions::shape_change>& suppositions::shapes() {
  static const auto& all = *new std::vector<shape_change>{
      {"with one block more", [](launch_configuration of) { return ++of.grid.x, of; }},
      {"with one more row of blocks", [](launch_configuration of) { return ++of.grid.y, of; }},
      {"with one block less",
       [](launch_configuration of) { return of.grid.x -= of.grid.x > 1, of; }},
      {"with a grid of (y, x) instead of (x, y)",
       [](launch_configuration of) { return std::swap(of.grid.x, of.grid.y), of; }},
      {"with grid and block exchanged",
       [](launch_configuration of) { return std::swap(of.grid, of.block), of; }},
      {"with twice as many blocks", [](launch_configuration of) { return of.grid.x *= 2, of; }},
      {"with half as many blocks",
       [](launch_configuration of) { return of.grid.x = (of.grid.x + 1) / 2, of; }}};
  return all;
}

const std::vector<suppositions::nested_change>& suppositions::nested_shapes() {
  using simt::dimensions;
  using simt::launch_options;
  static const auto& all = *new std::vector<nested_change>{
      {"with as many blocks as the grid that launches it",
       [](launch_options of, const dimensions& launching) { return of.grid = launching, of; }},
      {"with one block more",
       [](launch_options of, const dimensions&) { return ++of.grid[0], of; }},
      {"with grid and block exchanged",
       [](launch_options of, const dimensions&) { return std::swap(of.grid, of.block), of; }},
      {"with twice as many threads in a block",
       [](launch_options of, const dimensions&) { return of.block[0] *= 2, of; }},
      {"with half as many threads in a block", [](launch_options of, const dimensions&) {
         return of.block[0] = (of.block[0] + 1) / 2, of;
       }}};
  return all;
}

const std::vector<lockstep_supposition>& suppositions::all(const std::string& file) {
  possibilities_.clear();
  listed_.clear();
  runtime::get().registered.for_loaded([&](const simt::image& image) {
    std::set<std::string> kernels, nested;
    for (simt::image::possible_change& change : image.changes(file)) {
      if (!change.kernel.empty()) kernels.insert(change.kernel);
      possibilities_.push_back({&image, std::move(change), file, {}, {}, nullptr, nullptr});
    }
    for (const std::string& kernel : kernels)
      nested.insert(image.launchable(kernel).begin(), image.launchable(kernel).end());
    const auto add = [&](const std::string& kernel, const shape_change* by_host,
                         const nested_change* by_kernel) {
      possibilities_.push_back({nullptr,
                                {},
                                {},
                                std::string(protocol::short_name(image.find(kernel)->display_name)),
                                kernel,
                                by_host,
                                by_kernel});
    };
    for (const std::string& kernel : nested)
      for (const nested_change& shape : nested_shapes()) add(kernel, nullptr, &shape);
    for (const std::string& kernel : kernels)
      for (const shape_change& shape : shapes()) add(kernel, &shape, nullptr);
  });
  for (const possibility& one : possibilities_) {
    const char* const shape = one.shape != nullptr          ? one.shape->words
                              : one.nested_shape != nullptr ? one.nested_shape->words
                                                            : "";
    const bool of_launch = *shape != '\0';
    listed_.push_back({one.file.c_str(), one.change.what.line.line,
                       of_launch ? std::uint32_t{LOCKSTEP_SUPPOSE_LAUNCH}
                                 : static_cast<std::uint32_t>(one.change.what.kind),
                       one.kernel.c_str(), shape, one.change.what.now.c_str()});
  }
  return listed_;
}

bool suppositions::suppose(std::uint64_t index, std::chrono::milliseconds limit) {
  static const possibility changed_elsewhere{};
  end();
  if (index == LOCKSTEP_SUPPOSE_CHANGED_ELSEWHERE) return begin(changed_elsewhere, limit), true;
  if (index == LOCKSTEP_SUPPOSE_CHANGED_AND_CHECKED)
    return begin(changed_elsewhere, limit, true), true;
  if (index > possibilities_.size()) return false;
  if (index != 0) begin(possibilities_[index - 1], limit);
  return true;
}

void suppositions::add(const protocol::finding& found) {
  // A launch that is lost may be made good, which the results show; only a check minds the loss.
  const bool may_be = !checked_ && found.kind == protocol::finding_kind::lost_child_launch;
  if (!found.is_warning() && !may_be) ++findings_;
}

void suppositions::begin(const possibility& what, std::chrono::milliseconds limit, bool checked) {
  runtime& process = runtime::get();
  fault_before_ = process.fault.suspend();
  active_ = true;
  supposed_ = &what;
  if (supposed_->image != nullptr) supposed_->image->substitute(supposed_->change);
  findings_ = 0;
  checked_ = checked;
  const auto going_on = checked ? settings().keep_going : std::chrono::milliseconds(0);
  process.engine().set_watch(checked ? process.monitor.get() : nullptr, limit, going_on);
}

void suppositions::end() {
  if (!active_) return;
  runtime& process = runtime::get();
  process.engine().set_watch(process.monitor.get(), settings().timeout, settings().keep_going);
  if (supposed_->image != nullptr) supposed_->image->restore();
  process.fault.resume(fault_before_);
  supposed_ = nullptr;
  active_ = false;
}

launch_configuration suppositions::shape(const registered_kernel& kernel,
                                         const launch_configuration& launch) const {
  if (supposed_ == nullptr || supposed_->shape == nullptr || supposed_->name != kernel.name)
    return launch;
  return supposed_->shape->make(launch);
}

simt::launch_options suppositions::shape_by_kernel(const simt::kernel_facts& kernel,
                                                   const simt::launch_options& launch,
                                                   const simt::dimensions& launching) const {
  if (supposed_ == nullptr || supposed_->nested_shape == nullptr || supposed_->name != kernel.name)
    return launch;
  return supposed_->nested_shape->make(launch, launching);
}

}  // namespace lockstep::cudart
