// How much faster compiled code is than the interpreter: processor time of kernels as people write
// them. Run by compiled.sh with LOCKSTEP_JIT=off and on in turn.
//
// Prints CSV: kernel, milliseconds of processor time (least of some launches), a hash of its
// output.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include <lockstep/lockstep.hpp>

#include "compiled_kernels.cuh"
#include "compiled_parts.hpp"
#include "kernels.cuh"

namespace {

constexpr unsigned size = 1u << 22;

double processor_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

struct buffers {
  lockstep::device_buffer<int> ones{size}, partial{size};
  lockstep::device_buffer<float> a{size}, b{size}, c{size};
  std::vector<float> numbers = std::vector<float>(size);

  buffers() {
    for (unsigned i = 0; i < size; ++i)
      numbers[i] = static_cast<float>(i * 2654435761u >> 8) * 1e-7f;
  }
  void fill() {
    ones.upload(std::vector<int>(size, 1));
    partial.upload(std::vector<int>(size, 0));
    a.upload(numbers);
    b.upload(numbers);
  }
};

template <class T>
std::uint64_t hash_of(const std::vector<T>& values) {
  std::uint64_t hash = 14695981039346656037u;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(T); ++i)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

template <class T>
void measure(const char* name, buffers& with, const std::function<void()>& launch,
             lockstep::device_buffer<T>& result, std::size_t count) {
  double least = 0;
  for (int round = 0; round < 3; ++round) {
    with.fill();
    const double before = processor_milliseconds();
    launch();
    CUDA_CHECK_LAUNCH();
    const double took = processor_milliseconds() - before;
    least = round == 0 ? took : std::min(least, took);
  }
  std::printf("%s,%.2f,%016llx\n", name, least,
              static_cast<unsigned long long>(hash_of(result.download(count))));
}

constexpr const char* usage =
    "compiled\n"
    "Measures the processor time of the emulator's execution of some kernels; prints CSV.\n";

int run(lockstep::options& given) {
  given.expect_no_more();
  buffers d;
  int *ones = d.ones.data(), *partial = d.partial.data();
  float *a = d.a.data(), *b = d.b.data(), *c = d.c.data();
  const auto sum = [&](const char* name, void (*kernel)(int*, int*, unsigned), unsigned tiles) {
    const unsigned blocks = size / (512 * tiles);
    measure(
        name, d, [=] { kernel<<<blocks, 512>>>(ones, partial, size); }, d.partial, blocks);
  };
  std::puts("kernel,milliseconds,hash");
  sum("neighbored", neighbored, 1);
  sum("interleaved", interleaved, 1);
  sum("unroll 8", unroll_8, 8);
  sum("shuffle", shuffle, 1);
  measure(
      "vector sum", d, [=] { vector_sum<<<size / 256, 256>>>(a, b, c, size); }, d.c, size);
  measure(
      "stencil", d, [=] { stencil<<<size / 256, 256>>>(a, b, size); }, d.b, size);
  measure(
      "product 16", d, [=] { product<16><<<dim3(16, 16), dim3(16, 16)>>>(a, b, c, 256); }, d.c,
      256 * 256);
  measure(
      "product 32", d, [=] { product<32><<<dim3(8, 8), dim3(32, 32)>>>(a, b, c, 256); }, d.c,
      256 * 256);
  measure(
      "Mandelbrot", d, [=] { mandelbrot<<<dim3(2, 256), 256>>>(ones, 512, 256, 256); }, d.ones,
      512 * 256);
  measure(
      "FMA chain", d, [=] { fma_chain<<<256, 256>>>(a, 200); }, d.a, 256 * 256);
  measure(
      "scan", d, [=] { scan<<<size / 8 / 512, 512>>>(ones, partial); }, d.partial, size / 8);
  measure(
      "calls (-G)", d, [=] { call_functions(a, 1 << 16); }, d.a, 1 << 16);
  const auto* const keys = reinterpret_cast<const unsigned*>(a);
  measure(
      "CUB sort", d, [=] { sort_keys(keys, reinterpret_cast<unsigned*>(b), 1 << 18); }, d.b,
      1 << 18);
  measure(
      "histogram", d, [=] { histogram<<<64, 256>>>(ones, partial, size); }, d.partial, 256);
  return lockstep::passed;
}

}  // namespace

int main(int argc, char** argv) { return lockstep::run_program(argc, argv, usage, run); }
