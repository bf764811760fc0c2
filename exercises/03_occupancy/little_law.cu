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
using lockstep::unanswered;

prediction arithmetic_warps(const device_data& device) {
  // TODO (1 line): return latency times throughput, in warps of 32 operations.
  return unanswered;
}

prediction bytes_in_flight(const device_data& device) {
  // TODO (1 line): do the same for memory, with both factors in cycles of one clock.
  return unanswered;
}

prediction memory_warps(const device_data& device) {
  // TODO (1 line): share these bytes out to threads, and the threads to warps on each SM.
  return unanswered;
}
