// Grader of 01_runtime_init/device_limits: what the device has and allows, asked of the runtime.
#include "01_runtime_init/device_limits.hpp"

#include <lockstep/device.hpp>
#include <lockstep/grader.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "said.hpp"

using namespace lockstep::grader;
using lockstep::protocol::phrase;

namespace {

struct field {
  const char* name;
  double value;
};

std::vector<field> fields_of(const device_limits& all) {
  return {{"multiprocessors", double(all.multiprocessors)},
          {"warps_per_multiprocessor", double(all.warps_per_multiprocessor)},
          {"blocks_per_multiprocessor", double(all.blocks_per_multiprocessor)},
          {"threads_per_block", double(all.threads_per_block)},
          {"largest_block[0]", double(all.largest_block[0])},
          {"largest_block[1]", double(all.largest_block[1])},
          {"largest_block[2]", double(all.largest_block[2])},
          {"largest_grid[0]", double(all.largest_grid[0])},
          {"largest_grid[1]", double(all.largest_grid[1])},
          {"largest_grid[2]", double(all.largest_grid[2])},
          {"registers_per_multiprocessor", double(all.registers_per_multiprocessor)},
          {"registers_per_block", double(all.registers_per_block)},
          {"shared_per_multiprocessor", double(all.shared_per_multiprocessor)},
          {"shared_per_block", double(all.shared_per_block)},
          {"shared_per_block_optin", double(all.shared_per_block_optin)},
          {"clock_mhz", all.clock_mhz},
          {"bandwidth", all.bandwidth}};
}

// What the runtime says, attribute by attribute.
device_limits asked(int device) {
  const auto value = [=](cudaDeviceAttr one) { return lockstep::device_attribute(one, device); };
  const int warp = value(cudaDevAttrWarpSize);
  return {
      value(cudaDevAttrMultiProcessorCount),
      value(cudaDevAttrMaxThreadsPerMultiProcessor) / warp,
      value(cudaDevAttrMaxBlocksPerMultiprocessor),
      value(cudaDevAttrMaxThreadsPerBlock),
      {value(cudaDevAttrMaxBlockDimX), value(cudaDevAttrMaxBlockDimY),
       value(cudaDevAttrMaxBlockDimZ)},
      {value(cudaDevAttrMaxGridDimX), value(cudaDevAttrMaxGridDimY), value(cudaDevAttrMaxGridDimZ)},
      value(cudaDevAttrMaxRegistersPerMultiprocessor),
      value(cudaDevAttrMaxRegistersPerBlock),
      value(cudaDevAttrMaxSharedMemoryPerMultiprocessor),
      value(cudaDevAttrMaxSharedMemoryPerBlock),
      value(cudaDevAttrMaxSharedMemoryPerBlockOptin),
      value(cudaDevAttrClockRate) / 1e3,
      lockstep::describe_device(device).memory_bandwidth};
}

// What a field holds that was never written.
device_limits poisoned() {
  device_limits all;
  std::memset(static_cast<void*>(&all), 0xA5, sizeof all);
  return all;
}

// Argument: the number of the device.
const separate_process limits_of_device("limits", [](const std::vector<std::string>& arguments) {
  const int device = std::stoi(arguments.at(0));
  device_limits limits = poisoned();
  const cudaError_t code = get_limits(device, &limits);
  const std::vector<field> got = fields_of(limits), expected = fields_of(asked(device));
  say("code", {double(code)});
  for (std::size_t i = 0; i < got.size(); ++i) say("field", {expected[i].value, got[i].value});
  return 0;
});

// The field that has the value which stands in field `i`: the only one, or, of fields [0] to [2],
// of those of another array, if all three have its values. Others have it by coincidence.
std::optional<std::size_t> field_instead(const std::vector<numbers>& values, std::size_t i) {
  const auto is_in_place_of = [&](std::size_t other, std::size_t at) {
    return values.at(other).at(0) == values.at(at).at(1);
  };
  if (values[i].at(1) <= 1) return std::nullopt;
  const std::vector<field> fields = fields_of(poisoned());
  const auto begins_array = [&](std::size_t at) {
    return std::strstr(fields[at].name, "[0]") != nullptr;
  };
  std::vector<std::size_t> same;
  for (std::size_t other = 0; other < values.size(); ++other) {
    if (other == i || !is_in_place_of(other, i)) continue;
    same.push_back(other);
    if (begins_array(i) && begins_array(other) && is_in_place_of(other + 1, i + 1) &&
        is_in_place_of(other + 2, i + 2))
      return other;
  }
  return same.size() == 1 ? std::optional(same.front()) : std::nullopt;
}

// What stands in field `i` in place of its value: a simple multiple, what is left of a number that
// int has no room for, or the value of another field.
std::string why_other(const std::vector<numbers>& values, std::size_t i) {
  const double expected = values.at(i).at(0), got = values[i].at(1);
  for (const double unit : {1e3, 1e6, 1e9}) {
    const double whole = std::round(expected * unit), rest = std::round(got * unit);
    if (whole > INT_MAX && std::abs(rest) <= 1.0 + INT_MAX && whole != rest &&
        std::fmod(whole - rest, 4294967296.0) == 0)
      return phrase("no-room-in-int",
                    ": {} does not fit into an int, and this is what remains of it",
                    static_cast<long long>(whole));
  }
  if (const std::string ratio = ratio_in_words(expected, got); !ratio.empty()) return ratio;
  const std::vector<field> fields = fields_of(poisoned());
  const auto other = field_instead(values, i);
  return other
             ? phrase("value-of-other-field", ", the value of {}", std::string(fields[*other].name))
             : std::string();
}

std::string in_full(double value) {
  std::ostringstream text;
  text.precision(10);
  text << value;
  return text.str();
}

void require_right_limits(int device, const std::string& name) {
  const ending end = limits_of_device.run({std::to_string(device)});
  const double code = said(end, "code").at(0).at(0);
  if (code != cudaSuccess)
    throw wrong(
        phrase("returned-error", "{}: returned error {}, not cudaSuccess", name, int(code)));
  const std::vector<field> unwritten = fields_of(poisoned());
  const std::vector<numbers> values = said(end, "field");
  for (std::size_t i = 0; i < unwritten.size(); ++i) {
    const double expected = values.at(i).at(0), got = values[i].at(1);
    const bool whole = i + 2 < unwritten.size();  // all but clock and bandwidth
    if (lockstep::agrees(expected, got, {0, whole ? 0 : 1e-3})) continue;
    const std::string field = unwritten[i].name, wanted = in_full(expected);
    throw wrong(name + ": " + field + ": " +
                    (got == unwritten[i].value
                         ? phrase("expected-unwritten",
                                  "expected {}, and nothing was written there", wanted)
                         : expected_got(wanted, in_full(got)) + why_other(values, i)),
                field.substr(0, field.find('[')));
  }
}

// The emulator presents itself as one of these, which is chosen when a process begins.
const char* const profiles[] = {"c2050",   "k20x", "gtx1650", "rtx3060", "rtx4070",
                                "rtx4090", "a100", "h100",    "h200"};
constexpr const char* variable = "LOCKSTEP_DEVICE";

void require_right_limits_of_profile(const std::string& profile, const std::string& name) {
  const char* before = std::getenv(variable);
  const std::string kept = before == nullptr ? "" : before;
  setenv(variable, profile.c_str(), 1);
  try {
    require_right_limits(0, "as " + name);
  } catch (...) {
    before == nullptr ? unsetenv(variable) : setenv(variable, kept.c_str(), 1);
    throw;
  }
  before == nullptr ? unsetenv(variable) : setenv(variable, kept.c_str(), 1);
}

std::string made_up(unsigned multiprocessors) {
  const auto times = [](unsigned unit, unsigned least, unsigned most) {
    return std::to_string(unit * unsigneds(1, least, most).front());
  };
  return "h200:multiprocessors=" + std::to_string(multiprocessors) +
         ",threads_per_multiprocessor=" + times(32, 32, 99) +
         ",blocks_per_multiprocessor=" + times(1, 8, 99) +
         ",registers_per_multiprocessor=" + times(1024, 32, 256) +
         ",shared_per_multiprocessor=" + times(1024, 200, 400) +
         ",shared_per_block_optin=" + times(1024, 50, 199) +
         ",clock_khz=" + times(1000, 500, 4000) + ",memory_clock_khz=" + times(1000, 500, 4000) +
         ",memory_bus_bits=" + times(64, 1, 99);
}

std::vector<unsigned> up_to(unsigned count) {
  std::vector<unsigned> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(i);
  return all;
}

unsigned device_count() {
  int count = 0;
  (void)cudaGetDeviceCount(&count);
  return count;
}

}  // namespace

