// cudaDeviceProp and device attributes of a profile.
#pragma once

#include <driver_types.h>

#include <optional>

#include "cudart/device_profile.hpp"

namespace lockstep::cudart {

cudaDeviceProp properties_of(const device_profile& device);

// nothing if the runtime knows no such attribute. What the emulator does not have (textures,
// surfaces, interoperation) is 0.
std::optional<int> attribute_of(const device_profile& device, cudaDeviceAttr attribute);

}  // namespace lockstep::cudart
