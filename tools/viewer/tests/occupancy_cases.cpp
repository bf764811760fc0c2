// Random kernels and how many blocks of each fit on an SM, by the toolkit's cuda_occupancy.h: what
// the calculator of the book has to say, too. Prints JSON: {"devices", "cases"}, where a case is
// [device, threads, registers, shared, blocks by warps, registers, shared, blocks, limits], and
// limits has a bit for each of these four that allows no more.
#include <cstdio>
#include <iterator>
#include <random>

#include "toolkit.hpp"

namespace {

constexpr int cases = 100'000;

// As in tools/emulator/src/cudart/devices/capabilities.def.
constexpr sm_limits more_devices[] = {
    {"A100", "a100", 8, 0, 108, 2048, 32, 65536, 255, 256, 4, 164 * KB, 163 * KB, 1 * KB, 128},
    {"RTX 3060", "rtx3060", 8, 6, 28, 1536, 16, 65536, 255, 256, 4, 100 * KB, 99 * KB, 1 * KB, 128},
};

constexpr int count = std::size(devices) + std::size(more_devices);

const sm_limits& device(int i) {
  const int first = std::size(devices);
  return i < first ? devices[i] : more_devices[i - first];
}

struct answer {
  blocks_by by;
  int limits;
};

answer by_toolkit(const sm_limits& sm, const kernel_needs& kernel) {
  const cudaOccDeviceProp on = for_toolkit(sm);
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = MAX_THREADS_PER_BLOCK;
  function.numRegs = kernel.registers;
  function.sharedSizeBytes = 0;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = static_cast<size_t>(kernel.shared);
  function.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const auto error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &on, &function, &state, kernel.threads, static_cast<size_t>(kernel.shared));
  if (error != CUDA_OCC_SUCCESS) return {{-1, -1, -1, -1}, -1};
  const auto bit = [&](unsigned factor, int n) {
    return (result.limitingFactors & factor) != 0 ? 1 << n : 0;
  };
  return {{result.blockLimitWarps, result.blockLimitBlocks, result.blockLimitRegs,
           result.blockLimitSharedMem},
          bit(OCC_LIMIT_WARPS, 0) | bit(OCC_LIMIT_REGISTERS, 1) | bit(OCC_LIMIT_SHARED_MEMORY, 2) |
              bit(OCC_LIMIT_BLOCKS, 3)};
}

// The header no longer knows 2.0: chapter 03's own calculation, which is tested against the rules
// of that time.
answer by_hand(const sm_limits& sm, const kernel_needs& kernel) {
  const blocks_by by = resident_blocks(sm, kernel);
  const int least = by.least();
  return {by, (by.warps == least ? 1 : 0) | (by.registers == least ? 2 : 0) |
                  (by.shared == least ? 4 : 0) | (by.blocks == least ? 8 : 0)};
}

}  // namespace

int main() {
  std::printf("{\"devices\": [");
  for (int i = 0; i < count; ++i) {
    const sm_limits& sm = device(i);
    std::printf("%s[\"%s\",\"%d.%d\",%d,%d,%d,%d,%d,%d,%d,%d,%d,%d]", i == 0 ? "" : ",", sm.name,
                sm.major, sm.minor, sm.threads, sm.blocks, sm.registers, sm.registers_per_thread,
                sm.register_unit, sm.partitions, sm.shared, sm.shared_opt_in, sm.shared_reserved,
                sm.shared_unit);
  }
  std::printf("],\n\"cases\": [");
  std::mt19937 random(1);
  const auto upto = [&](int most) {
    return static_cast<int>(random() % (static_cast<unsigned>(most) + 1));
  };
  for (int i = 0; i < cases; ++i) {
    const int on = upto(count - 1);
    const sm_limits& sm = device(on);
    // Threads and bytes may be more than is allowed; small kernels come as often as large ones.
    const int shared = upto(3) == 0 ? upto(240 * KB) : upto(upto(48 * KB));
    const int threads = 1 + upto(sm.major == 2 ? MAX_THREADS_PER_BLOCK - 1 : 1100);
    // The header also takes 256 registers, which no thread can have.
    const kernel_needs kernel{threads, upto(sm.registers_per_thread), shared};
    const answer a = sm.major == 2 ? by_hand(sm, kernel) : by_toolkit(sm, kernel);
    std::printf("%s[%d,%d,%d,%d,%d,%d,%d,%d,%d]", i == 0 ? "" : ",\n", on, kernel.threads,
                kernel.registers, kernel.shared, a.by.warps, a.by.registers, a.by.shared,
                a.by.blocks, a.limits);
  }
  std::printf("]}\n");
}
