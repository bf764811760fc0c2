#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

constexpr double giga = 1e9;

static double bytes_of(const device_data& d) {
  const double seconds = d.memory_latency / (d.sm_clock * giga);  // the latency is in SM cycles
  return d.bandwidth * giga * seconds;
}

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle / 32.0 * device.arithmetic_latency;
}

prediction bytes_in_flight(const device_data& device) { return bytes_of(device); }

prediction memory_warps(const device_data& device) {
  const double bytes_of_warp = 32.0 * 4.0;
  return bytes_of(device) / device.sms / bytes_of_warp;
}
