// What the answer to 03_occupancy/little_law defines.
#pragma once

#include <lockstep/prediction.hpp>

// What is given of a device. A cycle is one of its SMs' clock, if nothing else is said.
struct device_data {
  const char* name;
  int sms;
  double operations_per_cycle;  // of one SM: single-precision multiplications and additions
  double arithmetic_latency;    // cycles until the result of one can be used
  double bandwidth;             // of the device's memory, in GB/s (10^9 bytes)
  double memory_latency;        // cycles until the word of a load has come
  double sm_clock;              // GHz
  double memory_clock;          // GHz
};

// clang-format off
constexpr device_data given[] = {
    //            SMs  operations, latency  GB/s   latency  SM clock, memory's
    {"C2050",      14,  32,        20,       144,  800,     1.147,    1.5},
    {"RTX 4070",   46, 128,         4,       504,  800,     2.475,   10.501},
    {"H200",      132, 128,         4,      4814,  674,     1.98,     3.201},
};
// clang-format on

// What must be under way at all times, so that nothing idles.
struct parallelism {
  lockstep::prediction operations;    // of one SM, so that its arithmetic units are busy
  lockstep::prediction warps;         // of one SM, if each thread has one of these operations
  lockstep::prediction bytes;         // of the whole device, so that its memory is busy
  lockstep::prediction threads;       // of the whole device, if each has one load of 4 bytes
  lockstep::prediction memory_warps;  // that these threads are, on each SM
};

// In the order of `given`. The first two are exact; the others may be off by 1 %, and the last one
// rounded to a whole warp.
extern const parallelism predictions[3];
