// fails: results: a_byte_per_thread.cu:17: … predicted-too-high
//
// Forgets that each thread has 4 bytes in flight.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.bandwidth / device.sm_clock * device.memory_latency;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 32 / device.sms;
}
