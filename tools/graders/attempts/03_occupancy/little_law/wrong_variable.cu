// 03_occupancy/little_law: how much must be in flight?
// Task       Write three formulas that use the data of a device: how many warps keep an SM's
//            arithmetic busy, how many bytes in flight keep the memory busy, and how many warps
//            have that many in flight.
// Given      device_data in little_law.hpp, with units. A unit can start operations in every cycle,
//            and each takes several cycles. The unit is busy if enough of them are in flight.
// Done when  all three agree with a model that counts what is in flight, for a C2050, an RTX 4070,
//            an H200 and three made-up devices, new in every run. Tolerance: 1 %, and half a warp
//            for memory_warps.
// Interface  prediction arithmetic_warps(const device_data& device); two more in little_law.hpp
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

constexpr double lanes = 32;

static double bytes_needed(const device_data& d) {
  const double bytes_per_cycle = d.bandwidth / d.memory_clock;  // GB/s over GHz
  return bytes_per_cycle * d.memory_latency;
}

prediction arithmetic_warps(const device_data& device) {
  return device.arithmetic_latency * device.operations_per_cycle / lanes;
}

prediction bytes_in_flight(const device_data& device) { return bytes_needed(device); }

prediction memory_warps(const device_data& device) {
  const double threads = bytes_needed(device) / sizeof(float);
  return threads / lanes / device.sms;
}
