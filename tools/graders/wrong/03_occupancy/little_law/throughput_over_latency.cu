// fails: results: throughput_over_latency.cu:9: C2050: arithmetic_warps: predicted-too-low(0.05
//
// Divides where the law multiplies.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle / device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