TEST_SUITE("results") {
  TEST_CASE("right for the device at hand") {
    const char* advice =
        "Which field of cudaDeviceProp, or which attribute, holds it, and in which unit?\n"
        "Read chapters/01_runtime_init/device.md.";
    for_every("device", up_to(device_count()), advice, [](unsigned device) {
      require_right_limits(int(device), lockstep::describe_device(int(device)).name);
    });
  }

  TEST_CASE("right for other devices") {
    const char* advice =
        "The table in chapters/01_runtime_init/device.md has all nine. A figure typed in for one\n"
        "device is wrong for another.";
    if (lockstep::backend_name() != "emulator") return;  // a GPU is only itself
    for_every("profile", up_to(std::size(profiles)), advice,
              [](unsigned one) { require_right_limits_of_profile(profiles[one], profiles[one]); });
  }

  TEST_CASE("right for a made-up device") {
    const char* advice = "Its figures are drawn at random. Only the runtime knows them.";
    if (lockstep::backend_name() != "emulator") return;
    for_every("multiprocessors", unsigneds(3, 2, 999), advice, [](unsigned multiprocessors) {
      require_right_limits_of_profile(made_up(multiprocessors), "a device that nobody has");
    });
  }

  TEST_CASE("an error is returned") {
    const char* advice = "There is no such device. What did the runtime return?";
    for_every("device", {device_count(), 99}, advice, [](unsigned device) {
      device_limits limits = poisoned();
      const cudaError_t got = get_limits(int(device), &limits);
      (void)cudaGetLastError();
      if (got == cudaSuccess)
        throw wrong(phrase("absent-device-success",
                           "for a device that does not exist get_limits returns cudaSuccess"),
                    "get_limits");
      if (got != cudaErrorInvalidDevice) {
        throw wrong(phrase("absent-device-other-error",
                           "for a device that does not exist get_limits "
                           "returns {} in place of cudaErrorInvalidDevice",
                           cudaGetErrorName(got)),
                    "get_limits");
      }
    });
  }
}
