// A second set of kernels that are not the course's, for a test of the model of time: other ones
// than in unseen.cu, written as people write them, and nobody has tuned the model to them.
//
//   unseen_2 --csv    times each case on a GPU: the median of 31 launches between two events, after
//                     a flush of L2 that reads, and after one that writes
//   unseen_2          launches each case once, for the emulator
//   --small           only the smallest size of each kernel, with as little data as that needs
//
// The launches of fill_... come before the first case; stderr says how many they are. After
// them, without --csv, launch k is row k.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "unseen_2_kernels.cuh"

namespace {

// ---- the data
int fills = 0;

// Room that all cases share, or that one of them has for itself.
template <typename T>
struct pool {
  T* data = nullptr;
  std::size_t size = 0;

  explicit pool(std::size_t n) : size(n) {
    CHECK(cudaMalloc(&data, n * sizeof(T)));
    CHECK(cudaMemset(data, 0, n * sizeof(T)));
  }
  template <typename Kernel, typename... Rest>
  pool(std::size_t n, Kernel fill, Rest... rest) : pool(n) {
    fill<<<1056, 256>>>(data, rest...);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    ++fills;
  }
  T* take(std::size_t n, std::size_t from = 0) const {
    if (from + n <= size) return data + from;
    std::fprintf(stderr, "a case needs %zu of %zu\n", from + n, size);
    std::exit(1);
  }
};

template <typename T>
pool<T> fractions(int n, unsigned seed) {
  return pool<T>(n, fill_fractions<T>, n, seed);
}

struct all_data {
  bool small;
  pool<float> floats = fractions<float>(small ? 1 << 20 : 1 << 26, 1);
  pool<float> more = fractions<float>(small ? 1 << 17 : 1 << 23, 1u << 27);
  pool<double> doubles = fractions<double>(small ? 1 << 18 : 1 << 24, 1u << 28);
  pool<unsigned> words =
      pool<unsigned>(small ? 345600 : 24883200, fill_words, small ? 345600 : 24883200, 1u << 29);
  pool<float> room = pool<float>(small ? 1 << 20 : 1 << 26);
  pool<unsigned> count = pool<unsigned>(1);

