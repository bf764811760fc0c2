// What one SM of five devices has room for: the whole input of the occupancy calculation, beside
// the kernel itself.
//
// Sources: the CUDA programming guide, "Technical Specifications per Compute Capability" (2.0: the
// guide of CUDA 8; 3.5: that of CUDA 11; the others: CUDA 13). Units of allocation: the toolkit's
// cuda_occupancy.h (2.0: that of CUDA 6.5). SMs: the devices' data sheets.
#pragma once

struct sm_limits {
  const char* name;
  const char* profile;  // as LOCKSTEP_DEVICE names it
  int major, minor;     // compute capability
  int multiprocessors;

  int threads;  // per SM, at most
  int blocks;   // per SM, at most

  int registers;             // per SM, of 32 bits
  int registers_per_thread;  // at most
  int register_unit;         // a warp gets a multiple of so many
  int partitions;            // each holds an equal share of the registers, and whole warps

  int shared;           // bytes per SM
  int shared_opt_in;    // bytes per block, at most; beyond 48 KB a kernel must ask
  int shared_reserved;  // bytes that the system takes for each block
  int shared_unit;      // a block gets a multiple of so many bytes
};

constexpr int KB = 1024;
constexpr int WARP = 32;
constexpr int MAX_THREADS_PER_BLOCK = 1024;

// clang-format off
inline constexpr sm_limits devices[] = {
//  name         profile    cc    SMs  threads blocks  registers per thread, unit, partitions  shared    opt-in    reserved  unit
  {"C2050",     "c2050",   2, 0,  14,   1536,    8,    32768,    63,          64,   2,          48 * KB,  48 * KB,  0,        128},
  {"K20X",      "k20x",    3, 5,  14,   2048,   16,    65536,   255,         256,   4,          48 * KB,  48 * KB,  0,        256},
  {"GTX 1650",  "gtx1650", 7, 5,  14,   1024,   16,    65536,   255,         256,   4,          64 * KB,  64 * KB,  0,        256},
  {"RTX 4070",  "rtx4070", 8, 9,  46,   1536,   24,    65536,   255,         256,   4,         100 * KB,  99 * KB,  1 * KB,   128},
  {"H200",      "h200",    9, 0, 132,   2048,   32,    65536,   255,         256,   4,         228 * KB, 227 * KB,  1 * KB,   128},
};
// clang-format on

inline constexpr const sm_limits& h200 = devices[4];
