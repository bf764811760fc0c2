// fails: results: of_the_whole_device.cu:9: … predicted-too-high
//
// Warps of all SMs, where one SM is asked for.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32 * device.sms;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
