// How fast the emulator runs kernels: medians of several runs, with and without counting, in turn.
//
// Prints CSV: kernel, elements, block, threads that run blocks, checks, counters, milliseconds
// (host time: the emulator has no clock of a GPU), PTX instructions executed by threads, and how
// many billions of these a second. See run.sh, which compares.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/lockstep.hpp>

#include "kernels.cuh"

namespace {

struct subject {
  const char* name;
  void (*kernel)(int*, int*, unsigned);
  unsigned tiles_per_block;
};

constexpr subject subjects[] = {
    {"neighbored", neighbored, 1},
    {"interleaved", interleaved, 1},
    {"unroll 8", unroll_8, 8},
    {"shuffle", shuffle, 1},
};

struct experiment {
  unsigned size, block;
  lockstep::device_buffer<int> data{size}, partial{size};

  // Host time of one launch. The tiles hold ones, so the first block's sum is known.
  double milliseconds(const subject& s) {
    data.upload(std::vector<int>(size, 1));
    const unsigned per_block = block * s.tiles_per_block;
    const auto start = std::chrono::steady_clock::now();
    s.kernel<<<(size + per_block - 1) / per_block, block>>>(data.data(), partial.data(), size);
    CUDA_CHECK_LAUNCH();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (partial.download(1)[0] != static_cast<int>(per_block))
      throw std::runtime_error(std::string(s.name) + " gives a wrong sum");
    return took.count();
  }
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

const char* setting(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

void print(const subject& s, const experiment& e, bool counted, double ms,
           std::uint64_t instructions) {
  std::printf("%s,%u,%u,%s,%s,%s,%.2f,%llu,%.2f\n", s.name, e.size, e.block,
              setting("LOCKSTEP_WORKERS", "all"), setting("LOCKSTEP_CHECKS", "memcheck"),
              counted ? "on" : "off", ms, static_cast<unsigned long long>(instructions),
              static_cast<double>(instructions) / ms / 1e6);
}

void measure(const subject& s, experiment& e, std::uint64_t repeats) {
  std::vector<double> plain, counted;
  std::uint64_t instructions = 0;
  for (std::uint64_t i = 0; i < repeats; ++i) {  // in turn, so that both see the same machine
    plain.push_back(e.milliseconds(s));
    const lockstep::observe scope;
    counted.push_back(e.milliseconds(s));
    instructions = scope.total().thread_instructions;
  }
  print(s, e, false, median(plain), instructions);
  print(s, e, true, median(counted), instructions);
}

constexpr const char* usage =
    "benchmark [--size N] [--block THREADS] [--repeats N] [--kernel 1..4]\n"
    "Times the emulator's execution of four kernels; prints CSV.\n";

int run(lockstep::options& given) {
  const auto size = static_cast<unsigned>(given.count("--size", 1u << 24));
  const auto block = static_cast<unsigned>(given.count("--block", 512));
  const std::uint64_t repeats = given.count("--repeats", 5);
  const std::uint64_t only = given.count("--kernel", 0);
  given.expect_no_more();
  if (lockstep::backend_name() != "emulator")
    throw std::runtime_error("this measures the emulator, and another runtime library answered");
  experiment e{size, block};
  std::puts("kernel,elements,block,workers,checks,counters,ms,thread_instructions,giga_per_second");
  std::uint64_t number = 0;
  for (const subject& s : subjects) {
    if (++number == only || only == 0) measure(s, e, std::max<std::uint64_t>(repeats, 1));
  }
  return lockstep::passed;
}

}  // namespace

int main(int argc, char** argv) { return lockstep::run_program(argc, argv, usage, run); }
