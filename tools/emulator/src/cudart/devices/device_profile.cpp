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
struct figure {
  std::string_view name;
  int& (*of)(device_profile&);
};
constexpr figure figures[] = {
    {"multiprocessors", [](device_profile& d) -> int& { return d.multiprocessors; }},
    {"clock_khz", [](device_profile& d) -> int& { return d.clock_khz; }},
    {"memory_clock_khz", [](device_profile& d) -> int& { return d.memory_clock_khz; }},
    {"memory_bus_bits", [](device_profile& d) -> int& { return d.memory_bus_bits; }},
    {"threads_per_multiprocessor",
     [](device_profile& d) -> int& { return d.limits.max_threads_per_multiprocessor; }},
    {"blocks_per_multiprocessor",
     [](device_profile& d) -> int& { return d.limits.max_blocks_per_multiprocessor; }},
    {"registers_per_multiprocessor",
     [](device_profile& d) -> int& { return d.limits.registers_per_multiprocessor; }},
    {"shared_per_multiprocessor",
     [](device_profile& d) -> int& { return d.limits.shared_per_multiprocessor; }},
    {"shared_per_block_optin",
     [](device_profile& d) -> int& { return d.limits.shared_per_block_optin; }},
};

// "name=value"; false: it is not such.
bool change(device_profile& device, std::string_view one) {
  const auto equals = one.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view value = one.substr(equals + 1);
  for (const figure& it : figures) {
    if (it.name != one.substr(0, equals)) continue;
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), it.of(device));
    return error == std::errc{} && end == value.data() + value.size() && it.of(device) >= 1;
  }
  return false;
}

// "name=value,name=value"; returns the first that is not such, or nothing.
std::optional<std::string_view> change_all(device_profile& device, std::string_view list) {
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    if (!change(device, one)) return one;
    list.remove_prefix(std::min(one.size() + 1, list.size()));
  }
  return std::nullopt;
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
  if (change_all(variant, id.substr(colon + 1))) return nullptr;
  return &variants.emplace_back(variant);
}

std::optional<std::string_view> wrong_figure_of(std::string_view id) {
  const auto colon = std::min(id.find(':'), id.size());
  const device_profile* const named = find_by_name(id.substr(0, colon));
  if (named == nullptr || colon == id.size()) return std::nullopt;
  device_profile variant = *named;
  return change_all(variant, id.substr(colon + 1));
}

std::string device_ids() {
  std::string ids;
  for (const device_profile& device : devices)
    ids.append(ids.empty() ? "" : ", ").append(device.id);
  return ids;
}

std::string figure_names() {
  std::string names;
  for (const figure& it : figures) names.append(names.empty() ? "" : ", ").append(it.name);
  return names;
}

}  // namespace lockstep::cudart
