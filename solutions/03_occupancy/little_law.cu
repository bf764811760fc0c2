// Solution of 03_occupancy/little_law
//
// In flight = throughput * latency, both in cycles of the same clock. GB/s over GHz gives bytes per
// cycle, as 10^9 cancels out. The memory's own clock plays no part, because its latency is in
// cycles of the SM.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
