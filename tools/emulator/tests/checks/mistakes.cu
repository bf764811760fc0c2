// Mistakes of host and kernel together, as beginners make them.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr unsigned N = 100;

__global__ void add(const float* a, const float* b, float* sum, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}
__global__ void add_unguarded(const float* a, const float* b, float* sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  sum[i] = a[i] + b[i];
}
__global__ void fill(int* data, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1;
}
__global__ void sum_rows(int** rows, int* out, unsigned width) {
  int sum = 0;
  for (unsigned x = 0; x < width; ++x) sum += rows[threadIdx.x][x];
  out[threadIdx.x] = sum;
}
struct matrix {
  int width;
  int* values;
};
__global__ void fill_matrix(matrix m) { m.values[threadIdx.x] = m.width; }
__global__ void fill_matrix_by_pointer(matrix* m) { m->values[threadIdx.x] = m->width; }
__constant__ float factors[4];
__global__ void scale(float* data) { data[threadIdx.x] *= factors[threadIdx.x % 4]; }
// The matrix has rows; its element is asked for by column first.
__global__ void read_element(const int* m, int* out, int rows, int columns, bool right) {
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  if (x < columns && y < rows) out[y * columns + x] = m[right ? y * columns + x : x * columns + y];
}

void add_100(unsigned blocks, bool guarded, unsigned allocated) {
  auto a = filled(allocated, 1.f), b = filled(allocated, 2.f), sum = filled(allocated, 0.f);
  if (guarded)
    add<<<blocks, 64>>>(a.data(), b.data(), sum.data(), N);
  else
    add_unguarded<<<blocks, 64>>>(a.data(), b.data(), sum.data());
}

}  // namespace

CASE(arrays_added, "clean") { add_100(2, true, N); }
CASE(arrays_added_without_guard, "out_of_bounds global") { add_100(2, false, N); }
CASE(arrays_added_with_spare_room, "clean") { add_100(2, false, 128); }
CASE(grid_too_small_for_what_is_read_later, "uninitialized_read global") {
  lockstep::device_buffer<float> a(N), b(N);
  auto sum = filled(N, 0.f);
  cudaMemset(b.data(), 0, b.bytes());
  add<<<N / 64, 64>>>(b.data(), b.data(), a.data(), N);  // N / 64 is 1
  add<<<2, 64>>>(a.data(), b.data(), sum.data(), N);
}
CASE(pointer_never_allocated, "null_pointer global") {
  int* data = nullptr;
  fill<<<1, 32>>>(data, 32);
}
CASE(rows_of_device_pointers, "clean") {
  auto values = ints(32 * 4), out = ints(32);
  std::vector<int*> each(32);
  for (unsigned i = 0; i < 32; ++i) each[i] = values.data() + 4 * i;
  lockstep::device_buffer<int*> rows(each);
  sum_rows<<<1, 32>>>(rows.data(), out.data(), 4);
}
// The array of pointers is the host's.
CASE_FOR_EMULATOR(rows_in_host_memory, "out_of_bounds global") {
  auto values = ints(32 * 4), out = ints(32);
  std::vector<int*> rows(32, values.data());
  sum_rows<<<1, 32>>>(rows.data(), out.data(), 4);
}
CASE(matrix_by_value, "clean") {
  auto values = ints(32);
  fill_matrix<<<1, 32>>>(matrix{32, values.data()});
}
CASE_FOR_EMULATOR(matrix_with_values_of_host, "out_of_bounds global") {
  std::vector<int> values(32);
  fill_matrix<<<1, 32>>>(matrix{32, values.data()});
}
CASE_FOR_EMULATOR(matrix_of_host, "out_of_bounds global") {
  auto values = ints(32);
  matrix m{32, values.data()};
  fill_matrix_by_pointer<<<1, 32>>>(&m);
}
CASE(matrix_on_device, "clean") {
  auto values = ints(32);
  lockstep::device_buffer<matrix> m(std::vector<matrix>{{32, values.data()}});
  fill_matrix_by_pointer<<<1, 32>>>(m.data());
}
CASE(matrix_copied_with_size_of_pointer, "uninitialized_read global") {
  auto values = ints(32);
  lockstep::device_buffer<matrix> m(1);
  const matrix here{32, values.data()};
  cudaMemcpy(m.data(), &here, sizeof(&here), cudaMemcpyHostToDevice);
  read_element<<<1, 1>>>(reinterpret_cast<const int*>(m.data()) + 2, values.data(), 1, 1, true);
}
CASE(constants_copied, "clean") {
  const float four[4] = {1, 2, 3, 4};
  auto data = filled(32, 1.f);
  cudaMemcpyToSymbol(factors, four, sizeof four);
  scale<<<1, 32>>>(data.data());
}
CASE(constants_copied_to_address_of_host, "api_error") {
  const float four[4] = {1, 2, 3, 4};
  cudaMemcpy(factors, four, sizeof four, cudaMemcpyHostToDevice);
}
CASE(elements_by_row, "clean") {
  auto m = numbers(8 * 20), out = ints(8 * 20);
  read_element<<<1, dim3(32, 8)>>>(m.data(), out.data(), 8, 20, true);
}
CASE(elements_by_column, "out_of_bounds global") {
  auto m = numbers(8 * 20), out = ints(8 * 20);
  read_element<<<1, dim3(32, 8)>>>(m.data(), out.data(), 8, 20, false);
}
CASE(freed_while_used_later, "use_after_free global") {
  auto* const data = new lockstep::device_buffer<int>(64);
  int* const raw = data->data();
  fill<<<1, 64>>>(raw, 64);
  delete data;
  fill<<<1, 64>>>(raw, 64);
}

CASE_THAT_SAYS(grid_rounded_down_to_nothing, "launch_error",
               "has no blocks: for 17, an integer division rounds down to 0") {
  auto data = ints(17);
  const unsigned n = 17;
  fill<<<n / 256, 256>>>(data.data(), n);
}
