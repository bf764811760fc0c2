// fails: results: memory_clock.cu:14: C2050: bytes_in_flight: predicted-too-low(76800
//
// Bytes per cycle of the memory's clock, times a latency in cycles of the SM's: the mistake in
// print.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.memory_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
