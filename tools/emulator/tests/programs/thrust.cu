// Thrust's algorithms on device vectors, at sizes that fill no tile.
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "expect.hpp"

namespace {

constexpr int SIZES[] = {0, 1, 31, 33, 1023, 1025, 100003};

struct square {
  __host__ __device__ long long operator()(int x) const { return 1LL * x * x; }
};

struct is_multiple {
  int of;
  __host__ __device__ bool operator()(int x) const { return x % of == 0; }
};

// By the last digit, and no further: whether the sort is stable shows in the rest.
struct by_last_digit {
  __host__ __device__ bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

std::vector<int> numbers(int size) {
  std::mt19937 random(size);
  std::vector<int> values(size);
  for (int& value : values) value = static_cast<int>(random() % 200001);
  return values;
}

template <typename T>
std::vector<T> fetch(const thrust::device_vector<T>& values) {
  std::vector<T> copy(values.size());
  thrust::copy(values.begin(), values.end(), copy.begin());
  return copy;
}

void reduce(int size) {
  const std::vector<int> host = numbers(size);
  const thrust::device_vector<int> values(host.begin(), host.end());
  const std::vector<int>& h = host;
  EXPECT(thrust::reduce(values.begin(), values.end(), 7LL) ==
         std::accumulate(h.begin(), h.end(), 7LL));
  EXPECT(thrust::reduce(values.begin(), values.end(), -1, thrust::maximum<int>()) ==
         std::max(-1, h.empty() ? -1 : *std::max_element(h.begin(), h.end())));
  EXPECT(thrust::transform_reduce(values.begin(), values.end(), square{}, 0LL,
                                  thrust::plus<long long>()) ==
         std::inner_product(h.begin(), h.end(), h.begin(), 0LL, std::plus<>(),
                            [](long long a, int b) { return a * b; }));
  EXPECT(thrust::count_if(values.begin(), values.end(), is_multiple{3}) ==
         std::count_if(h.begin(), h.end(), is_multiple{3}));
}

void scan(int size) {
  const std::vector<int> host = numbers(size);
  const thrust::device_vector<int> values(host.begin(), host.end());
  thrust::device_vector<int> sums(size);
  std::vector<int> wanted(size);
  thrust::inclusive_scan(values.begin(), values.end(), sums.begin());
  std::partial_sum(host.begin(), host.end(), wanted.begin(),
                   [](unsigned a, unsigned b) { return a + b; });
  EXPECT(fetch(sums) == wanted);
}

void sort(int size) {
  std::vector<int> host = numbers(size);
  // Radix sort for numbers by size, merge sort for any other order.
  thrust::device_vector<int> values(host.begin(), host.end());
  thrust::stable_sort(values.begin(), values.end(), by_last_digit{});
  std::stable_sort(host.begin(), host.end(), by_last_digit{});
  EXPECT(fetch(values) == host);
  thrust::sort(values.begin(), values.end(), thrust::greater<int>());
  std::sort(host.begin(), host.end(), std::greater<>());
  EXPECT(fetch(values) == host);
}

void sort_by_key(int size) {
  const std::vector<int> host = numbers(size);
  thrust::device_vector<int> keys(host.begin(), host.end()), positions(size);
  thrust::sequence(positions.begin(), positions.end());
  thrust::stable_sort_by_key(keys.begin(), keys.end(), positions.begin());
  std::vector<int> wanted(size);
  std::iota(wanted.begin(), wanted.end(), 0);
  std::stable_sort(wanted.begin(), wanted.end(), [&](int a, int b) { return host[a] < host[b]; });
  EXPECT(fetch(positions) == wanted);
}

void unique_in_place(int size) {
  std::vector<int> host = numbers(size);
  for (int& value : host) value %= size / 2 + 1;
  std::sort(host.begin(), host.end());
  thrust::device_vector<int> values(host.begin(), host.end());
  values.erase(thrust::unique(values.begin(), values.end()), values.end());
  host.erase(std::unique(host.begin(), host.end()), host.end());
  EXPECT(fetch(values) == host);
}

// Elements reached one by one, and iterators that are no memory.
void iterators() {
  thrust::device_vector<float> x(1000), y(1000, 2.0f);
  thrust::sequence(x.begin(), x.end());
  x[10] = 0.5f;
  EXPECT(x[10] == 0.5f && x.back() == 999.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), thrust::multiplies<float>());
  EXPECT(y[10] == 1.0f && y[999] == 1998.0f);
  const auto first = thrust::make_zip_iterator(x.begin(), thrust::make_counting_iterator(0));
  const auto matching = thrust::count_if(
      first, first + 1000, [] __host__ __device__(const thrust::tuple<float, int>& pair) {
        return thrust::get<0>(pair) == static_cast<float>(thrust::get<1>(pair));
      });
  EXPECT(matching == 999);
  const thrust::host_vector<float> copy = y;
  EXPECT(copy.size() == 1000 && copy[3] == 6.0f);
}

}  // namespace

int main() {
  for (const int size : SIZES) {
    const int failures_before = failures;
    reduce(size);
    scan(size);
    sort(size);
    sort_by_key(size);
    unique_in_place(size);
    if (failures > failures_before) std::printf("at size %d\n", size);
  }
  iterators();
  return result();
}
