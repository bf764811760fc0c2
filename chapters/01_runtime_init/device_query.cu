// What a program may ask of its device, and why it should: every limit that a launch must keep.
#include "limits.cuh"

using namespace lockstep;

namespace {

struct question {
  const char* what;
  cudaDeviceAttr attribute;
};
const question questions[] = {
    {"multiprocessors (SMs)", cudaDevAttrMultiProcessorCount},
    {"threads of a warp", cudaDevAttrWarpSize},
    {"threads of a block, at most", cudaDevAttrMaxThreadsPerBlock},
    {"  in x", cudaDevAttrMaxBlockDimX},
    {"  in y", cudaDevAttrMaxBlockDimY},
    {"  in z", cudaDevAttrMaxBlockDimZ},
    {"blocks of a grid in x, at most", cudaDevAttrMaxGridDimX},
    {"  in y", cudaDevAttrMaxGridDimY},
    {"  in z", cudaDevAttrMaxGridDimZ},
    {"threads resident on an SM, at most", cudaDevAttrMaxThreadsPerMultiProcessor},
    {"blocks resident on an SM, at most", cudaDevAttrMaxBlocksPerMultiprocessor},
    {"registers of an SM", cudaDevAttrMaxRegistersPerMultiprocessor},
    {"registers of a block, at most", cudaDevAttrMaxRegistersPerBlock},
    {"shared memory of an SM, bytes", cudaDevAttrMaxSharedMemoryPerMultiprocessor},
    {"  of a block, at most", cudaDevAttrMaxSharedMemoryPerBlock},
    {"  of a block that opts in", cudaDevAttrMaxSharedMemoryPerBlockOptin},
    {"  kept by the system, per block", cudaDevAttrReservedSharedMemoryPerBlock},
    {"constant memory, bytes", cudaDevAttrTotalConstantMemory},
    {"L2 cache, bytes", cudaDevAttrL2CacheSize},
    {"clock of an SM, kHz", cudaDevAttrClockRate},
    {"clock of the memory, kHz", cudaDevAttrMemoryClockRate},
    {"width of the memory bus, bits", cudaDevAttrGlobalMemoryBusWidth},
    {"engines that copy", cudaDevAttrAsyncEngineCount},
    {"kernels at the same time (1: yes)", cudaDevAttrConcurrentKernels},
    {"cooperative launch (1: yes)", cudaDevAttrCooperativeLaunch},
    {"managed memory (1: yes)", cudaDevAttrManagedMemory},
    {"memory pools (1: yes)", cudaDevAttrMemoryPoolsSupported},
    {"error correction (1: on)", cudaDevAttrEccEnabled},
};

constexpr const char* usage =
    "options: [--csv]\n"
    "  --csv  one row per device as CSV, and nothing else: on a GPU its own, on the emulator one "
    "per\n"
    "         device profile\n";

int run(options& given) {
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  const bool emulated = observe{}.available();
  bool right = true;
  if (csv) {
    std::cout << csv_heading(
        given,
        emulated
            ? "The device profiles of the emulator, each in a process of its own (LOCKSTEP_DEVICE)."
            : "cudaDeviceGetAttribute.");
    limits::limits_table(emulated, right).print_csv(std::cout);
    return right ? passed : wrong_result;
  }

  std::cout
      << "What the runtime says about its device\n"
      << one_line(describe_device())
      << "\n\nPredict: how many warps can be resident on the whole device, and how many bytes of"
         "\nregisters has it? Is that more or less than its L2 cache?\n\n";
  table t({{"attribute", "", align::left}, {"value"}});
  for (const question& q : questions)
    t.add({q.what, grouped(static_cast<unsigned long long>(device_attribute(q.attribute)))});
  t.print(std::cout);
  const limits::device_limits d = limits::limits_of();
  std::cout << "\n  " << grouped(1ull * d.multiprocessors * d.warps_per_multiprocessor)
            << " warps are resident at most; their registers are "
            << fixed(4.0 * d.multiprocessors * d.registers_per_multiprocessor / 1048576, 1)
            << " MiB, the L2 cache is " << fixed(d.l2_bytes / 1048576.0, 1) << " MiB.\n";
  if (emulated) {
    std::cout << "\nThe devices that the emulator can present itself as (LOCKSTEP_DEVICE, or "
                 "--device):\n\n";
    limits::limits_table(true, right).print(std::cout);
    std::cout
        << "\nWhy it matters: a block of 1024 threads fits 2 times on an SM of an H200 or a K20X,"
           " once on\nan RTX 4070, and once on a GTX 1650. A program that asks runs well on all.\n";
  } else {
    std::cout << "\nThe same of eight other devices: run this program on the emulator.\n";
  }
  return right ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) {
  fresh_process::topics() = {{"limits", limits::answer}};
  if (fresh_process::is_fresh_process()) return fresh_process::answer_in_fresh_process();
  return run_program(argc, argv, usage, run);
}
