// 03_occupancy/little_law
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

constexpr double lanes = 32;
constexpr double bytes_per_load = 4;

// in flight = throughput per cycle * latency in cycles
static double little(double per_cycle, double cycles) { return per_cycle * cycles; }

prediction arithmetic_warps(const device_data& device) {
  return little(device.operations_per_cycle, device.arithmetic_latency) / lanes;
}

prediction bytes_in_flight(const device_data& device) {
  // GB/s divided by GHz is bytes per cycle.
  const double bytes_per_cycle = device.bandwidth / device.memory_clock;
  return little(bytes_per_cycle, device.memory_latency);
}

prediction memory_warps(const device_data& device) {
  const double per_sm = bytes_in_flight(device).value() / device.sms;
  return per_sm / (bytes_per_load * lanes);
}
