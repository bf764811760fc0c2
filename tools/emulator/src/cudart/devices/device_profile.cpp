#include "cudart/devices/device_profile.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <system_error>

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

// What a variant may have otherwise: figures that a program asks for and that limit a launch.
int* figure(device_profile& device, std::string_view name) {
  capability& limits = device.limits;
  if (name == "multiprocessors") return &device.multiprocessors;
  if (name == "clock_khz") return &device.clock_khz;
  if (name == "memory_clock_khz") return &device.memory_clock_khz;
  if (name == "memory_bus_bits") return &device.memory_bus_bits;
  if (name == "threads_per_multiprocessor") return &limits.max_threads_per_multiprocessor;
  if (name == "blocks_per_multiprocessor") return &limits.max_blocks_per_multiprocessor;
  if (name == "registers_per_multiprocessor") return &limits.registers_per_multiprocessor;
  if (name == "shared_per_multiprocessor") return &limits.shared_per_multiprocessor;
  if (name == "shared_per_block_optin") return &limits.shared_per_block_optin;
  return nullptr;
}

// "name=value,name=value"; false: one of them is not such.
bool change(device_profile& device, std::string_view figures) {
  while (!figures.empty()) {
    const std::string_view one = figures.substr(0, figures.find(','));
    figures.remove_prefix(std::min(one.size() + 1, figures.size()));
    const auto equals = std::min(one.find('='), one.size());
    int* const changed = figure(device, one.substr(0, equals));
    const char* const first = one.data() + std::min(equals + 1, one.size());
    const char* const last = one.data() + one.size();
    if (changed == nullptr) return false;
    const auto [end, error] = std::from_chars(first, last, *changed);
    if (error != std::errc{} || end != last || *changed < 1) return false;
  }
  return true;
}

const device_profile* find_by_name(std::string_view id) {
  for (const device_profile& device : devices)
    if (device.id == id) return &device;
  return nullptr;
}

}  // namespace

const device_profile* find_device(std::string_view id) {
  const auto colon = std::min(id.find(':'), id.size());
  const device_profile* const named = find_by_name(id.substr(0, colon));
  if (named == nullptr || colon == id.size()) return named;
  static std::deque<device_profile> variants;  // as long as the process; one of them, usually
  device_profile variant = *named;
  variant.timing = nullptr;  // nobody has measured it
  if (!change(variant, id.substr(colon + 1))) return nullptr;
  return &variants.emplace_back(variant);
}

std::string device_ids() {
  std::string ids;
  for (const device_profile& device : devices)
    ids.append(ids.empty() ? "" : ", ").append(device.id);
  return ids;
}

}  // namespace lockstep::cudart
