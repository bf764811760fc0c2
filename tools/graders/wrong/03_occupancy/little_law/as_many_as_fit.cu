// fails: results: as_many_as_fit.cu:16: C2050: memory_warps: predicted-too-high(64
//
// What an SM has room for in place of what is needed.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) { return 64; }
