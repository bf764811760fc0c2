// Loops whose turns depend on each other, made into kernels with a thread for each turn.
#include "cases.hpp"

using namespace check_cases;

namespace {

constexpr int TABLE = 40;
constexpr unsigned THREADS = 64, BLOCKS = 2, N = THREADS * BLOCKS;

__device__ int turn() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void each_from_next(int* a) {
  if (turn() + 1 < static_cast<int>(N)) a[turn()] = a[turn() + 1] + 1;
}
__global__ void each_from_one_before(int* a) {
  if (turn() > 0) a[turn()] = a[turn() - 1] + 1;
}
__global__ void upper_half_from_lower(int* a) {
  if (turn() < static_cast<int>(N) / 2) a[turn() + N / 2] = a[turn()] + 1;
}
__global__ void all_from_first(int* a) { a[turn()] = a[0] + turn(); }
__global__ void all_but_first_from_first(int* a) {
  if (turn() > 0) a[turn()] = a[0] + turn();
}
__global__ void all_into_one(int* a, int* last) {
  a[turn()] += 1;
  *last = a[turn()];
}
__global__ void last_into_one(int* a, int* last) {
  a[turn()] += 1;
  if (turn() == static_cast<int>(N) - 1) *last = a[turn()];
}
// Through a table of indices: a permutation, or one that names an element twice.
__global__ void add_by_table(const int* table, int* a) { a[table[turn()]] += turn(); }
// Steps of two and of one: every second element is somebody else's.
template <unsigned Step>
__global__ void two_elements_each(int* a) {
  a[Step * turn()] = 1;
  a[Step * turn() + 1] = 2;
}
// A variable that should be each thread's own.
__device__ int common;
__global__ void by_common_variable(int* a) {
  common = a[turn()] * 2;
  a[turn()] = common + 1;
}
__global__ void by_own_variable(int* a) {
  const int own = a[turn()] * 2;
  a[turn()] = own + 1;
}
__global__ void by_common_variable_in_shared(int* a) {
  __shared__ int helper;
  helper = a[turn()] * 2;
  __syncthreads();
  a[turn()] = helper;
}
// Rows in parallel: from the row above, or along the row.
__global__ void from_row_above(int* a, int width, int height) {
  const int x = static_cast<int>(threadIdx.x);
  for (int y = 1; y < height; ++y) a[y * width + x] += a[(y - 1) * width + x];
}
__global__ void from_row_above_to_the_left(int* a, int width, int height) {
  const int x = static_cast<int>(threadIdx.x);
  for (int y = 1; y < height; ++y)
    if (x > 0) a[y * width + x] += a[(y - 1) * width + x - 1];
}
template <bool Barrier>
__global__ void along_diagonals(int* a, int n) {
  const int x = static_cast<int>(threadIdx.x);
  for (int sum = 2; sum <= 2 * n - 2; ++sum) {
    const int y = sum - x;
    if (x > 0 && x < n && y > 0 && y < n) a[y * n + x] = a[(y - 1) * n + x] + a[y * n + x - 1];
    if (Barrier) __syncthreads();
  }
}
// More elements than threads: strides of the whole grid, or of a block by mistake.
template <bool WholeGrid>
__global__ void in_strides(int* a, unsigned n) {
  for (unsigned i = turn(); i < n; i += WholeGrid ? blockDim.x * gridDim.x : blockDim.x) a[i] += 1;
}
// A block too many does everything once more.
__global__ void without_block_number(int* a) { a[threadIdx.x] += 1; }
__global__ void smallest_without_atomic(const int* a, int* least) {
  if (a[turn()] < *least) *least = a[turn()];
}
__global__ void smallest_atomic(const int* a, int* least) { atomicMin(least, a[turn()]); }

// One launch for a pointer that is passed twice.
__global__ void add_arrays(const int* one, const int* other, int* sum) {
  sum[turn()] = one[turn()] + other[turn() / 2];
}

// A table in shared memory, filled along its diagonals: thread t goes up from row to row. Without
// the barrier behind each diagonal the next one reads what other threads have yet to write.
template <bool Barrier>
__global__ void fill_by_diagonals(int* out) {
  __shared__ int table[TABLE + 1][TABLE + 1];
  const int t = static_cast<int>(threadIdx.x);
  table[t + 1][0] = t;
  table[0][t + 1] = t;
  __syncthreads();
  for (int d = 0; d < TABLE; ++d) {
    const int row = d - t + 1, column = t + 1;
    if (t <= d) table[row][column] = table[row][column - 1] + table[row - 1][column];
    if (Barrier) __syncthreads();
  }
  __syncthreads();
  for (int row = 0; row < TABLE; ++row)
    if (row + t < TABLE) out[row * TABLE + t] = table[row + 1][t + 1];
}

template <class Kernel>
void run(Kernel kernel) {
  auto a = numbers(2 * N + 2);
  kernel<<<BLOCKS, THREADS>>>(a.data());
}
template <class Kernel>
void run_with_one(Kernel kernel) {
  auto a = numbers(N), one = ints(1, 7);
  kernel<<<BLOCKS, THREADS>>>(a.data(), one.data());
}
void by_table(unsigned repeated) {
  std::vector<int> order(N);
  for (unsigned i = 0; i < N; ++i) order[i] = static_cast<int>((i * 37 + 5) % N);
  order[repeated] = order[0];
  lockstep::device_buffer<int> table(order);
  auto a = ints(N);
  add_by_table<<<BLOCKS, THREADS>>>(table.data(), a.data());
}

}  // namespace

