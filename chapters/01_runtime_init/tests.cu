// What this chapter says of calls, limits, errors and resets, made to happen in fresh processes.
#include <doctest/doctest.h>

#include <fstream>
#include <set>

#include "clocks.cuh"
#include "concurrency.cuh"
#include "errors.cuh"
#include "first_call.cuh"
#include "limits.cuh"
#include "reset.cuh"

using namespace lockstep;

// A fresh process of these tests runs this one alone.
TEST_CASE("answer in a fresh process" * doctest::skip()) {
  REQUIRE(fresh_process::is_fresh_process());
  fresh_process::topics() = {{"errors", errors::answer},
                             {"first_call", first_call::answer},
                             {"limits", limits::answer},
                             {"reset", reset::answer},
                             {"concurrency", concurrency::answer}};
  fresh_process::answer_in_fresh_process();
}

namespace {

const bool asks_itself = [] {
  fresh_process::arguments() = {"--test-case=answer in a fresh process", "--no-skip"};
  return true;
}();

std::string after_reset(const std::string& name, bool after) {
  for (std::size_t i = 0; i < std::size(reset::trials); ++i)
    if (reset::trials[i].name == name) return reset::ask(i, after);
  throw std::invalid_argument("there is no trial " + name);
}

}  // namespace

TEST_CASE("the kernel of this chapter writes what it should, and nothing beyond") {
  for (const unsigned size : {0u, 1u, 31u, 32u, 33u, 1023u, 1024u, 1025u, 5000u}) {
    for (const unsigned rounds : {0u, 3u}) {
      CAPTURE(size);
      CAPTURE(rounds);
      device_buffer<unsigned> out(size + 1);
      out.poison();
      write_index<<<size / 256 + 1, 256>>>(out.data(), size, rounds);
      CUDA_CHECK_LAUNCH();
      const std::vector<unsigned> result = out.download();
      bool right = result.back() == 0xA5A5A5A5u;
      for (unsigned i = 0; i < size; ++i) right = right && result[i] == i;
      CHECK(right);
    }
  }
}

TEST_CASE("every candidate succeeds as the first call of a process, and a kernel runs after it") {
  for (const first_call::candidate& c : first_call::candidates) {
    CAPTURE(c.name);
    CHECK(first_call::ask(c, 1).right);
  }
}

TEST_CASE("a process that fails is not taken for one that answers") {
  CHECK_FALSE(fresh_process::ask("limits", "",
                                 {{"LOCKSTEP_DEVICE", "no such device"},
                                  {"CUDA_VISIBLE_DEVICES", ""},
                                  {"LOCKSTEP_QUIET", "1"}})
                  .complete());
}

TEST_CASE("attributes and properties agree where both exist") {
  cudaDeviceProp p{};
  CUDA_CHECK(cudaGetDeviceProperties(&p, 0));
  const limits::device_limits d = limits::limits_of();
  CHECK(d.name == p.name);
  CHECK(d.multiprocessors == p.multiProcessorCount);
  CHECK(d.warps_per_multiprocessor * 32 == p.maxThreadsPerMultiProcessor);
  CHECK(d.blocks_per_multiprocessor == p.maxBlocksPerMultiProcessor);
  CHECK(d.registers_per_multiprocessor == p.regsPerMultiprocessor);
  CHECK(d.registers_per_block == p.regsPerBlock);
  CHECK(std::size_t(d.shared_per_multiprocessor) == p.sharedMemPerMultiprocessor);
  CHECK(std::size_t(d.shared_per_block) == p.sharedMemPerBlock);
  CHECK(std::size_t(d.shared_per_block_optin) == p.sharedMemPerBlockOptin);
  CHECK(d.l2_bytes == p.l2CacheSize);
}

