#include "cudart/devices/device_profile.hpp"

namespace lockstep::cudart {
namespace {

constexpr int kib = 1024;
constexpr int mib = 1024 * kib;
constexpr std::uint64_t gib = std::uint64_t{1024} * mib;

// Each device is a data file of designated initialisers, each value with its source. The first one
// is the default.
#include "cudart/devices/capabilities.def"
constexpr attribute_value h200_attributes[] = {
#include "cudart/devices/h200_attributes.def"
};
constexpr timing::machine h200_timing = {
#include "cudart/devices/h200_timing.def"
};
constexpr timing::machine h100_timing = {
#include "cudart/devices/h100_timing.def"
};
constexpr device_profile devices[] = {
    {
#include "cudart/devices/h200.def"
    },
    {
#include "cudart/devices/h100.def"
    },
    {
#include "cudart/devices/a100.def"
    },
    {
#include "cudart/devices/rtx4090.def"
    },
    {
#include "cudart/devices/rtx4070.def"
    },
    {
#include "cudart/devices/rtx3060.def"
    },
    {
#include "cudart/devices/gtx1650.def"
    },
    {
#include "cudart/devices/k20x.def"
    },
    {
#include "cudart/devices/c2050.def"
    },
};

}  // namespace

const device_profile* find_device(std::string_view id) {
  for (const device_profile& device : devices)
    if (device.id == id) return &device;
  return nullptr;
}

std::string device_ids() {
  std::string ids;
  for (const device_profile& device : devices)
    ids.append(ids.empty() ? "" : ", ").append(device.id);
  return ids;
}

}  // namespace lockstep::cudart