CASE(turns_from_next_element, "race global") { run(each_from_next); }
CASE(turns_from_element_before, "race global") { run(each_from_one_before); }
CASE(turns_from_other_half, "clean") { run(upper_half_from_lower); }
CASE(turns_from_first_element, "race global") { run(all_from_first); }
CASE(turns_but_first_from_first_element, "clean") { run(all_but_first_from_first); }
CASE(turns_all_into_one_element, "race global") { run_with_one(all_into_one); }
CASE(turns_last_into_one_element, "clean") { run_with_one(last_into_one); }
CASE(turns_by_permutation, "clean") { by_table(0); }
CASE(turns_by_table_with_repetition, "race global") { by_table(40); }
CASE(turns_by_table_with_repetition_in_other_block, "race global") { by_table(100); }
CASE(turns_with_two_elements, "clean") { run(two_elements_each<2>); }
CASE(turns_with_two_elements_that_overlap, "race global") { run(two_elements_each<1>); }
CASE(turns_with_common_variable, "race global") { run(by_common_variable); }
CASE(turns_with_own_variable, "clean") { run(by_own_variable); }
CASE(turns_with_common_shared_variable, "race shared") { run(by_common_variable_in_shared); }
CASE(rows_from_row_above, "clean") {
  auto a = ints(64 * 4, 1);
  from_row_above<<<1, 64>>>(a.data(), 64, 4);
}
CASE(rows_from_row_above_to_the_left, "race global") {
  auto a = ints(64 * 4, 1);
  from_row_above_to_the_left<<<1, 64>>>(a.data(), 64, 4);
}
CASE(table_by_diagonals, "clean") {
  auto out = ints(TABLE * TABLE);
  fill_by_diagonals<with><<<1, TABLE>>>(out.data());
}
CASE(table_by_diagonals_without_barrier, "race shared") {
  auto out = ints(TABLE * TABLE);
  fill_by_diagonals<without><<<1, TABLE>>>(out.data());
}
CASE(diagonals, "clean") {
  auto a = ints(40 * 40, 1);
  along_diagonals<with><<<1, 64>>>(a.data(), 40);
}
CASE(diagonals_without_barrier, "race global") {
  auto a = ints(40 * 40, 1);
  along_diagonals<without><<<1, 64>>>(a.data(), 40);
}
CASE(strides_of_grid, "clean") {
  auto a = ints(4 * N);
  in_strides<with><<<BLOCKS, THREADS>>>(a.data(), 4 * N);
}
CASE(strides_of_block, "race global") {
  auto a = ints(4 * N);
  in_strides<without><<<BLOCKS, THREADS>>>(a.data(), 4 * N);
}
CASE(block_number_forgotten, "race global") { run(without_block_number); }
CASE(smallest_without_atomic, "race global") {
  auto a = ints(N), least = ints(1, 7);
  std::vector<int> falling(N);
  for (unsigned i = 0; i < N; ++i) falling[i] = static_cast<int>(N - i) - 200;
  a.upload(falling);
  smallest_without_atomic<<<BLOCKS, THREADS>>>(a.data(), least.data());
}
CASE(smallest_atomic, "clean") { run_with_one(smallest_atomic); }
CASE(arrays_apart, "clean") {
  auto a = numbers(N), b = numbers(N), c = ints(N);
  add_arrays<<<BLOCKS, THREADS>>>(a.data(), b.data(), c.data());
}
CASE(arrays_that_are_one, "race global") {
  auto a = numbers(N), b = numbers(N);
  add_arrays<<<BLOCKS, THREADS>>>(a.data(), b.data(), b.data());
}
