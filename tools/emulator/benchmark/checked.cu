// What the checks cost: processor time of kernels, under the checks that LOCKSTEP_CHECKS names.
//
// Prints CSV: kernel, milliseconds (of the process, all its threads; the least of several
// launches). See checked.sh, which compares.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/lockstep.hpp>

#include "checked_kernels.cuh"

namespace {

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct subject {
  const char* name;
  std::function<void()> launch;
  std::function<bool()> is_right;
};

// Memory for all of them, filled with ones.
struct memory {
  static constexpr unsigned elements = 1u << 21, matrix = 256, square = 1024;
  lockstep::device_buffer<float> a{elements}, b{elements}, c{elements};
  lockstep::device_buffer<unsigned> values{elements}, counts{checked::block_size};

  memory() {
    const std::vector<float> ones(elements, 1);
    a.upload(ones);
    b.upload(ones);
    std::vector<unsigned> spread(elements);
    for (unsigned i = 0; i < elements; ++i) spread[i] = i * 2654435761u >> 16;
    values.upload(spread);
    counts.upload(std::vector<unsigned>(checked::block_size, 0));
  }
  bool first_is(float expected) { return c.download(1)[0] == expected; }
};

subject reduction(const char* name, void (*kernel)(const float*, float*), memory& m) {
  return {name,
          [kernel, &m] {
            kernel<<<memory::elements / checked::block_size, checked::block_size>>>(m.a.data(),
                                                                                    m.c.data());
          },
          [&m] { return m.first_is(checked::block_size); }};
}

template <unsigned Tile>
subject product(const char* name, memory& m) {
  return {name,
          [&m] {
            constexpr unsigned tiles = memory::matrix / Tile;
            checked::multiply<Tile><<<dim3(tiles, tiles), dim3(Tile, Tile)>>>(
                m.a.data(), m.b.data(), m.c.data(), memory::matrix);
          },
          [&m] { return m.first_is(memory::matrix); }};
}

std::vector<subject> subjects(memory& m) {
  using checked::block_size;
  return {
      {"vector sum",
       [&m] {
         checked::vector_sum<<<memory::elements / block_size, block_size>>>(
             m.a.data(), m.b.data(), m.c.data(), memory::elements);
       },
       [&m] { return m.first_is(2); }},
      reduction("reduction neighbored", checked::reduce_neighbored, m),
      reduction("reduction strided", checked::reduce_strided, m),
      reduction("reduction interleaved", checked::reduce_interleaved, m),
      reduction("reduction last warp", checked::reduce_last_warp, m),
      reduction("reduction volatile", checked::reduce_volatile, m),
      product<16>("product 16", m),
      product<32>("product 32", m),
      {"transpose",
       [&m] {
         constexpr unsigned tiles = memory::square / 32;
         checked::transpose<<<dim3(tiles, tiles), dim3(32, 8)>>>(m.a.data(), m.c.data(),
                                                                 memory::square);
       },
       [&m] { return m.first_is(1); }},
      {"histogram",
       [&m] {
         checked::histogram<<<64, block_size>>>(m.values.data(), m.counts.data(), memory::elements);
       },
       [&m] {
         std::uint64_t sum = 0;
         for (const unsigned count : m.counts.download(block_size)) sum += count;
         return sum > 0 && sum % memory::elements == 0;
       }},
  };
}

void measure(const subject& s, std::uint64_t repeats) {
  double least = 0;
  for (std::uint64_t i = 0; i < repeats; ++i) {
    const double start = processor_ms();
    s.launch();
    CUDA_CHECK_LAUNCH();
    const double took = processor_ms() - start;
    least = i == 0 ? took : std::min(least, took);
  }
  if (!s.is_right()) throw std::runtime_error(std::string(s.name) + " gives a wrong result");
  std::printf("%s,%.3f\n", s.name, least);
}

constexpr const char* usage =
    "checked [--repeats N] [--kernel 1..10]\n"
    "Times the emulator's execution of ten kernels by the processor's clock; prints CSV.\n";

int run(lockstep::options& given) {
  const std::uint64_t repeats = std::max<std::uint64_t>(given.count("--repeats", 3), 1);
  const std::uint64_t only = given.count("--kernel", 0);
  given.expect_no_more();
  if (lockstep::backend_name() != "emulator")
    throw std::runtime_error("this measures the emulator, and another runtime library answered");
  memory m;
  std::puts("kernel,ms");
  std::uint64_t number = 0;
  for (const subject& s : subjects(m))
    if (++number == only || only == 0) measure(s, repeats);
  return lockstep::passed;
}

}  // namespace

int main(int argc, char** argv) { return lockstep::run_program(argc, argv, usage, run); }
