// Little's law: what is in flight = what arrives per unit of time x how long each stays. For an SM:
// operations (or bytes) in flight = operations (or bytes) per cycle x latency in cycles.
#pragma once

// Operations in flight that keep arithmetic units busy.
constexpr double operations_needed(double per_cycle, double latency_cycles) {
  return per_cycle * latency_cycles;
}

// Bytes per cycle, of the clock in which the latency is given.
constexpr double bytes_per_cycle(double gigabytes_per_second, double gigahertz) {
  return gigabytes_per_second / gigahertz;
}

// Bytes in flight that keep a memory busy.
constexpr double bytes_needed(double gigabytes_per_second, double gigahertz,
                              double latency_cycles) {
  return bytes_per_cycle(gigabytes_per_second, gigahertz) * latency_cycles;
}

// Warps whose lanes have so many bytes (or operations) in flight each.
constexpr double warps_needed(double in_flight, double per_lane) {
  return in_flight / (32 * per_lane);
}
