// fails: results: warps_on_the_device.cu:17: … predicted-too-high
//
// The warps of all threads, not those of one SM.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32;
}