TEST_CASE("the limits hold: a block as large as they say runs, one thread more does not") {
  const limits::device_limits d = limits::limits_of();
  device_buffer<unsigned> out(1);
  write_index<<<1, d.threads_per_block>>>(out.data(), 1);
  CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
  write_index<<<1, 32, d.shared_per_block>>>(out.data(), 1);
  CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
  CUDA_CHECK(cudaFuncSetAttribute(write_index, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  d.shared_per_block_optin));
  write_index<<<1, 32, d.shared_per_block_optin>>>(out.data(), 1);
  CHECK_NOTHROW(CUDA_CHECK_LAUNCH());
  write_index<<<1, d.threads_per_block + 1>>>(out.data(), 1);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE("each device profile answers, and no two are alike") {
  if (backend_name() != "emulator") return;
  bool right = true;
  std::ostringstream printed;
  limits::limits_table(true, right).print_csv(printed);
  CHECK(right);
  CHECK(printed.str().find("NVIDIA H200,9.0,132,64,32,64,228,48,227,60.00,1.980,4814\n") !=
        std::string::npos);
  CHECK(printed.str().find("RTX 4070,8.9,46,48,24,64,100,48,99,") !=
        std::string::npos);  // as older texts have it
  std::set<std::string> lines;
  std::istringstream rows(printed.str());
  for (std::string line; std::getline(rows, line);) lines.insert(line);
  CHECK(lines.size() == std::size(limits::profiles) + 1);
}

// The lessons' tables of devices are made from this file.
TEST_CASE("docs/data/emulator_devices.csv is what the profiles say") {
  if (backend_name() != "emulator") return;
  const std::string here = __FILE__;
  std::ifstream file(here.substr(0, here.rfind("chapters/")) + "docs/data/emulator_devices.csv");
  if (!file) {
    MESSAGE("not checked: run from the build folder");
    return;
  }
  std::string kept;
  for (std::string line; std::getline(file, line);)
    if (line[0] != '#') kept += line + "\n";
  bool right = true;
  std::ostringstream printed;
  limits::limits_table(true, right).print_csv(printed);
  CHECK(kept == printed.str());
}

TEST_CASE("errors of calls are survived, faults of kernels are not") {
  for (const errors::mistake& m : errors::mistakes) {
    CAPTURE(m.name);
    CHECK(errors::behaves_as_expected(m, errors::provoke(m)));
  }
}

// As an H200 answers; other drivers may do better.
TEST_CASE("after a fault a reset gives no new context; without one it does") {
  if (backend_name() != "emulator") return;
  for (const errors::mistake& m : errors::mistakes) {
    CAPTURE(m.name);
    const std::vector<cudaError_t> codes = errors::provoke(m);
    REQUIRE(codes.size() == errors::question_count);
    CHECK(codes[6] == cudaSuccess);
    CHECK(codes[7] == (m.sticky ? cudaErrorDevicesUnavailable : cudaSuccess));
  }
}

TEST_CASE("a fault has the code that tells its kind") {
  const auto code = [](const char* name) {
    for (const errors::mistake& m : errors::mistakes)
      if (std::string(m.name) == name) return errors::provoke(m).at(1);
    return cudaErrorUnknown;
  };
  CHECK(code("a store to a null pointer") == cudaErrorIllegalAddress);
  CHECK(code("a misaligned store") == cudaErrorMisalignedAddress);
  CHECK(code("assert(false)") == cudaErrorAssert);
  CHECK(code("__trap()") == cudaErrorLaunchFailure);
}

TEST_CASE("a reset takes memory, variables and limits with it; a new context works") {
  CHECK(after_reset("what is the pointer to device memory?", false) == "device memory");
  CHECK(after_reset("what is the pointer to device memory?", true) == "unknown to the runtime");
  CHECK(after_reset("what is in a __device__ variable?", false) == "42");
  CHECK(after_reset("what is in a __device__ variable?", true) == "7");
  CHECK(after_reset("the limit of the device's heap, MiB", false) == "64");
  CHECK(after_reset("the limit of the device's heap, MiB", true) == "8");
  CHECK(after_reset("a kernel, with new memory", true) == "right");
  CHECK(after_reset("cudaMemcpy from the memory", true) != "cudaSuccess");
}

TEST_CASE("each way of timing runs the kernel") {
  for (const clocks::method& w : clocks::methods) {
    device_buffer<unsigned> out(clocks::size);
    out.poison();
    CHECK(w.microseconds(out, 2) >= 0);
    CHECK(clocks::is_right(out));
  }
}

TEST_CASE("kernels count themselves in and out; in one stream there is never more than one") {
  for (const unsigned count : {1u, 2u, 33u}) {
    const concurrency::observation one = concurrency::launch_all(
        1, count, concurrency::order::in_turns, concurrency::cycles_of(0.1));
    CHECK(one.right);
    CHECK(one.most == 1);
    const concurrency::observation each = concurrency::launch_all(
        count, 2, concurrency::order::stream_by_stream, concurrency::cycles_of(0.1));
    CHECK(each.right);
    CHECK(each.most <= count);
  }
}