  explicit all_data(bool only_small) : small(only_small) {
    float blur[25];
    for (int k = 0; k < 25; ++k) blur[k] = (3 - std::abs(k % 5 - 2)) * (3 - std::abs(k / 5 - 2));
    for (float& w : blur) w /= 81;
    CHECK(cudaMemcpyToSymbol(weights, blur, sizeof blur));
    double series[degree + 1];
    for (int k = 0; k <= degree; ++k) series[k] = 1.0 / (k + 1);
    CHECK(cudaMemcpyToSymbol(coefficients, series, sizeof series));
  }
};

// ---- the cases
int blocks(int n, int threads) { return (n + threads - 1) / threads; }

float4* fours(float* data) { return reinterpret_cast<float4*>(data); }

std::vector<one_case> cases(const all_data& d) {
  std::vector<one_case> list;
  const auto add = [&](
                       const char* kernel, const std::string& size, void* out, std::size_t bytes,
                       output kind, std::function<void()> launch,
                       std::function<void()> prepare = [] {}) {
    list.push_back({kernel, size, out, bytes, kind, std::move(launch), std::move(prepare)});
  };
  const auto sizes = [&](int first, int second, int third) {
    return d.small ? std::vector<int>{first} : std::vector<int>{first, second, third};
  };

  for (const int rows : sizes(1 << 10, 1 << 13, 1 << 16)) {
    const std::size_t n = 1024ull * rows;
    float4 *in = fours(d.floats.take(n)), *scale = fours(d.more.take(1024)),
           *shift = fours(d.more.take(1024, 1024)), *out = fours(d.room.take(n));
    add("layer_norm", text("%d rows of 1024", rows), out, 4 * n, output::floats,
        [=] { layer_norm<<<rows, 256>>>(in, scale, shift, out); });
  }
  for (const int n : sizes(1 << 18, 1 << 22, 1 << 24)) {
    const std::size_t bytes = 4ull * n;
    float *gradient = d.floats.take(n), *parameter = d.room.take(n), *first = d.room.take(n, n),
          *second = d.room.take(n, 2ull * n);
    add(
        "adam", text("%d parameters", n), parameter, 3 * bytes, output::floats,
        [=] {
          adam<<<blocks(n, 256), 256>>>(parameter, gradient, first, second, 0.001f, 0.1f, 0.001f,
                                        n);
        },
        [=] { CHECK(cudaMemsetAsync(parameter, 0, 3 * bytes)); });
  }
  for (const int rows : sizes(1 << 13, 1 << 17, 1 << 20)) {
    const int entries = std::min(2 * rows, 1 << 20);
    const pool<int> index(rows, fill_indices, rows, entries, 7u);
    float4 *table = fours(d.floats.take(64ull * entries)), *out = fours(d.room.take(64ull * rows));
    add("embedding_rows", text("%d rows of %d", rows, entries), out, 256ull * rows, output::floats,
        [=] { embedding_rows<<<blocks(16 * rows, 256), 256>>>(table, index.data, out, rows); });
  }

  for (const int n : sizes(1024, 3072, 8192)) {
    const std::size_t pixels = std::size_t(n) * n;
    float *in = d.floats.take(pixels), *out = d.room.take(pixels);
    add("convolve_5x5", text("%d squared", n), out, 4 * pixels, output::floats,
        [=] { convolve_5x5<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n); });
  }
  for (const int height : sizes(720, 2160, 4320)) {
    const int width = height / 9 * 16, frames = height == 4320 ? 2 : 1;
    const std::size_t pixels = std::size_t(width) * height * frames;
    unsigned char* in = reinterpret_cast<unsigned char*>(d.words.take(pixels / 8 * 3));
    uchar4* out = reinterpret_cast<uchar4*>(d.room.take(pixels));
    const dim3 grid(width / 32, height / 8, frames);
    add("nv12_to_rgba", text("%d by %d by %d", width, height, frames), out, 4 * pixels,
        output::integers, [=] { nv12_to_rgba<<<grid, dim3(32, 8)>>>(in, out, width, height); });
  }
  for (const int n : sizes(96, 192, 384)) {
    const std::size_t points = std::size_t(n) * n * n;
    float *in = d.floats.take(points), *out = d.room.take(points);
    const dim3 grid(n / 32, n / 4, n / 2), block(32, 4, 2);
    add(
        "jacobi_3d", text("%d cubed", n), out, 4 * points, output::floats,
        [=] { jacobi_3d<<<grid, block>>>(in, out, n); },
        [=] { CHECK(cudaMemsetAsync(out, 0, 4 * points)); });
  }

  for (const int batch : sizes(1 << 14, 1 << 17, 1 << 20)) {
    const int rows = 8 * batch;
    float *a = d.floats.take(8ull * rows), *x = d.more.take(rows), *y = d.room.take(rows);
    add("small_products", text("%d of 8 squared", batch), y, 4ull * rows, output::floats,
        [=] { small_products<<<blocks(rows, 256), 256>>>(a, x, y, rows); });
  }
  for (const int rows : sizes(1 << 15, 1 << 18, 1 << 21)) {
    constexpr int per_row = 24;
    const pool<int> begin(rows + 1, fill_multiples, rows + 1, per_row);
    const pool<int> column(std::size_t(per_row) * rows, fill_band, rows, per_row, 11u);
    float *value = d.floats.take(column.size), *x = d.more.take(rows), *y = d.room.take(rows);
    add("csr_by_groups", text("%d rows of %d", rows, per_row), y, 4ull * rows, output::floats, [=] {
      csr_by_groups<<<blocks(8 * rows, 256), 256>>>(begin.data, column.data, value, x, y, rows);
    });
  }
  for (const int n : sizes(256, 768, 1536)) {
    const std::size_t all = std::size_t(n) * n;
    float *a = d.floats.take(all), *b = d.floats.take(all, all), *c = d.room.take(all);
    add("product_eights", text("%d squared", n), c, 4 * all, output::floats,
        [=] { product_eights<<<dim3(n / 128, n / 128), 256>>>(a, b, c, n); });
  }

