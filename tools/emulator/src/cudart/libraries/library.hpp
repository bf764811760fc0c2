// Device code that a program loads while it runs: libraries of the runtime, libraries and modules
// of the driver API. A handle of one is the address of its image; handles of its kernels are
// those of all kernels.
#pragma once

#include <string>
#include <vector>

#include "cudart/registry.hpp"

namespace lockstep::cudart {

// `data` is what the API takes: PTX text with a NUL behind it (also of several units), a fatbinary
// with its wrapper or without, machine code that carries its PTX. Throws failure; `why`, if not
// nullptr, then has the reason in words.
registered_image& load_library(const void* data, std::string* why = nullptr);
// The same, from a file.
registered_image& load_library_file(const char* file, std::string* why = nullptr);
void unload_library(registered_image& library);

// Throws failure{cudaErrorInvalidResourceHandle} if no image has this handle.
registered_image& library_at(const void* handle);
// They throw failure{cudaErrorSymbolNotFound}.
registered_kernel& kernel_of(registered_image& library, const char* name);
const memory::allocation& variable_of(registered_image& library, const char* name);
std::vector<registered_kernel*> kernels_of(registered_image& library);

// The PTX that is in data as above. Throws failure.
std::vector<std::string> ptx_in(const void* data, std::string* why = nullptr);
// A file with a NUL behind it. Throws failure{cudaErrorFileNotFound}.
std::vector<char> bytes_of_file(const char* file);

}  // namespace lockstep::cudart
