// What nvcc's host code calls before main and around main: signatures in the toolkit's
// crt/host_runtime.h.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/runtime.hpp"

using namespace lockstep::cudart;

namespace {

registered_image* image_of(void** handle) { return reinterpret_cast<registered_image*>(handle); }

}  // namespace

extern "C" void** __cudaRegisterFatBinary(void* wrapper) {
  return reinterpret_cast<void**>(runtime::get().registered.add_image(wrapper));
}

// The real library may read the image here; this one waits until it is used.
extern "C" void __cudaRegisterFatBinaryEnd(void**) {}

extern "C" void __cudaUnregisterFatBinary(void** handle) {
  // At exit another thread may be inside a kernel that never ends; its image stays, and the process
  // ends.
  runtime& process = runtime::get();
  const std::unique_lock no_kernel_runs(process.work, std::try_to_lock);
  if (no_kernel_runs) process.registered.remove_image(image_of(handle));
}

extern "C" void __cudaRegisterFunction(void** handle, const char* host_function, char*,
                                       const char* device_name, int, uint3*, uint3*, dim3*, dim3*,
                                       int*) {
  runtime::get().registered.add_kernel(image_of(handle), host_function, device_name);
}

extern "C" void __cudaRegisterVar(void** handle, char* host_variable, char*,
                                  const char* device_name, int, size_t size, int, int) {
  runtime::get().registered.add_variable(image_of(handle), host_variable,
                                         {device_name, image_of(handle), size, nullptr});
}

extern "C" void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*,
                                         const char* device_name, int, size_t size, int, int) {
  runtime::get().registered.add_variable(image_of(handle), host_pointer,
                                         {device_name, image_of(handle), size, host_pointer});
}

// Called before host code first touches a managed variable, whose address must be known then.
extern "C" char __cudaInitModule(void** handle) {
  const cudaError_t error = api_call(__func__, context_use::needed, [&] {
    if (handle != nullptr && !image_of(handle)->managed.empty())
      runtime::get().registered.load(*image_of(handle));
  });
  return error == cudaSuccess;
}
