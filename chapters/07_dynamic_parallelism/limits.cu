// What a launch by a kernel can run into: a wrong configuration, depth, and the number of launches
// that may wait. All of it is known on the device, and only there.
#include "grids.cuh"

#include <iostream>

using namespace lockstep;

namespace {

// The output for a person, and the same as data: with --csv the second takes the first's place.
std::ostream text(std::cout.rdbuf());
table measured({{"what"}, {"stream"}, {"asked"}, {"reached"}, {"lost"}, {"error"}});

void note(const char* what, into stream, unsigned asked, unsigned reached,
          const launch_losses& lost) {
  measured.add({what, name_of(stream), std::to_string(asked), std::to_string(reached),
                std::to_string(lost.count), lost.count == 0 ? "" : cudaGetErrorName(lost.error)});
}

// ---- Errors

struct device_errors {
  cudaError_t peeked, taken, taken_again, of_other_thread;
};

__global__ void make_errors(device_errors* out) {
  if (threadIdx.x == 0) {
    empty<<<1, 2048>>>();  // a block has at most 1024 threads
    out->peeked = cudaPeekAtLastError();
    out->taken = cudaGetLastError();
    out->taken_again = cudaGetLastError();
    empty<<<1, 2048>>>();
  }
  __syncthreads();
  if (threadIdx.x == 1) out->of_other_thread = cudaGetLastError();
}

bool errors() {
  text << "Errors. A kernel launches a child of 2048 threads. Predict: who hears of it?\n\n";
  device_buffer<device_errors> out(1);
  out.poison();
  make_errors<<<1, 2>>>(out.data());
  const cudaError_t at_launch = cudaGetLastError();
  const cudaError_t at_end = cudaDeviceSynchronize();
  const device_errors seen = out.download()[0];
  table t({{"who asks", "", align::left}, {"answer", "", align::left}});
  t.add({"the launching thread, cudaPeekAtLastError", cudaGetErrorName(seen.peeked)});
  t.add({"the launching thread, cudaGetLastError", cudaGetErrorName(seen.taken)});
  t.add({"the launching thread, once more", cudaGetErrorName(seen.taken_again)});
  t.add({"another thread, after another such launch", cudaGetErrorName(seen.of_other_thread)});
  t.add({"the host, after the launch", cudaGetErrorName(at_launch)});
  t.add({"the host, after cudaDeviceSynchronize", cudaGetErrorName(at_end)});
  t.print(text);
  text << "\nWhy: each thread has an error of its own, as each host thread has; asking takes it\n"
          "away. A child that never began cannot fail for the host.\n\n";
  return seen.peeked == cudaErrorInvalidConfiguration &&
         seen.taken == cudaErrorInvalidConfiguration && seen.taken_again == cudaSuccess &&
         seen.of_other_thread == cudaSuccess && at_launch == cudaSuccess && at_end == cudaSuccess;
}

// ---- Depth

void depth(unsigned last) {
  text << "Depth. Each grid launches the next. Predict: how deep does it go?\n\n";
  table t({{"stream", "", align::left},
           {"asked for"},
           {"reached"},
           {"lost"},
           {"error", "", align::left}});
  for (const into stream : streams) {
    for (const unsigned asked : {24u, 25u, 1000u, last}) {
      const nesting result = nest_to(asked, stream);
      note("depth", stream, asked, result.reached, result.lost);
      t.add({name_of(stream), grouped(asked), grouped(result.reached), grouped(result.lost.count),
             result.lost.count == 0 ? "" : cudaGetErrorName(result.lost.error)});
    }
  }
  t.print(text);
  text << "\nWhy: CUDA before 12 kept room for parents that waited for their children, and so\n"
          "counted levels: at most 24. Nobody waits today. A child that is no tail launch keeps "
          "its\n"
          "slot, and its parents theirs, until it is complete: that is a limit of pending "
          "launches,\n"
          "not of depth. A tail launch takes its parent's slot, as a tail call does.\n\n";
}

// ---- Pending launches

bool pending() {
  text << "Pending launches. One thread launches children. Predict: how many run?\n\n";
  table t({{"stream", "", align::left}, {"launches"}, {"lost"}, {"error", "", align::left}});
  bool kept = true;
  for (const into stream : streams) {
    for (const unsigned count : {2048u, 2049u, 4096u}) {
      launch_many<<<1, 1>>>(count, stream);
      CUDA_CHECK_LAUNCH();
      const launch_losses lost = take_losses();
      note("launches", stream, count, count - lost.count, lost);
      t.add({name_of(stream), grouped(count), grouped(lost.count),
             lost.count == 0 ? "" : cudaGetErrorName(lost.error)});
      // Tail launches wait for certain; others may have ended while the kernel still launched.
      if (stream == into::tail) kept = kept && lost.count == count - 2048;
      kept = kept && lost.count <= count - 2048;
    }
  }
  t.print(text);
  text
      << "\nWhy: cudaLimitDevRuntimePendingLaunchCount, 2048 unless the host sets it, is how many\n"
         "launches the device keeps. A launch beyond it is dropped. Tail launches wait for their\n"
         "parent to end, so none comes free in time; others may.\n";
  return kept;
}

constexpr const char* usage =
    "options: [--depth N] [--csv]\n"
    "  --depth  the deepest chain to ask for (default 3000)\n"
    "  --csv    depth and pending launches as CSV, without a word\n";

int body(options& given) {
  const std::uint64_t last = given.count("--depth", 3000);
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (last < 1 || last > 1'000'000) throw usage_error("--depth must be from 1 to 1000000");
  if (csv) text.rdbuf(nullptr);
  text << one_line(describe_device()) << "\n\n" << std::flush;
  const bool heard = errors();
  depth(static_cast<unsigned>(last));
  const bool kept = pending();
  if (csv) {
    std::cout << csv_heading(given,
                             "Counted, in one run. The default limit of pending launches, 2048.");
    measured.print_csv(std::cout);
  }
  if (!heard || !kept) std::cerr << "\nSomething did not come out as the lesson says.\n";
  return heard && kept ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
