// Libraries with kernels that only NVIDIA's own runtime can launch, because it is linked into them.
// A program that calls one without a GPU gets an error code, which few programs look at, and then
// goes on with numbers that nobody has computed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::protocol {

// The product, as in "cuBLAS", that this file belongs to ("libcublasLt.so.13"); nullopt: to none.
std::optional<std::string_view> device_library(std::string_view file_name);

// "cuBLAS (libcublas.so.13) has its own CUDA runtime inside, so its kernels need a GPU".
std::string needs_gpu(std::string_view product, std::string_view file_name);

// What a program can use in their place.
inline constexpr std::string_view instead_of_device_libraries =
    "The program's own kernels run, and so do libraries that are compiled into it: Thrust, CUB, "
    "cuRAND's device functions (curand_kernel.h).";

}  // namespace lockstep::protocol
