// What the answer to 03_occupancy/little_law defines.
#pragma once

#include <lockstep/prediction.hpp>

// What is known about a device. All cycles are cycles of its SMs' clock.
struct device_data {
  const char* name;
  int sms;
  double operations_per_cycle;  // of one SM: single-precision multiplications and additions
  double arithmetic_latency;    // cycles until the result of one can be used
  double bandwidth;             // of the device's memory, in GB/s (10^9 bytes)
  double memory_latency;        // cycles until the word of a load has arrived
  double sm_clock;              // GHz
  double memory_clock;          // GHz
};

// What must be in flight at all times, so that nothing idles.

// Warps on one SM that keep its arithmetic units busy, if each thread has one operation in flight.
lockstep::prediction arithmetic_warps(const device_data& device);

// Bytes, on the whole device, that keep its memory busy.
lockstep::prediction bytes_in_flight(const device_data& device);

// Warps on one SM that have these bytes in flight, if each thread has one load of 4 bytes.
lockstep::prediction memory_warps(const device_data& device);
