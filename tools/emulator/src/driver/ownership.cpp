#include "driver/ownership.hpp"

#include <map>
#include <mutex>

#include "cudart/runtime.hpp"
#include "driver/context.hpp"

namespace lockstep::driver {
namespace {

using cudart::runtime;

struct ownership {
  struct memory_of_context {
    CUcontext context;
    std::uint64_t serial;  // of the allocation, whose address another may have by now
  };
  std::mutex mutex;
  std::map<CUdeviceptr, memory_of_context> memory;
  std::map<cudart::registered_image*, CUcontext> modules;
};

ownership& owned() {
  static auto& all = *new ownership;
  return all;
}

}  // namespace

void release_what_is_owned(CUcontext context) {
  runtime& process = runtime::get();
  const std::unique_lock no_kernel_runs(process.work);
  const std::scoped_lock lock(owned().mutex);
  std::erase_if(owned().memory, [&](const auto& entry) {
    const auto& [address, owner] = entry;
    if (owner.context != context) return false;
    const memory::allocation* const found = process.memory.find(address);
    if (found != nullptr && found->serial == owner.serial) process.memory.release(address);
    return true;
  });
  std::erase_if(owned().modules, [&](const auto& entry) {
    if (entry.second != context) return false;
    if (process.registered.image(entry.first) != nullptr)
      process.registered.remove_image(entry.first);
    return true;
  });
}

void owns(CUdeviceptr allocation) {
  CUcontext const context = current_context();
  const memory::allocation* const found = runtime::get().memory.find(allocation);
  if (context == nullptr || context->is_primary || found == nullptr) return;
  const std::scoped_lock lock(owned().mutex);
  owned().memory[allocation] = {context, found->serial};
}

void owns(cudart::registered_image& module) {
  CUcontext const context = current_context();
  if (context == nullptr || context->is_primary) return;
  const std::scoped_lock lock(owned().mutex);
  owned().modules[&module] = context;
}

void disowns(CUdeviceptr allocation) {
  const std::scoped_lock lock(owned().mutex);
  owned().memory.erase(allocation);
}

void disowns(cudart::registered_image& module) {
  const std::scoped_lock lock(owned().mutex);
  owned().modules.erase(&module);
}

}  // namespace lockstep::driver
