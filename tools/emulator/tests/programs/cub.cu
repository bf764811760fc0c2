// CUB's device-wide reductions, scans and radix sorts, at sizes that fill no tile.
#include <lockstep/buffer.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "expect.hpp"

using lockstep::device_buffer;
using std::vector;
using wide = unsigned long long;

namespace {

constexpr int SIZES[] = {0, 1, 31, 33, 1023, 1025, 100003};

// Small whole numbers: their sums are exact in every type, whatever the order.
template <typename T>
vector<T> small_numbers(int size) {
  std::mt19937 random(size);
  vector<T> values(size);
  for (T& value : values) value = static_cast<T>(random() % 100);
  return values;
}

// Any bits; for floating point any number, zeros of both signs and infinities.
template <typename T>
vector<T> keys(int size) {
  std::mt19937_64 random(size);
  vector<T> values(size);
  for (int i = 0; i < size; ++i) {
    if constexpr (std::is_floating_point_v<T>) {
      const T unit = static_cast<T>(random() % 2001) - 1000;
      const T edges[] = {T(0), -T(0), std::numeric_limits<T>::infinity(),
                         -std::numeric_limits<T>::infinity(), std::numeric_limits<T>::denorm_min()};
      values[i] = i % 7 == 3 ? edges[random() % 5] : std::ldexp(unit, random() % 40);
    } else {
      values[i] = static_cast<T>(random());
    }
  }
  return values;
}

// Calls a CUB function as it wants to be called: once for the size of its scratch memory, once to
// run.
template <typename F>
void run(const F& call) {
  std::size_t bytes = 0;
  EXPECT_OK(call(nullptr, bytes));
  device_buffer<char> scratch(bytes);
  scratch.poison();
  EXPECT_OK(call(scratch.data(), bytes));
}

struct extent {
  int low, high;
  bool operator==(const extent& other) const { return low == other.low && high == other.high; }
};

struct join {
  __host__ __device__ extent operator()(const extent& a, const extent& b) const {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
  }
};

// x -> factor * x + offset; the maps compose, and not in any order.
struct affine_map {
  unsigned factor, offset;
  bool operator==(const affine_map& other) const {
    return factor == other.factor && offset == other.offset;
  }
};

struct compose {
  __host__ __device__ affine_map operator()(const affine_map& first, const affine_map& then) const {
    return {then.factor * first.factor, then.factor * first.offset + then.offset};
  }
};

template <typename T>
void reduce(int size) {
  const vector<T> values = small_numbers<T>(size);
  const device_buffer<T> in(values);
  device_buffer<T> out(3);
  out.poison();
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, in.data(), out.data(), size);
  });
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Min(scratch, bytes, in.data(), out.data() + 1, size);
  });
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Max(scratch, bytes, in.data(), out.data() + 2, size);
  });
  const vector<T> results = out.download();
  EXPECT(results[0] == std::accumulate(values.begin(), values.end(), T(0)));
  if (size == 0) return;
  EXPECT(results[1] == *std::min_element(values.begin(), values.end()));
  EXPECT(results[2] == *std::max_element(values.begin(), values.end()));
}

void reduce_by_operator(int size) {
  const extent none = {std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
  const vector<int> numbers = keys<int>(size);
  vector<extent> values(size);
  for (int i = 0; i < size; ++i) values[i] = {numbers[i], numbers[i]};
  const device_buffer<extent> in(values);
  device_buffer<extent> out(1);
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Reduce(scratch, bytes, in.data(), out.data(), size, join{}, none);
  });
  EXPECT(out.download()[0] == std::accumulate(values.begin(), values.end(), none, join{}));
}

template <typename T>
void scan(int size) {
  const vector<T> values = small_numbers<T>(size);
  const device_buffer<T> in(values);
  device_buffer<T> inclusive(size), exclusive(size);
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(scratch, bytes, in.data(), inclusive.data(), size);
  });
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, in.data(), exclusive.data(), size);
  });
  vector<T> wanted(size);
  std::inclusive_scan(values.begin(), values.end(), wanted.begin());
  EXPECT(inclusive.download() == wanted);
  std::exclusive_scan(values.begin(), values.end(), wanted.begin(), T(0));
  EXPECT(exclusive.download() == wanted);
}

void scan_by_operator(int size) {
  const vector<int> numbers = keys<int>(2 * size);
  vector<affine_map> values(size), wanted(size);
  for (int i = 0; i < size; ++i)
    values[i] = {static_cast<unsigned>(numbers[i]), static_cast<unsigned>(numbers[size + i])};
  const device_buffer<affine_map> in(values);
  device_buffer<affine_map> out(size);
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveScan(scratch, bytes, in.data(), out.data(), compose{}, size);
  });
  std::inclusive_scan(values.begin(), values.end(), wanted.begin(), compose{});
  EXPECT(out.download() == wanted);
}

template <typename T>
void sort_keys(int size) {
  vector<T> values = keys<T>(size);
  const device_buffer<T> in(values);
  device_buffer<T> out(size);
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in.data(), out.data(), size);
  });
  std::sort(values.begin(), values.end());
  EXPECT(out.download() == values);
}

// With the position as value; equal keys keep their order.
template <typename T>
void sort_pairs_descending(int size) {
  const vector<T> values = keys<T>(size);
  vector<int> positions(size);
  std::iota(positions.begin(), positions.end(), 0);
  const device_buffer<T> in(values);
  const device_buffer<int> in_positions(positions);
  device_buffer<T> out(size);
  device_buffer<int> out_positions(size);
  run([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairsDescending(
        scratch, bytes, in.data(), out.data(), in_positions.data(), out_positions.data(), size);
  });
  std::stable_sort(positions.begin(), positions.end(),
                   [&](int a, int b) { return values[a] > values[b]; });
  EXPECT(out_positions.download() == positions);
  vector<T> wanted(size);
  for (int i = 0; i < size; ++i) wanted[i] = values[positions[i]];
  EXPECT(out.download() == wanted);
}

}  // namespace

int main() {
  for (const int size : SIZES) {
    const int failures_before = failures;
    reduce<int>(size);
    reduce<float>(size);
    reduce<wide>(size);
    reduce<double>(size);
    reduce_by_operator(size);
    scan<int>(size);
    scan<float>(size);
    scan<wide>(size);
    scan<double>(size);
    scan_by_operator(size);
    sort_keys<int>(size);
    sort_keys<double>(size);
    sort_pairs_descending<float>(size);
    sort_pairs_descending<wide>(size);
    if (failures > failures_before) std::printf("at size %d\n", size);
  }
  return result();
}