  for (const int rows : sizes(1 << 11, 1 << 14, 1 << 17)) {
    const std::size_t n = 512ull * rows;
    float *in = d.floats.take(n), *out = d.room.take(n);
    add("prefix_rows", text("%d rows of 512", rows), out, 4 * n, output::floats,
        [=] { prefix_rows<<<blocks(rows, 4), 128>>>(in, out, rows); });
  }
  for (const int n : sizes(1 << 20, 1 << 23, 1 << 26)) {
    float *in = d.floats.take(n), *out = d.room.take(n);
    int* count = reinterpret_cast<int*>(d.count.take(1));
    add(
        "compact", text("%d floats", n), out, 4ull * n, output::in_any_order,
        [=] { compact<<<blocks(n, 256), 256>>>(in, out, count, 0.5f, n); },
        [=] {
          CHECK(cudaMemsetAsync(out, 0, 4ull * n));
          CHECK(cudaMemsetAsync(count, 0, 4));
        });
  }
  for (const int batch : sizes(1 << 9, 1 << 12, 1 << 15)) {
    const std::size_t n = 1024ull * batch;
    float2 *in = reinterpret_cast<float2*>(d.floats.take(n)),
           *out = reinterpret_cast<float2*>(d.room.take(n));
    add("fourier_512", text("%d of 512", batch), out, 4 * n, output::floats,
        [=] { fourier_512<<<batch, 256>>>(in, out); });
  }

  for (const int grid : sizes(256, 1024, 4096)) {
    constexpr int draws = 512;
    unsigned* hits = d.count.take(1);
    add(
        "monte_carlo", text("%d threads, %d draws", 256 * grid, draws), hits, 4, output::integers,
        [=] { monte_carlo<<<grid, 256>>>(hits, draws); },
        [=] { CHECK(cudaMemsetAsync(hits, 0, 4)); });
  }
  for (const int n : sizes(1 << 18, 1 << 21, 20 << 20)) {
    float *price = d.floats.take(n), *strike = d.floats.take(n, n),
          *years = d.floats.take(n, 2ull * n), *call = d.room.take(n), *put = d.room.take(n, n);
    add("black_scholes", text("%d options", n), call, 8ull * n, output::floats, [=] {
      black_scholes<<<blocks(n, 128), 128>>>(price, strike, years, call, put, 0.02f, 0.3f, n);
    });
  }
  for (const int n : sizes(1 << 17, 1 << 20, 1 << 22)) {
    float4 *point = fours(d.floats.take(4ull * n)), *centre = fours(d.more.take(256));
    int* nearest = reinterpret_cast<int*>(d.room.take(n));
    add("nearest_centres", text("%d points, 64 centres", n), nearest, 4ull * n, output::integers,
        [=] { nearest_centres<<<blocks(n, 256), 256>>>(point, centre, nearest, n); });
  }
  for (const int n : sizes(1 << 18, 1 << 21, 1 << 24)) {
    double *in = d.doubles.take(n), *out = reinterpret_cast<double*>(d.room.take(2ull * n));
    add("polynomial_double", text("%d of degree 96", n), out, 8ull * n, output::integers,
        [=] { polynomial_double<<<blocks(n, 256), 256>>>(in, out, n); });
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  bool times = false, small = false;
  for (int k = 1; k < argc; ++k) {
    if (std::strcmp(argv[k], "--csv") == 0) {
      times = true;
    } else if (std::strcmp(argv[k], "--small") == 0) {
      small = true;
    } else {
      std::fprintf(stderr, "usage: %s [--csv] [--small]\n", argv[0]);
      return 2;
    }
  }
  const all_data data(small);
  const std::vector<one_case> list = cases(data);
  std::fprintf(stderr, "%d launches that fill come before the first case\n", fills);
  run_cases(list, times);
}
