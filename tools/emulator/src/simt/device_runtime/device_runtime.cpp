#include "simt/device_runtime/device_runtime.hpp"

namespace lockstep::simt {
namespace {

// Programs compiled for CUDA 12's second version of dynamic parallelism call __cudaCDP2NAME, others
// cudaNAME; with streams per thread NAME_ptsz. A launch names its stream, so all three are one.
std::string_view bare(std::string_view name) {
  for (const std::string_view prefix : {"__cudaCDP2", "cuda"}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    if (name.ends_with("_ptsz")) name.remove_suffix(5);
    return name;
  }
  return {};
}

}  // namespace

action device_runtime(std::string_view name) {
  const std::string_view function = bare(name);
  if (function.empty()) return nullptr;
  for (const auto family :
       {&device_launch_function, &device_copy_function, &device_query_function}) {
    if (const action found = family(function)) return found;
  }
  return nullptr;
}

bool launches_kernels(std::string_view name) { return bare(name).starts_with("LaunchDevice"); }

}  // namespace lockstep::simt
