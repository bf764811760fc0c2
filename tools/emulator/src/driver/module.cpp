// Modules and libraries: both are device code that the program loads, and their handles are the
// same. A kernel of a library is a function of its module.
#include "cudart/libraries/library.hpp"
#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"
#include "driver/jit_options.hpp"
#include "driver/ownership.hpp"

using namespace lockstep;
using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

// Loads and writes the compiler's logs. `load` takes where the reason of a failure goes.
template <typename load_t>
registered_image& logged(const jit_log& log, const load_t& load) {
  std::string why;
  try {
    registered_image& loaded = load(&why);
    log.nothing();
    return loaded;
  } catch (const failure&) {
    log.errors(why);
    throw;
  }
}

template <typename handle_t, typename load_t>
void load_into(handle_t* handle, const jit_log& log, const load_t& load) {
  require(handle != nullptr, cudaErrorInvalidValue);
  registered_image& loaded = logged(log, load);
  if constexpr (std::is_same_v<handle_t, CUmodule>) owns(loaded);
  *handle = reinterpret_cast<handle_t>(&loaded);
}

CUresult load_module(const char* name, CUmodule* module, const void* image, unsigned count = 0,
                     CUjit_option* options = nullptr, void** values = nullptr) {
  return call(name, needs::context, [&] {
    require_alive(context_use::needed);
    load_into(
        module, jit_log(count, options, values), [&](std::string * why) -> auto& {
          return load_library(image, why);
        });
  });
}

// A mangled name is taken as it is.
template <typename handle_t>
void find_kernel(handle_t* handle, const void* library, const char* name) {
  require(handle != nullptr && name != nullptr && *name != '\0', cudaErrorInvalidValue);
  *handle = reinterpret_cast<handle_t>(&kernel_of(library_at(library), name));
}

void find_variable(CUdeviceptr* address, std::size_t* size, const void* library, const char* name) {
  require((address != nullptr || size != nullptr) && name != nullptr, cudaErrorInvalidValue);
  const memory::allocation& found = variable_of(library_at(library), name);
  if (address != nullptr) *address = found.address;
  if (size != nullptr) *size = found.size;
}

template <typename handle_t>
void enumerate(handle_t* handles, unsigned count, const void* library) {
  require(handles != nullptr && count > 0, cudaErrorInvalidValue);
  for (registered_kernel* kernel : kernels_of(library_at(library)))
    if (count > 0 && count-- > 0) *handles++ = reinterpret_cast<handle_t>(kernel);
}

void count_kernels(unsigned* count, const void* library) {
  require(count != nullptr, cudaErrorInvalidValue);
  *count = static_cast<unsigned>(kernels_of(library_at(library)).size());
}

}  // namespace

CUresult cuModuleLoad(CUmodule* module, const char* file) {
  return call("cuModuleLoad", needs::context, [&] {
    require_alive(context_use::needed);
    load_into(
        module, jit_log(0, nullptr, nullptr), [&](std::string * why) -> auto& {
          return load_library_file(file, why);
        });
  });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load_module("cuModuleLoadData", module, image);
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count,
                            CUjit_option* options, void** values) {
  return load_module("cuModuleLoadDataEx", module, image, count, options, values);
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load_module("cuModuleLoadFatBinary", module, image);
}

CUresult cuModuleUnload(CUmodule module) {
  return call("cuModuleUnload", needs::context, [&] {
    registered_image& image = library_at(module);
    disowns(image);
    unload_library(image);
  });
}

// Device code is read when it is loaded.
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return call("cuModuleGetLoadingMode", needs::nothing, [&] {
    require(mode != nullptr, cudaErrorInvalidValue);
    *mode = CU_MODULE_EAGER_LOADING;
  });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return call("cuModuleGetFunction", needs::context, [&] { find_kernel(function, module, name); });
}

CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  return call("cuModuleGetFunctionCount", needs::context, [&] { count_kernels(count, module); });
}

CUresult cuModuleEnumerateFunctions(CUfunction* functions, unsigned count, CUmodule module) {
  return call("cuModuleEnumerateFunctions", needs::context,
              [&] { enumerate(functions, count, module); });
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr* address, std::size_t* size, CUmodule module,
                              const char* name) {
  return call("cuModuleGetGlobal", needs::context,
              [&] { find_variable(address, size, module, name); });
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* options,
                           void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return call("cuLibraryLoadData", needs::initialisation, [&] {
    load_into(
        library, jit_log(count, options, values), [&](std::string * why) -> auto& {
          return load_library(code, why);
        });
  });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* file, CUjit_option* options,
                               void** values, unsigned count, CUlibraryOption*, void**, unsigned) {
  return call("cuLibraryLoadFromFile", needs::initialisation, [&] {
    load_into(
        library, jit_log(count, options, values), [&](std::string * why) -> auto& {
          return load_library_file(file, why);
        });
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return call("cuLibraryUnload", needs::initialisation,
              [&] { unload_library(library_at(library)); });
}

CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return call("cuLibraryGetKernel", needs::initialisation,
              [&] { find_kernel(kernel, library, name); });
}

CUresult cuLibraryGetKernelCount(unsigned* count, CUlibrary library) {
  return call("cuLibraryGetKernelCount", needs::initialisation,
              [&] { count_kernels(count, library); });
}

CUresult cuLibraryEnumerateKernels(CUkernel* kernels, unsigned count, CUlibrary library) {
  return call("cuLibraryEnumerateKernels", needs::initialisation,
              [&] { enumerate(kernels, count, library); });
}

CUresult cuLibraryGetModule(CUmodule* module, CUlibrary library) {
  return call("cuLibraryGetModule", needs::context, [&] {
    require(module != nullptr, cudaErrorInvalidValue);
    *module = reinterpret_cast<CUmodule>(&library_at(library));
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* address, std::size_t* size, CUlibrary library,
                            const char* name) {
  return call("cuLibraryGetGlobal", needs::context,
              [&] { find_variable(address, size, library, name); });
}

CUresult cuLibraryGetManaged(CUdeviceptr* address, std::size_t* size, CUlibrary library,
                             const char* name) {
  return call("cuLibraryGetManaged", needs::initialisation, [&] {
    require(name != nullptr &&
                variable_of(library_at(library), name).kind == memory::allocation_kind::managed,
            cudaErrorSymbolNotFound);
    find_variable(address, size, library, name);
  });
}
