// Grader of 03_occupancy/little_law: how much must be in flight so that nothing idles.
#include "03_occupancy/little_law.hpp"

#include <lockstep/grader.hpp>

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <vector>

using namespace lockstep::grader;

namespace {

// A unit that begins `per_cycle` pieces in a cycle, one after the other and without a gap. Each
// leaves when `latency` cycles have passed. Counts the most that are inside at once.
double most_under_way(double per_cycle, double latency) {
  const auto pieces = static_cast<long>(std::ceil(2 * per_cycle * latency));
  std::queue<double> leaves_at;
  std::size_t most = 0;
  for (long piece = 0; piece < pieces; ++piece) {
    const double now = static_cast<double>(piece) / per_cycle;
    while (!leaves_at.empty() && leaves_at.front() <= now) leaves_at.pop();
    leaves_at.push(now + latency);
    most = std::max(most, leaves_at.size());
  }
  return static_cast<double>(most);
}

// Of a memory that is busy, in pieces of so many bytes.
double memory_pieces(const device_data& device, double bytes) {
  const double bytes_per_cycle = device.bandwidth / device.sm_clock;
  return most_under_way(bytes_per_cycle / bytes, device.memory_latency);
}

std::vector<question> questions_about(const device_data& device) {
  const std::string name = std::string(device.name) + ": ";
  constexpr lockstep::tolerance rounding = {0, 0.01};
  constexpr double sector = 32, word = 4;
  return {
      {name + "arithmetic_warps", arithmetic_warps(device),
       [=] { return most_under_way(device.operations_per_cycle / 32, device.arithmetic_latency); },
       rounding},
      {name + "bytes_in_flight", bytes_in_flight(device),
       [=] { return sector * memory_pieces(device, sector); }, rounding},
      // Not a whole number; half a warp is room to round it.
      {name + "memory_warps",
       memory_warps(device),
       [=] { return memory_pieces(device, 32 * word) / device.sms; },
       {0.5, 0.01}},
  };
}

// Three that exist, then three that no answer can know.
std::vector<device_data> devices() {
  // clang-format off
  std::vector<device_data> all = {
      //            SMs  operations, latency  GB/s   latency  SM clock, memory's
      {"C2050",      14,  32,        20,       144,  800,     1.147,    1.5},
      {"RTX 4070",   46, 128,         4,       504,  800,     2.475,   10.501},
      {"H200",      132, 128,         4,      4814,  674,     1.98,     3.201},
  };
  // clang-format on
  constexpr const char* names[] = {"device 1", "device 2", "device 3"};
  const auto drawn = unsigneds(7 * std::size(names), 0, 1u << 20);
  auto next = drawn.begin();
  const auto between = [&](unsigned low, unsigned high) { return low + *next++ % (high - low); };
  for (const char* name : names) {
    device_data device{};
    device.name = name;
    device.sms = static_cast<int>(between(10, 140));
    device.operations_per_cycle = 32u
                                  << between(0, 3);  // so that the model counts without rounding
    device.arithmetic_latency = between(4, 24);
    device.bandwidth = between(300, 4000);
    device.memory_latency = between(400, 900);
    device.sm_clock = between(900, 2500) / 1000.0;
    device.memory_clock = between(2600, 10'000) / 1000.0;
    all.push_back(device);
  }
  return all;
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("what must be in flight") {
    const char* advice =
        "In flight = throughput x latency, both in cycles of the same clock.\n"
        "Read `Little's law` in chapters/03_occupancy/latency.md and `In one clock` in\n"
        "bytes_in_flight.md beside it.";
    std::vector<question> all;
    for (const device_data& device : devices()) {
      const std::vector<question> some = questions_about(device);
      all.insert(all.end(), some.begin(), some.end());
    }
    for_every_prediction(all, advice);
  }
}
