// fails: results: C2050: bytes: predicted 76800, measured 100
// Bytes per cycle of the memory's clock, times a latency in cycles of the SM's: the mistake in
// print.
#include "03_occupancy/little_law.hpp"

constexpr parallelism needed_by(const device_data& device) {
  const double operations = device.operations_per_cycle * device.arithmetic_latency;
  const double bytes = device.bandwidth / device.memory_clock * device.memory_latency;
  const double threads = bytes / 4;
  return {operations, operations / 32, bytes, threads, threads / 32 / device.sms};
}

constexpr parallelism predictions[] = {
    needed_by(given[0]),
    needed_by(given[1]),
    needed_by(given[2]),
};
