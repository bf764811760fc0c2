// fails: results: no_clock.cu:13: C2050: bytes_in_flight: predicted-too-high(115200
//
// GB/s times cycles: the clock that turns seconds into cycles is missing.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
