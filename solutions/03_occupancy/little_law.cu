// Solution of 03_occupancy/little_law
//
// Under way = throughput x latency, three times. Arithmetic: operations per cycle x cycles; a warp
// has 32 of them. Memory: GB/s / GHz are bytes per cycle, and the clock is that of the SM, because
// the latency is in cycles of the SM.
//
//            operations warps      bytes   threads memory_warps
//   C2050           640    20    100,436    25,109         56.0
//   RTX 4070        512    16    162,909    40,727         27.7
//   H200            512    16  1,638,705   409,676         97.0
//
// An SM of a C2050 has room for 48 warps, one of an H200 for 64: one load of 4 bytes per thread is
// not enough to keep their memories busy, whatever the occupancy. A thread must have more under
// way.
#include "03_occupancy/little_law.hpp"

constexpr parallelism needed_by(const device_data& device) {
  const double operations = device.operations_per_cycle * device.arithmetic_latency;
  const double bytes = device.bandwidth / device.sm_clock * device.memory_latency;
  const double threads = bytes / 4;
  return {operations, operations / 32, bytes, threads, threads / 32 / device.sms};
}

constexpr parallelism predictions[] = {
    needed_by(given[0]),
    needed_by(given[1]),
    needed_by(given[2]),
};
