#include "03_occupancy/little_law.hpp"

using lockstep::prediction;
using lockstep::unanswered;

prediction arithmetic_warps(const device_data& device) {
  return device.arithmetic_latency * device.operations_per_cycle / 32;
}

prediction bytes_in_flight(const device_data& device) {
  // GB/s divided by GHz = bytes per cycle
  const double bytes_per_cycle = device.bandwidth / device.memory_clock;
  return bytes_per_cycle * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  const double threads = bytes_in_flight(device).value() / 4;
  return threads / 32 / device.sms;
}
