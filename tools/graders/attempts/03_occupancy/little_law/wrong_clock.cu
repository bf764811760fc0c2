#include "03_occupancy/little_law.hpp"

using lockstep::prediction;

namespace {

constexpr double warp_size = 32;
constexpr double load_bytes = 4;

double memory_bytes(const device_data& d) {
  const double bytes_per_cycle = d.bandwidth / d.memory_clock;
  return bytes_per_cycle * d.memory_latency;
}

}  // namespace

prediction arithmetic_warps(const device_data& device) {
  return device.arithmetic_latency * device.operations_per_cycle / warp_size;
}

prediction bytes_in_flight(const device_data& device) { return memory_bytes(device); }

prediction memory_warps(const device_data& device) {
  return memory_bytes(device) / load_bytes / warp_size / device.sms;
}
