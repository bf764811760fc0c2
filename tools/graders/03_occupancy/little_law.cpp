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

std::vector<question> questions_about(const device_data& device, const parallelism& predicted) {
  const std::string name = std::string(device.name) + ": ";
  const lockstep::tolerance rounding = {0, 0.01};
  constexpr double sector = 32, word = 4;
  return {
      {name + "operations", predicted.operations,
       [&device] {
         return most_under_way(device.operations_per_cycle, device.arithmetic_latency);
       }},
      {name + "warps", predicted.warps,
       [&device] {
         return most_under_way(device.operations_per_cycle / 32, device.arithmetic_latency);
       }},
      {name + "bytes", predicted.bytes,
       [&device] { return sector * memory_pieces(device, sector); }, rounding},
      {name + "threads", predicted.threads, [&device] { return memory_pieces(device, word); },
       rounding},
      // Not a whole number; half a warp is room to round it.
      {name + "memory_warps",
       predicted.memory_warps,
       [&device] { return memory_pieces(device, 32 * word) / device.sms; },
       {0.5, 0.01}},
  };
}

}  // namespace

TEST_SUITE("predictions") {
  TEST_CASE("what must be under way") {
    const char* advice =
        "In flight = throughput x latency, both in cycles of the same clock.\n"
        "Read `Little's law` and `In one clock` in chapters/03_occupancy/latency.md.";
    std::vector<question> all;
    for (std::size_t i = 0; i < std::size(given); ++i) {
      const std::vector<question> some = questions_about(given[i], predictions[i]);
      all.insert(all.end(), some.begin(), some.end());
    }
    for_every_prediction(all, advice);
  }
}
