// What it costs to start blocks, kernels and streams.
#pragma once

#include "constants.hpp"
#include "spans.cuh"

#include <lockstep/bench/clock.cuh>

#include <chrono>
#include <map>

namespace lockstep::calibrate {

static __global__ void nothing() {}

__device__ inline long long nanoseconds_now() {
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// Spins for so many cycles; block 0 keeps when it began and ended.
static __global__ void spin(long long cycles, long long* begin_and_end) {
  const long long started = nanoseconds_now(), first = clock64();
  while (clock64() - first < cycles) {
  }
  if (begin_and_end != nullptr && blockIdx.x == 0 && threadIdx.x == 0) {
    begin_and_end[0] = started;
    begin_and_end[1] = nanoseconds_now();
  }
}

// As early as it may, and without anything of the kernel before it. The launch's attribute makes it
// programmatic; `wait` asks for the end of that kernel.
static __global__ void waits_for_the_one_before(long long* begin_and_end) {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  begin_and_end[0] = nanoseconds_now();
}

// Each block keeps its SM, and the SM's clock at its begin and end.
struct residence {
  unsigned sm, block;
  long long begin, end;
};

static __global__ void reside(long long cycles, residence* all) {
  extern __shared__ unsigned room[];
  const long long begin = clock64();
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (threadIdx.x == 0) room[0] = 0;
  while (clock64() - begin < cycles) {
  }
  __syncthreads();
  if (threadIdx.x == 0) all[blockIdx.x] = {sm, blockIdx.x, begin, clock64()};
}

// Keeps the stream busy until the host has launched so many kernels behind it: what then runs does
// not wait for the host.
inline void hold_stream(unsigned launches) {
  spin<<<1, 1>>>(40'000 + 12'000ll * launches, nullptr);
}

inline double event_microseconds(unsigned launches, unsigned blocks, unsigned threads) {
  hold_stream(launches);
  event_timer timer;
  timer.start();
  for (unsigned i = 0; i < launches; ++i) nothing<<<blocks, threads>>>();
  timer.stop();
  return 1e3 * timer.milliseconds();
}

// A block's place on an SM is empty between its end and the next one's begin. So much shared memory
// that one block fits.
inline std::vector<double> gaps_between_blocks(unsigned sms, unsigned threads) {
  constexpr unsigned rounds = 16;
  constexpr int room = 200 << 10;
  CUDA_CHECK(cudaFuncSetAttribute(reside, cudaFuncAttributeMaxDynamicSharedMemorySize, room));
  device_buffer<residence> all(std::size_t{rounds} * sms);
  std::vector<double> gaps;
  for (int repeat = 0; repeat < 4; ++repeat) {
    reside<<<rounds * sms, threads, room>>>(4000, all.data());
    CUDA_CHECK_LAUNCH();
    if (repeat == 0) continue;  // warms up
    std::map<unsigned, std::vector<residence>> by_sm;
    for (const residence& one : all.download()) by_sm[one.sm].push_back(one);
    for (auto& [sm, blocks] : by_sm) {
      std::sort(blocks.begin(), blocks.end(),
                [](const residence& a, const residence& b) { return a.begin < b.begin; });
      for (std::size_t i = 1; i < blocks.size(); ++i)
        gaps.push_back(static_cast<double>(blocks[i].begin - blocks[i - 1].end));
    }
  }
  return gaps;
}

// From one kernel's end to the next one's begin in the same stream, by the clock of nanoseconds.
inline std::vector<double> gaps_between_kernels(unsigned blocks) {
  device_buffer<long long> times(4);
  std::vector<double> gaps;
  for (int i = 0; i < 32; ++i) {
    hold_stream(2);
    spin<<<blocks, 128>>>(40'000, times.data());
    spin<<<blocks, 128>>>(2000, times.data() + 2);
    CUDA_CHECK_LAUNCH();
    const auto seen = times.download();
    if (i >= 4) gaps.push_back(static_cast<double>(seen[2] - seen[1]));
  }
  return gaps;
}

inline std::vector<double> gaps_of_early_launches() {
  device_buffer<long long> times(4);
  std::vector<double> gaps;
  for (int i = 0; i < 32; ++i) {
    hold_stream(2);
    spin<<<1, 128>>>(40'000, times.data());
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t shape{};
    shape.gridDim = dim3(1);
    shape.blockDim = dim3(1);
    shape.attrs = &attribute;
    shape.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&shape, waits_for_the_one_before, times.data() + 2));
    CUDA_CHECK_LAUNCH();
    const auto seen = times.download();
    if (i >= 4) gaps.push_back(static_cast<double>(seen[2] - seen[1]));
  }
  return gaps;
}

inline void measure_block_starts(constants& to, unsigned sms) {
  for (const unsigned threads : {32u, 64u, 128u, 256u, 512u, 1024u}) {
    to.add("block_starts_of_" + std::to_string(threads), "blocks/us",
           repeat(7,
                  [&] {
                    constexpr unsigned few = 1 << 18, many = 1 << 20;
                    const double less = event_microseconds(1, few, threads);
                    return (many - few) / (event_microseconds(1, many, threads) - less);
                  }),
           "empty blocks of this many threads: 2^20 less 2^18");
  }
  for (const unsigned threads : {32u, 256u, 1024u}) {
    to.add_distribution("block_gap_of_" + std::to_string(threads), "cycles",
                        gaps_between_blocks(sms, threads),
                        "from a block's end to the next one's begin; 1 block an SM");
  }
}

inline void measure_streams(constants& to) {
  cudaStream_t one{}, two{};
  CUDA_CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  device_buffer<long long> times(4);
  std::vector<double> starts, behind;
  cudaEvent_t event{};
  CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  for (int i = 0; i < 32; ++i) {
    spin<<<1, 128, 0, one>>>(100'000, times.data());
    spin<<<1, 128, 0, two>>>(2000, times.data() + 2);
    CUDA_CHECK_LAUNCH();
    auto seen = times.download();
    if (i >= 4) starts.push_back(static_cast<double>(seen[2] - seen[0]));
    spin<<<1, 128, 0, one>>>(100'000, times.data());
    CUDA_CHECK(cudaEventRecord(event, one));
    CUDA_CHECK(cudaStreamWaitEvent(two, event));
    spin<<<1, 128, 0, two>>>(2000, times.data() + 2);
    CUDA_CHECK_LAUNCH();
    seen = times.download();
    if (i >= 4) behind.push_back(static_cast<double>(seen[2] - seen[1]));
  }
  (void)cudaEventDestroy(event);
  (void)cudaStreamDestroy(one);
  (void)cudaStreamDestroy(two);
  to.add("streams_offset", "ns", starts,
         "two kernels launched one after the other into two streams: between their begins");
  to.add("stream_wait_event", "ns", behind,
         "from a kernel's end to the begin of one in another stream that waits for its event");
}

// Empty kernels in a graph, one after the other.
inline double graph_microseconds(unsigned launches) {
  cudaStream_t stream{};
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (unsigned i = 0; i < launches; ++i) nothing<<<1, 32, 0, stream>>>();
  cudaGraph_t graph{};
  cudaGraphExec_t run{};
  CUDA_CHECK(cudaStreamEndCapture(stream, &graph));
  CUDA_CHECK(cudaGraphInstantiate(&run, graph, 0));
  CUDA_CHECK(cudaGraphLaunch(run, stream));
  event_timer timer;
  timer.start(stream);
  CUDA_CHECK(cudaGraphLaunch(run, stream));
  timer.stop(stream);
  const double all = 1e3 * timer.milliseconds();
  (void)cudaGraphExecDestroy(run);
  (void)cudaGraphDestroy(graph);
  (void)cudaStreamDestroy(stream);
  return all;
}

inline void measure_launches(constants& to, unsigned sms) {
  to.add("events_alone", "us", repeat(21, [] { return event_microseconds(0, 1, 32); }),
         "two events with nothing between them; in a stream that does not wait for the host");
  to.add("events_around_empty_kernel", "us",
         repeat(21, [] { return event_microseconds(1, 1, 32); }),
         "the same around an empty kernel of one block");
  to.add("events_around_empty_wave", "us",
         repeat(21, [&] { return event_microseconds(1, 2 * sms, 1024); }),
         "the same around an empty kernel that fills the GPU once");
  device_buffer<long long> times(2);
  to.add("events_beyond_kernel", "ns",
         repeat(21,
                [&] {
                  hold_stream(1);
                  event_timer timer;
                  timer.start();
                  spin<<<1, 32>>>(40'000, times.data());
                  timer.stop();
                  const double all = 1e6 * timer.milliseconds();
                  const auto seen = times.download();
                  return all - static_cast<double>(seen[1] - seen[0]);
                }),
         "the same around a kernel of one block: beyond its first to last instruction");
  to.add("launch_interval", "us",
         repeat(11,
                [] {
                  return (event_microseconds(450, 1, 32) - event_microseconds(150, 1, 32)) / 300;
                }),
         "empty kernels one after the other in a stream that does not wait for the host: each");
  to.add("launch_interval_graph", "us",
         repeat(11, [] { return (graph_microseconds(300) - graph_microseconds(100)) / 200; }),
         "the same from a graph");
  to.add("launch_call", "us",
         repeat(11,
                [] {
                  CUDA_CHECK(cudaDeviceSynchronize());
                  const host_timer timer;
                  for (int i = 0; i < 100; ++i) nothing<<<1, 32>>>();
                  const double all = 10 * timer.milliseconds();
                  CUDA_CHECK(cudaDeviceSynchronize());
                  return all;
                }),
         "the host's time for a launch that does not wait");
  to.add("launch_and_wait", "us",
         repeat(101,
                [] {
                  const host_timer timer;
                  nothing<<<1, 32>>>();
                  CUDA_CHECK(cudaDeviceSynchronize());
                  return 1e3 * timer.milliseconds();
                }),
         "the host's time for the launch of an empty kernel and cudaDeviceSynchronize()");
  to.add("kernel_gap_1_block", "ns", gaps_between_kernels(1),
         "from a kernel's end to the begin of the next one in its stream; one block each");
  to.add("kernel_gap_full", "ns", gaps_between_kernels(8 * sms),
         "the same with 8 blocks of 128 threads on each SM; block 0 of both");
  to.add("kernel_gap_early_launch", "ns", gaps_of_early_launches(),
         "from a kernel's end to what is behind griddepcontrol.wait in one launched early");
  measure_streams(to);
}

}  // namespace lockstep::calibrate
