// What one SM has room for. Sources: the CUDA programming guide, "Technical Specifications per Compute
// Capability" (2.0: the guide of CUDA 8; 3.5: that of CUDA 11), and cuda_occupancy.h for the units
// (2.0: that of CUDA 6.5). tests/occupancy.py compares it with chapters/03_occupancy/limits.hpp and
// with the emulator's devices.

const kib = 1024;

function sm(name, capability, threads, blocks, registers, registersPerThread, registerUnit, partitions, shared, sharedOptIn, sharedReserved, sharedUnit) {
  return {name, capability, threads, blocks, registers, registersPerThread, registerUnit, partitions, shared: shared * kib, sharedOptIn: sharedOptIn * kib, sharedReserved: sharedReserved * kib, sharedUnit};
}

export const devices = [
  //            threads blocks registers  of a thread, unit, partitions  shared KB, of a block, reserved, unit
  sm("H200", "9.0", 2048, 32, 65536, 255, 256, 4, 228, 227, 1, 128),
  sm("RTX 4070", "8.9", 1536, 24, 65536, 255, 256, 4, 100, 99, 1, 128),
  sm("RTX 3060", "8.6", 1536, 16, 65536, 255, 256, 4, 100, 99, 1, 128),
  sm("A100", "8.0", 2048, 32, 65536, 255, 256, 4, 164, 163, 1, 128),
  sm("GTX 1650", "7.5", 1024, 16, 65536, 255, 256, 4, 64, 64, 0, 256),
  sm("K20X", "3.5", 2048, 16, 65536, 255, 256, 4, 48, 48, 0, 256),
  sm("C2050", "2.0", 1536, 8, 32768, 63, 64, 2, 48, 48, 0, 128),
];

export const warpSize = 32;
export const mostThreadsOfBlock = 1024;
