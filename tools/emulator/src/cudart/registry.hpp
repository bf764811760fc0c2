// What the executable registered: its device code images, and which host symbols stand for which
// kernels and variables.
//
// Registration happens before main and only takes notes. An image is read when one of its kernels
// or variables is first used, so that a program that never does starts fast, and a damaged image is
// reported where it matters.
#pragma once

#include <driver_types.h>

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/launch.hpp"

namespace lockstep::cudart {

struct registered_image;

struct registered_kernel {
  std::string name;         // mangled
  registered_image* image;  // nullptr: the program has unloaded it
  const void* host_function;
  int max_dynamic_shared = -1;  // bytes; -1: not set (cudaFuncSetAttribute)
  int carveout = -1;
  bool allows_large_clusters = false;     // more than 8 blocks
  registered_kernel* stand_in = nullptr;  // which is launched in its place
};

struct registered_variable {
  std::string name;
  registered_image* image;
  std::size_t size;
  void** managed_pointer;  // where the host's code keeps the address of a managed variable,
                           // otherwise nullptr
};

struct registered_image {
  const void* wrapper;  // nullptr: the program has loaded it while it ran
  std::vector<registered_variable*> managed;
  std::unique_ptr<simt::image> loaded;
  cudaError_t load_error = cudaSuccess;
};

class registry {
 public:
  registered_image* add_image(const void* wrapper);
  registered_image& add_loaded(std::unique_ptr<simt::image> image);
  void remove_image(registered_image* image);
  // nullptr: there is none at this address.
  registered_image* image(const void* handle);
  void add_kernel(registered_image* image, const void* host_function, const char* name);
  void add_variable(registered_image* image, const void* host_variable, registered_variable what);

  // By the host's address of a __global__ function, or by a kernel handle. Throws failure as the
  // runtime does: cudaErrorInvalidDeviceFunction for nullptr, cudaErrorInvalidResourceHandle for
  // what is neither.
  registered_kernel& kernel(const void* function);
  // The same, even where another one stands in for it: a handle outlives that.
  registered_kernel& own_kernel(const void* function);
  // The kernel `name` of an image, which must have it.
  registered_kernel& kernel_in(registered_image& image, const std::string& name);
  // From now on, `function`, and a handle of its kernel, stand for the kernel of `other`. False:
  // that has none.
  bool stand_in(const void* function, const void* other);
  // The same for each host function that a kernel of this name has been registered for.
  bool stand_in_for(const std::string& name, const void* other);
  // By the host's address of a variable. Throws failure{cudaErrorInvalidSymbol}.
  registered_variable& variable(const void* symbol);

  // The image, read now if it was not yet. Throws failure, after having reported why.
  const simt::image& load(registered_image& image);
  // Calls `visit` with each image that has been read.
  template <class F>
  void for_loaded(F visit) {
    const std::scoped_lock lock(mutex_);
    for (const registered_image& image : images_)
      if (image.loaded != nullptr) visit(std::as_const(*image.loaded));
  }
  // Forgets what was read (cudaDeviceReset); what was registered before main stays.
  void unload_all();

 private:
  std::recursive_mutex mutex_;
  std::list<registered_image> images_;
  std::list<registered_kernel> kernels_;
  std::list<registered_variable> variables_;
  std::unordered_map<const void*, registered_kernel*> kernel_of_;  // by host function and by handle
  std::unordered_map<const void*, registered_variable*> variable_of_;  // by host address
};

// The facts of a kernel, its image being read first if need be. Throws failure.
const simt::kernel_facts& facts_of(registered_kernel& kernel);
// Where a variable is in device memory. Throws failure.
const memory::allocation& place_of(registered_variable& variable);

}  // namespace lockstep::cudart
