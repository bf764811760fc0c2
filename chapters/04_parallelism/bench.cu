// Times on a GPU of the sum of two matrices, by blocks of every shape, beside a kernel that adds
// the same numbers as one long row, 16 bytes a lane: the ceiling.
#include <lockstep/bench/program.hpp>

#include "matrix_sum.cuh"
#include "shapes.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::bench;

// Small whole numbers, so that each sum is exact.
__global__ void fill(float* data, std::size_t size) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += threads)
    data[i] = static_cast<float>(i * 2654435761u % 1009);
}

__global__ void add_as_one_row(const float* a, const float* b, float* c, std::size_t size) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (4 * i + 3 < size) {
    const float4 x = reinterpret_cast<const float4*>(a)[i],
                 y = reinterpret_cast<const float4*>(b)[i];
    reinterpret_cast<float4*>(c)[i] = {x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w};
  } else {
    for (std::size_t k = 4 * i; k < size; ++k) c[k] = a[k] + b[k];
  }
}

// *wrong = elements of c that are not what they should be; a gigabyte is looked through on the
// device sooner than it is brought back.
__global__ void count_wrong(const float* a, const float* b, const float* c, std::size_t size,
                            unsigned* wrong) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += threads) {
    if (!(c[i] == a[i] + b[i])) atomicAdd(wrong, 1u);
  }
}

// Rows as long as columns, or twice as long; for odd numbers of elements one row.
struct extent {
  unsigned width, height;
  std::size_t size() const { return std::size_t{width} * height; }
};
extent extent_of(std::uint64_t elements) {
  unsigned height = 1;
  while (elements % (2 * height) == 0 && 4ull * height * height <= elements) height *= 2;
  return {static_cast<unsigned>(elements / height), height};
}

// A buffer has a, then b, then c.
using adder = std::function<void(const float* a, const float* b, float* c)>;
kernel_case adding_case(std::string name, extent m, arena& memory, adder add) {
  const auto launch = [=](void* buffer) {
    auto* a = static_cast<float*>(buffer);
    add(a, a + m.size(), a + 2 * m.size());
  };
  const auto check = [=, &memory] {
    device_buffer<unsigned> wrong(std::vector<unsigned>{0});
    auto* a = static_cast<float*>(memory.buffer(0, 3 * m.size() * sizeof(float)));
    fill<<<2048, 256>>>(a, 3 * m.size());
    launch(a);
    count_wrong<<<2048, 256>>>(a, a + m.size(), a + 2 * m.size(), m.size(), wrong.data());
    CUDA_CHECK_LAUNCH();
    return checked{wrong.download()[0] == 0};
  };
  return {std::move(name), [launch](void* buffer, unsigned) { launch(buffer); }, check};
}

group sums(std::uint64_t elements, arena& memory) {
  const extent m = extent_of(elements);
  group all{"float", "sum of two", elements, 12 * m.size(), residency::dram};
  kernel_case ceiling = adding_case(
      "as one row, 16 bytes a lane", m, memory, [=](const float* a, const float* b, float* c) {
        add_as_one_row<<<static_cast<unsigned>((m.size() / 4 + 256) / 256), 256>>>(a, b, c,
                                                                                   m.size());
      });
  ceiling.ceiling = true;
  all.cases.push_back(ceiling);
  for (const shape& one : shapes) {
    const dim3 block(one.x, one.y), grid = grid_for(m.width, m.height, block);
    if (!one.possible()) continue;
    all.cases.push_back(
        adding_case(one.name(), m, memory, [=](const float* a, const float* b, float* c) {
          sum_matrices<false><<<grid, block>>>(a, b, c, m.width, m.height, nullptr);
        }));
  }
  return all;
}

int run_bench(options& given) {
  return run(given, "04_parallelism", std::size_t{3} << 30,
             [](const selection& asked, sampler&, arena& memory) {
               std::vector<planned> groups;
               for (const std::uint64_t n :
                    asked.sizes.empty() ? parse_sizes("2^20,2^24,2^28") : asked.sizes) {
                 if (n % 4 == 0 && 24 * n <= memory.bytes())
                   groups.push_back({21, [=, &memory] { return sums(n, memory); }});
               }
               return groups;
             });
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run_bench); }
