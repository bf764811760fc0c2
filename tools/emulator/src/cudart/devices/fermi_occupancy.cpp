#include "cudart/devices/fermi_occupancy.hpp"

#include "lockstep/protocol/dimensions.hpp"

#include <climits>

namespace lockstep::cudart {
namespace {

// Allocation rules of compute capability 2.0: CUDA C Programming Guide 4.2, section 4.2 "Hardware
// Multithreading", and cuda_occupancy.h of CUDA 6.5, the calculator of that time.
constexpr int lanes_per_warp = static_cast<int>(protocol::lanes_per_warp);
constexpr int sub_partitions = 2;         // each holds half of the registers
constexpr std::size_t shared_unit = 128;  // bytes

constexpr int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

// Registers are allocated to warps, in units of 64; for some counts per thread, of 128.
int registers_of_warp(int per_thread) {
  switch (per_thread) {
    case 21:
    case 22:
    case 29:
    case 30:
    case 37:
    case 38:
    case 45:
    case 46:
      return round_up(per_thread * lanes_per_warp, 128);
    default:
      return round_up(per_thread * lanes_per_warp, 64);
  }
}

int blocks_by_registers(const capability& device, int warps, int per_thread) {
  const int each = registers_of_warp(per_thread);
  if (each == 0) return INT_MAX;
  if (each * round_up(warps, sub_partitions) > device.registers_per_multiprocessor) return 0;
  const int warps_of_partition = device.registers_per_multiprocessor / sub_partitions / each;
  return warps_of_partition * sub_partitions / warps;
}

}  // namespace

block_limits fermi_block_limits(const capability& device, int threads, int registers,
                                std::size_t shared) {
  const int warps = (threads + lanes_per_warp - 1) / lanes_per_warp;
  const auto all_shared = static_cast<std::size_t>(device.shared_per_multiprocessor);
  const std::size_t block_shared = (shared + shared_unit - 1) / shared_unit * shared_unit;
  block_limits limits;
  limits.warps =
      threads > 1024 ? 0 : device.max_threads_per_multiprocessor / lanes_per_warp / warps;
  limits.registers = blocks_by_registers(device, warps, registers);
  limits.shared_memory = block_shared == 0 ? INT_MAX : static_cast<int>(all_shared / block_shared);
  limits.blocks = device.max_blocks_per_multiprocessor;
  return limits;
}

std::size_t fermi_shared_share(const capability& device, int blocks) {
  const auto all = static_cast<std::size_t>(device.shared_per_multiprocessor);
  return all / static_cast<std::size_t>(blocks) / shared_unit * shared_unit;
}

}  // namespace lockstep::cudart
