#include "cudart/registry.hpp"

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "ptx/fatbinary.hpp"
#include "ptx/parser.hpp"
#include "simt/linking/demangle.hpp"

namespace lockstep::cudart {
namespace {

std::string no_ptx() {
  return protocol::phrase(
      "no-ptx",
      "this executable has machine code only, and the emulator runs PTX. Compile it with PTX, by "
      "-arch=sm_90 or -gencode arch=compute_90,code=[sm_90,compute_90]");
}

// Reads one image. Throws failure, after having reported why.
std::unique_ptr<simt::image> read(const void* wrapper) {
  try {
    ptx::fatbinary_contents contents = ptx::read_wrapper(wrapper);
    if (contents.ptx.empty()) {
      refuse(refusal_reason::no_ptx, no_ptx());
      throw failure{cudaErrorNoKernelImageForDevice};
    }
    return std::make_unique<simt::image>(std::move(contents), runtime::get().memory);
  } catch (const ptx::bad_image& bad) {
    refuse(refusal_reason::bad_image,
           protocol::phrase("damaged-device-code",
                            "the device code in this executable is damaged: {}. Build it again",
                            bad.what()));
    throw failure{cudaErrorInvalidKernelImage};
  } catch (const ptx::syntax_error& bad) {
    refuse(refusal_reason::bad_image,
           protocol::phrase("unreadable-ptx",
                            "the PTX in this executable cannot be read: {}. If nvcc made it, the "
                            "emulator does not know this form yet: please report it",
                            bad.what()));
    throw failure{cudaErrorInvalidPtx};
  } catch (const simt::unsupported& unsupported) {
    refuse(refusal_reason::unsupported_instruction, unsupported.what());
    throw failure{cudaErrorNotSupported};
  }
}

}  // namespace

registered_image* registry::add_image(const void* wrapper) {
  const std::scoped_lock lock(mutex_);
  return &images_.emplace_back(registered_image{wrapper, {}, nullptr, cudaSuccess});
}

registered_image& registry::add_loaded(std::unique_ptr<simt::image> image) {
  const std::scoped_lock lock(mutex_);
  return images_.emplace_back(registered_image{nullptr, {}, std::move(image), cudaSuccess});
}

registered_image* registry::image(const void* handle) {
  const std::scoped_lock lock(mutex_);
  for (registered_image& image : images_)
    if (&image == handle) return &image;
  return nullptr;
}

// What was registered for the image is forgotten with it. Kernels of one that the program has
// unloaded stay, as nodes of graphs may name them, and cannot be launched.
void registry::remove_image(registered_image* image) {
  const std::scoped_lock lock(mutex_);
  std::erase_if(kernel_of_, [&](const auto& entry) { return entry.second->image == image; });
  std::erase_if(variable_of_, [&](const auto& entry) { return entry.second->image == image; });
  if (image->wrapper != nullptr)
    kernels_.remove_if([&](const auto& kernel) { return kernel.image == image; });
  for (registered_kernel& kernel : kernels_) {
    if (kernel.stand_in != nullptr && kernel.stand_in->image == image) kernel.stand_in = nullptr;
    if (kernel.image == image) kernel.image = nullptr;
  }
  variables_.remove_if([&](const auto& variable) { return variable.image == image; });
  images_.remove_if([&](const auto& registered) { return &registered == image; });
}

void registry::add_kernel(registered_image* image, const void* host_function, const char* name) {
  const std::scoped_lock lock(mutex_);
  registered_kernel& kernel = kernels_.emplace_back(registered_kernel{name, image, host_function});
  kernel_of_[host_function] = &kernel;
  kernel_of_[&kernel] = &kernel;
}

void registry::add_variable(registered_image* image, const void* host_variable,
                            registered_variable what) {
  const std::scoped_lock lock(mutex_);
  registered_variable& variable = variables_.emplace_back(std::move(what));
  variable_of_[host_variable] = &variable;
  if (variable.managed_pointer != nullptr) image->managed.push_back(&variable);
}

registered_kernel& registry::own_kernel(const void* function) {
  require(function != nullptr, cudaErrorInvalidDeviceFunction);
  const std::scoped_lock lock(mutex_);
  const auto found = kernel_of_.find(function);
  require(found != kernel_of_.end(), cudaErrorInvalidResourceHandle);
  return *found->second;
}

registered_kernel& registry::kernel(const void* function) {
  registered_kernel& own = own_kernel(function);
  return own.stand_in == nullptr ? own : *own.stand_in;
}

registered_kernel& registry::kernel_in(registered_image& image, const std::string& name) {
  const std::scoped_lock lock(mutex_);
  for (registered_kernel& known : kernels_)
    if (known.image == &image && known.name == name) return known;
  registered_kernel& kernel = kernels_.emplace_back(registered_kernel{name, &image, nullptr});
  kernel_of_[&kernel] = &kernel;
  return kernel;
}

bool registry::stand_in(const void* function, const void* other) {
  const std::scoped_lock lock(mutex_);
  const auto by = kernel_of_.find(other);
  if (by == kernel_of_.end()) return false;
  // nvcc's code asks for a kernel's handle once, before its first launch.
  const auto known = kernel_of_.find(function);
  if (known != kernel_of_.end() && known->second->host_function == function)
    known->second->stand_in = by->second;
  else
    kernel_of_[function] = by->second;
  return true;
}

bool registry::stand_in_for(const std::string& name, const void* other) {
  const std::scoped_lock lock(mutex_);
  bool is_known = false;
  for (const registered_kernel& kernel : kernels_)
    if (kernel.host_function != nullptr && kernel.name == name)
      is_known = stand_in(kernel.host_function, other) || is_known;
  return is_known;
}

registered_variable& registry::variable(const void* symbol) {
  require(symbol != nullptr, cudaErrorInvalidSymbol);
  const std::scoped_lock lock(mutex_);
  const auto found = variable_of_.find(symbol);
  if (found != variable_of_.end()) return *found->second;
  // In host code a managed variable's address is that of its memory.
  for (registered_variable& variable : variables_)
    if (variable.managed_pointer != nullptr && *variable.managed_pointer == symbol) return variable;
  throw failure{cudaErrorInvalidSymbol};
}

const simt::image& registry::load(registered_image& image) {
  const std::scoped_lock lock(mutex_);
  if (image.load_error != cudaSuccess) throw failure{image.load_error};
  if (image.loaded != nullptr) return *image.loaded;
  try {
    image.loaded = read(image.wrapper);
  } catch (const failure& failed) {
    image.load_error = failed.code;
    throw;
  }
  for (const registered_variable* variable : image.managed)
    if (const memory::allocation* memory = image.loaded->variable(variable->name))
      *variable->managed_pointer = reinterpret_cast<void*>(memory->address);
  return *image.loaded;
}

void registry::unload_all() {
  const std::scoped_lock lock(mutex_);
  std::vector<registered_image*> loaded_by_program;
  for (registered_image& image : images_)
    if (image.wrapper == nullptr) loaded_by_program.push_back(&image);
  for (registered_image* image : loaded_by_program) remove_image(image);
  for (registered_image& image : images_) {
    image.loaded.reset();
    image.load_error = cudaSuccess;
  }
}

const simt::kernel_facts& facts_of(registered_kernel& kernel) {
  require(kernel.image != nullptr, cudaErrorInvalidResourceHandle);
  const simt::kernel_facts* facts = runtime::get().registered.load(*kernel.image).find(kernel.name);
  if (facts == nullptr) {
    const std::string name = simt::demangled(std::string(kernel.name));
    refuse(
        refusal_reason::no_kernel,
        protocol::phrase("no-kernel-in-ptx", "the PTX in this executable has no kernel {}", name),
        name);
    throw failure{cudaErrorInvalidDeviceFunction};
  }
  return *facts;
}

const memory::allocation& place_of(registered_variable& variable) {
  const memory::allocation* memory =
      runtime::get().registered.load(*variable.image).variable(variable.name);
  require(memory != nullptr, cudaErrorInvalidSymbol);
  return *memory;
}

}  // namespace lockstep::cudart
