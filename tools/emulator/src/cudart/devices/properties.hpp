// cudaDeviceProp and device attributes of a profile.
#pragma once

#include <driver_types.h>

#include <optional>

#include "cudart/devices/device_profile.hpp"

namespace lockstep::cudart {

cudaDeviceProp properties_of(const device_profile& device);

// nothing if the runtime knows no such attribute. Abilities that the emulator does not have
// (sharing between processes, interoperation) are 0.
std::optional<int> attribute_of(const device_profile& device, cudaDeviceAttr attribute);

}  // namespace lockstep::cudart
