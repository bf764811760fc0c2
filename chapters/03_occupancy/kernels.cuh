// The kernels of this chapter on the current device: occupancy by hand, by the runtime, and as the
// launch itself reports it where the back end does.
#pragma once

#include <lockstep/lockstep.hpp>

#include <iostream>
#include <optional>

#include "calculation.hpp"
#include "current_device.hpp"
#include "registers.cuh"
#include "scale.cuh"

struct compiled_kernel {
  const char* name;
  kernel_needs needs;
  int by_runtime = 0;                        // resident blocks
  std::optional<double> by_the_launch = {};  // occupancy, 0 to 1
};

template <typename Kernel, typename Launch>
compiled_kernel ask_runtime(const char* name, Kernel* kernel, int threads, int dynamic_shared,
                            Launch launch) {
  compiled_kernel row{name, needs_of(kernel, threads, dynamic_shared)};
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &row.by_runtime, kernel, threads, static_cast<std::size_t>(dynamic_shared)));
  if (row.by_runtime == 0) return row;  // it cannot be launched
  const lockstep::observe scope;
  launch();
  CUDA_CHECK_LAUNCH();
  if (scope.available()) row.by_the_launch = scope.launches().at(0).theoretical_occupancy;
  return row;
}

inline std::vector<compiled_kernel> compiled_kernels() {
  lockstep::device_buffer<float> in(BOUND_THREADS * VALUES), out(1024);
  CUDA_CHECK(cudaMemset(in.data(), 0, in.bytes()));
  const auto scale = [&](int threads, int shared) {
    return ask_runtime("scale_strided4", scale_strided4, threads, shared, [&, threads, shared] {
      scale_strided4<<<1, threads, static_cast<std::size_t>(shared)>>>(
          reinterpret_cast<const float4*>(in.data()), reinterpret_cast<float4*>(out.data()), 200);
    });
  };
  std::vector<compiled_kernel> rows{scale(32, 0),   scale(96, 0),       scale(256, 0),
                                    scale(1024, 0), scale(256, 10'000), scale(256, 48 * KB)};
  for (const bounded_kernel& b : bounded_kernels) {
    if (b.min_blocks == 2 || b.min_blocks == 5) continue;
    rows.push_back(ask_runtime("mix_values", b.kernel, BOUND_THREADS, 0, [&] {
      b.kernel<<<1, BOUND_THREADS>>>(in.data(), out.data(), BOUND_THREADS);
    }));
  }
  return rows;
}

// Whether all three agree.
inline bool print_compiled_kernels() {
  using namespace lockstep;
  const sm_limits sm = current_limits();
  table t({{"kernel", "", align::left},
           {"threads"},
           {"registers"},
           {"shared", "bytes"},
           {"by hand", "blocks"},
           {"by runtime", "blocks"},
           {"occupancy", "%"},
           {"by the launch", "%"},
           {"limited by", "", align::left}});
  bool alike = true;
  for (const compiled_kernel& k : compiled_kernels()) {
    const blocks_by fit = resident_blocks(sm, k.needs);
    const double share = occupancy(sm, k.needs);
    alike = alike && fit.least() == k.by_runtime &&
            (!k.by_the_launch || std::abs(*k.by_the_launch - share) < 1e-9);
    const auto launched =
        k.by_the_launch ? std::optional<double>(100 * *k.by_the_launch) : std::nullopt;
    t.add({k.name, std::to_string(k.needs.threads), std::to_string(k.needs.registers),
           grouped(static_cast<unsigned>(k.needs.shared)), std::to_string(fit.least()),
           std::to_string(k.by_runtime), fixed(100 * share, 1), fixed(launched, 1),
           share < 1 ? limiter(fit) : ""});
  }
  std::cout << "Kernels of this chapter on " << sm.name << ":\n\n";
  t.print(std::cout);

  int grid = 0, block = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, mix_values<1>));
  std::cout << "\nFor mix_values as the compiler likes it, the runtime suggests blocks of " << block
            << " threads, and\n"
            << grid
            << " of them to fill the device: the largest occupancy, which need not be the "
               "shortest time.\n";
  if (!alike) std::cerr << "\nThe ways to calculate occupancy do not agree.\n";
  return alike;
}
