// The CUDA runtime as device code calls it (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism",
// API reference; cuda_device_runtime_api.h).
#pragma once

#include <string_view>

#include "simt/state/code.hpp"

namespace lockstep::simt {

// The action of a function of the device runtime, as for builtin(). nullptr: not known.
action device_runtime(std::string_view name);
// Whether the function launches kernels.
bool launches_kernels(std::string_view name);

// The parts of the family: launches and streams; copies; queries. Names without
// prefix and suffix: "GetLastError".
action device_launch_function(std::string_view name);
action device_copy_function(std::string_view name);
action device_query_function(std::string_view name);

}  // namespace lockstep::simt
