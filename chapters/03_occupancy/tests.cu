// The calculation against the toolkit's and the runtime's; every kernel against the host; and what
// the kernels do where the back end counts.
#include <doctest/doctest.h>
#include <lockstep/testing.hpp>

#include <cstring>

#include "achieved_measure.cuh"
#include "additions.cuh"
#include "kernels.cuh"
#include "latency_measure.cuh"
#include "little_law.hpp"
#include "little_measure.cuh"
#include "registers_measure.cuh"

using namespace lockstep;

namespace {

constexpr unsigned sizes[] = {0, 1, 31, 32, 33, 1023, 1024, 1025, 10'007};

const sm_limits& named(const std::string& name) {
  for (const sm_limits& sm : devices) {
    if (name == sm.name) return sm;
  }
  throw std::invalid_argument("no device is called " + name);
}

int percent_of(const char* device, kernel_needs kernel) {
  return static_cast<int>(1000 * occupancy(named(device), kernel));  // tenths
}

}  // namespace

TEST_CASE(
    "occupancy by hand is that of the toolkit's calculator, for hundreds of thousands of kernels") {
  for (const sm_limits& sm : devices) {
    CAPTURE(sm.name);
    const calculation::agreement a = calculation::compare_with_toolkit(sm, 33);
    CHECK(a.known == (sm.major > 2));
    CHECK(a.equal == a.compared);
    if (a.known) CHECK(a.compared > 60'000);
  }
}

TEST_CASE("the device at hand has the limits of the table, if it is in it") {
  const sm_limits asked = current_limits();
  for (const sm_limits& sm : devices) {
    if (std::string(asked.name).find(sm.name) == std::string::npos) continue;
    CAPTURE(sm.name);
    CHECK(asked.major == sm.major);
    CHECK(asked.minor == sm.minor);
    CHECK(asked.multiprocessors == sm.multiprocessors);
    CHECK(asked.threads == sm.threads);
    CHECK(asked.blocks == sm.blocks);
    CHECK(asked.registers == sm.registers);
    CHECK(asked.registers_per_thread == sm.registers_per_thread);
    CHECK(asked.register_unit == sm.register_unit);
    CHECK(asked.partitions == sm.partitions);
    CHECK(asked.shared == sm.shared);
    CHECK(asked.shared_opt_in == sm.shared_opt_in);
    CHECK(asked.shared_reserved == sm.shared_reserved);
    CHECK(asked.shared_unit == sm.shared_unit);
    if (observe{}.available()) CHECK(detail::observation().device() == std::string(sm.profile));
  }
}

TEST_CASE("the kernels at hand: by hand, by the runtime and by the launch") {
  const sm_limits sm = current_limits();
  for (const compiled_kernel& k : compiled_kernels()) {
    CAPTURE(k.name);
    CAPTURE(k.needs.threads);
    CAPTURE(k.needs.registers);
    CAPTURE(k.needs.shared);
    CHECK(resident_blocks(sm, k.needs).least() == k.by_runtime);
    if (k.by_the_launch) CHECK(*k.by_the_launch == doctest::Approx(occupancy(sm, k.needs)));
  }
}

TEST_CASE("small blocks run into the limit on blocks, not the one on warps, as some have printed") {
  for (const sm_limits& sm : devices) {
    CAPTURE(sm.name);
    const blocks_by fit = resident_blocks(sm, {32, 16, 0});
    CHECK(std::string(limiter(fit)) == "blocks");
    CHECK(fit.warps > fit.blocks);
    CHECK(occupancy(sm, {32, 16, 0}) <= 0.5);
  }
}

TEST_CASE(
    "a block of 1024 threads leaves a third of an SM for 1536 empty: the 48 % of an RTX 4070") {
  CHECK(percent_of("RTX 4070", {1024, 16, 0}) == 666);
  CHECK(percent_of("RTX 4070", {512, 16, 0}) == 1000);
  CHECK(percent_of("GTX 1650", {1024, 16, 0}) == 1000);
  CHECK(percent_of("H200", {1024, 16, 0}) == 1000);
}

TEST_CASE("registers come in units") {
  CHECK(percent_of("H200", {256, 32, 0}) == 1000);
  CHECK(percent_of("H200", {256, 33, 0}) == 750);
  CHECK(percent_of("H200", {256, 40, 0}) == 750);
  CHECK(percent_of("H200", {256, 41, 0}) == 625);
  CHECK(percent_of("C2050", {256, 20, 0}) == 1000);
  CHECK(percent_of("C2050", {256, 21, 0}) == 833);
  CHECK(std::string(limiter(resident_blocks(named("C2050"), {256, 64, 0}))) == "does not fit");
}

TEST_CASE("shared memory: what the system takes of it counts") {
  CHECK(resident_blocks(h200, {128, 16, 0}).shared == 228);
  CHECK(resident_blocks(h200, {128, 16, 227 * KB}).shared == 1);
  CHECK(resident_blocks(h200, {128, 16, 227 * KB + 1}).shared == 0);
  CHECK(resident_blocks(h200, {128, 16, 113 * KB}).shared == 2);
  CHECK(resident_blocks(h200, {128, 16, 113 * KB + 1}).shared == 1);
  CHECK(resident_blocks(named("K20X"), {128, 16, 0}).shared == INT_MAX);
}

TEST_CASE("Little's law: the published figures, and what is wrong with two of them") {
  CHECK(operations_needed(32, 20) == 640);
  CHECK(warps_needed(640, 1) == 20);
  CHECK(5 * 6 == 30);  // 5 cycles x 6 warps per cycle
  // As published: 200 GB/s by the memory's clock of 10.501 GHz, times a latency of 800 cycles of
  // the SM.
  CHECK(bytes_per_cycle(200, 10.501) == doctest::Approx(19).epsilon(0.01));
  CHECK(warps_needed(19 * 800, 4) == doctest::Approx(118.75));
  // In cycles of one clock, the SM's 2.475 GHz, it takes four times as many.
  CHECK(warps_needed(bytes_needed(200, 2.475, 800), 4) == doctest::Approx(505.05).epsilon(1e-4));
  // Fermi: 74 KB, 18,500 threads, 579 warps, 36 per SM, again by the memory's clock.
  CHECK(std::ceil(warps_needed(74'000, 4)) == 579);
  CHECK(std::floor(579 / 16.0) == 36);
}

TEST_CASE("the walk meets every line once and comes back") {
  for (const unsigned lines : {1u, 2u, 32u, 128u, 4096u}) {
    std::vector<bool> met(lines);
    unsigned line = 0;
    for (unsigned i = 0; i < lines; ++i) {
      REQUIRE_FALSE(met[line]);
      met[line] = true;
      line = line_after(line, lines);
    }
    CHECK(line == 0);
  }
}

TEST_CASE("the device walks as the host does") {
  for (const unsigned steps : {0u, 1u, 31u, 32u, 33u, 1000u}) {
    CAPTURE(steps);
    device_buffer<unsigned> words(chain_of(256)), last(1);
    device_buffer<long long> cycles(1);
    last.poison();
    cycles.poison();
    chase<<<1, 1>>>(words.data(), 0, steps, last.data(), cycles.data());
    CUDA_CHECK_LAUNCH();
    CHECK(last.download()[0] == chase_on_host(256, steps));
    CHECK(cycles.download()[0] >= 0);
  }
  CHECK(measure_chase(64, 100, true).right);
  CHECK(measure_chase(64, 100, false).right);
}

TEST_CASE("the kernels of the waves end where the host's chains do, in every block") {
  for (const unsigned steps : {0u, 1u, 63u, 64u, 65u}) {
    wave_kernels kernels(3, steps);
    CAPTURE(steps);
    CHECK(kernels.are_right());
    kernels.alone.poison();
    kernels.wait(2);
    CUDA_CHECK_LAUNCH();
    const float untouched = kernels.alone.download()[2 * 32];  // of the third block
    unsigned bits = 0;
    std::memcpy(&bits, &untouched, sizeof bits);
    CHECK(bits == 0xA5A5A5A5u);
  }
}

TEST_CASE("additions of each type end at the host's value") {
  for (const addition_type& type : addition_types) {
    CAPTURE(type.name);
    CHECK(type.measure(100, 2).right);
  }
}

TEST_CASE("chains end at the host's value, bit for bit") {
  for (const chain_shape& shape : chain_shapes) {
    for (const unsigned steps : {0u, 1u, 63u, 64u, 65u, 200u}) {
      for (const unsigned warps : {1u, 3u, 32u}) {
        CAPTURE(shape.chains);
        CAPTURE(steps);
        CAPTURE(warps);
        CHECK(measure_chains(shape, warps, steps, 2).right);
      }
    }
  }
}

TEST_CASE("streams read every word once, by any number of warps and loads") {
  for (const unsigned size : sizes) {
    stream_input input(4 * ((size + 3) / 4 * 4), 3);
    for (const stream_kernel& kernel : stream_kernels) {
      for (const unsigned warps : {1u, 2u, 48u}) {
        CAPTURE(size);
        CAPTURE(kernel.word_bytes);
        CAPTURE(kernel.loads);
        CAPTURE(warps);
        if (places_for(kernel.function, int(grid_for(warps).threads)) > 0)
          CHECK(measure_stream(kernel, warps, input, 3, 0).right);
      }
    }
  }
}

TEST_CASE("a shape is what it says: warps per SM, bytes per request, requests in all") {
  for (const unsigned warps : stream_warps) {
    const stream_grid grid = grid_for(warps);
    CHECK(grid.blocks_per_sm * grid.threads == 32 * warps);
    CHECK(grid.threads <= 1024);
  }
  CHECK(bytes_in_flight(stream_kernels[0], 8) == 8 * 128);
  if (!can_count()) return;
  stream_input input(1 << 18, 2);
  for (const stream_kernel& kernel : stream_kernels) {
    const observe scope;
    measure_stream(kernel, 4, input, 2, 0);
    const counters c = scope.total();
    CAPTURE(kernel.word_bytes);
    CAPTURE(kernel.loads);
    CHECK(c.global_load_bytes == 1 << 18);
    CHECK(c.global_load_sectors == (1 << 18) / 32);
    CHECK(sectors_per_load_request(c).value() == kernel.word_bytes);
  }
}

TEST_CASE("scaling: every kernel, every size, nothing written beyond") {
  for (const unsigned size : sizes) {
    const auto values = random_reals<float>(size, 1);
    std::vector<float> expected = values;
    for (float& value : expected) value *= 2;
    device_buffer<float> in(values);
    for (const scale_kernel& kernel : scale_kernels) {
      for (const unsigned threads : {32u, 256u}) {
        CAPTURE(kernel.name);
        CAPTURE(size);
        CAPTURE(threads);
        const unsigned blocks = kernel.one_wave ? 3 : size / threads + 1;
        device_buffer<float> out(size + 64);
        out.poison();
        const float poison = out.download()[size];
        kernel.plain<<<blocks, threads>>>(in.data(), out.data(), size, nullptr);
        CUDA_CHECK_LAUNCH();
        const auto got = out.download();
        CHECK(compare(expected, std::vector<float>(got.begin(), got.begin() + size)).text == "");
        CHECK(std::memcmp(&got[size], &poison, sizeof poison) == 0);

        device_buffer<warp_note> notes(warps_of(blocks, threads) + 1);
        notes.poison();
        kernel.noting<<<blocks, threads>>>(in.data(), out.data(), size, notes.data());
        CUDA_CHECK_LAUNCH();
        const auto noted = notes.download();
        for (std::size_t w = 0; w + 1 < noted.size(); ++w)
          REQUIRE(noted[w].sm < static_cast<unsigned>(current_limits().multiprocessors));
        CHECK(noted.back().sm == 0xA5A5A5A5u);
      }
    }
    if (size % 4 == 0) {
      device_buffer<float> out(size + 64);
      out.poison();
      scale_strided4<<<2, 64>>>(reinterpret_cast<const float4*>(in.data()),
                                reinterpret_cast<float4*>(out.data()), size / 4);
      CUDA_CHECK_LAUNCH();
      CHECK(compare(expected, out.download(size)).text == "");
    }
  }
}

TEST_CASE("uneven blocks: one warp of eight makes all the requests") {
  if (!can_count()) return;
  scale_input input(1 << 14);
  const auto requests = [&](const scale_kernel& kernel) {
    const observe scope;
    kernel.plain<<<4, 256>>>(input.in.data(), input.out.data(), input.size, nullptr);
    CUDA_CHECK_LAUNCH();
    return scope.total();
  };
  const counters strided = requests(scale_kernels[1]), uneven = requests(scale_kernels[2]);
  CHECK(strided.global_load_requests == (1 << 14) / 32);
  CHECK(uneven.global_load_requests == (1 << 14) / 32);
  CHECK(strided.warps == 32);
  CHECK(uneven.warps == 32);
}

TEST_CASE("unused shared memory keeps other blocks out, one by one") {
  scale_input input(1 << 12);
  const auto sweep = measure_sweep(input, 0);
  CHECK(sweep.size() == static_cast<std::size_t>(current_limits().threads / 256));
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    CHECK(sweep[i].blocks == static_cast<int>(i) + 1);
    CHECK(sweep[i].right);
  }
}

TEST_CASE("values mixed under every promise are the host's, bit for bit") {
  for (const unsigned threads : {1u, 31u, 255u, 256u, 257u, 1025u}) {
    bounded_input input(threads);
    for (const bounded_kernel& b : bounded_kernels) {
      CAPTURE(threads);
      CAPTURE(b.min_blocks);
      CHECK(measure_bounded(b, input, 0).right);
    }
  }
}

TEST_CASE("the compiler keeps the promise of __launch_bounds__, and so must the launch") {
  bounded_input input(1);
  for (const bounded_kernel& b : bounded_kernels) {
    CAPTURE(b.min_blocks);
    const bounded_result r = measure_bounded(b, input, 0);
    CHECK(r.registers * 256 * b.min_blocks <= 65536);
    if (r.registers <= VALUES) CHECK(r.spilled > 0);  // 64 values and an address do not fit
  }
  mix_values<1><<<1, 2 * BOUND_THREADS>>>(input.in.data(), input.out.data(), 1);
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
