// A program of three units, linked with relocatable device code: functions, variables, constants,
// function pointers and virtual functions of one unit used by another.
#include <lockstep/buffer.hpp>

#include <vector>

#include "expect.hpp"
#include "units/shapes.cuh"

using lockstep::device_buffer;

namespace {

// Not the variable of the same name in shapes.cu.
__device__ int of_this_unit = 1000;

__global__ void virtual_functions(int* areas, char* letters) {
  const int t = threadIdx.x;
  shape* mine = make_shape(t % 2, t);
  areas[t] = mine->area();
  letters[t] = mine->name()[1];
  delete mine;
}

__global__ void function_pointers(int* out) {
  const int t = threadIdx.x;
  out[t] = operations[t % 3](t, 5) + recurse(t % 10);
}

__global__ void variables(int* out) {
  const int t = threadIdx.x;
  *scratch(t) = t;
  __syncthreads();
  out[t] = *scratch(t ^ 1) + weighted(t % 4, t) + of_this_unit + managed_value + words[t % 2][2];
}

__global__ void read_shared_variable(int* out) { *out = *shared_by_units<int>(); }

__device__ int negate(int a, int) { return -a; }
__global__ void replace_operation() { operations[1] = negate; }

constexpr int THREADS = 64;

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

void test_virtual_functions() {
  device_buffer<int> areas(THREADS);
  device_buffer<char> letters(THREADS);
  virtual_functions<<<1, THREADS>>>(areas.data(), letters.data());
  const std::vector<int> got = areas.download();
  const std::vector<char> got_letters = letters.download();
  bool right = true;
  for (int t = 0; t < THREADS; ++t) {
    right &= got[t] == (t % 2 == 0 ? t * t : t * (t + 1));
    right &= got_letters[t] == (t % 2 == 0 ? 'q' : 'h');
  }
  EXPECT(right);
  int count = 0;
  EXPECT_OK(cudaMemcpyFromSymbol(&count, destroyed, sizeof count));
  EXPECT(count == THREADS);
}

void test_function_pointers() {
  device_buffer<int> out(THREADS);
  function_pointers<<<1, THREADS>>>(out.data());
  const std::vector<int> before = out.download();
  replace_operation<<<1, 1>>>();
  function_pointers<<<1, THREADS>>>(out.data());
  const std::vector<int> after = out.download();
  bool right = true;
  for (int t = 0; t < THREADS; ++t) {
    const int first[] = {t + 5, t - 5, t * 5}, then[] = {t + 5, -t, t * 5};
    right &= before[t] == first[t % 3] + fibonacci(t % 10);
    right &= after[t] == then[t % 3] + fibonacci(t % 10);
  }
  EXPECT(right);
}

void test_variables() {
  device_buffer<int> out(THREADS);
  int factors[] = {1, 10, 100, 1000};
  const char* const word[] = {"one", "two"};
  for (int round = 0; round < 2; ++round) {
    variables<<<1, THREADS>>>(out.data());
    const std::vector<int> got = out.download();
    bool right = true;
    for (int t = 0; t < THREADS; ++t)
      right &= got[t] == (t ^ 1) + factors[t % 4] * t + 1000 + managed_value + word[t % 2][2];
    EXPECT(right);
    set_weights(factors[0] = 3);
    managed_value = 50;
  }
}

void test_other_unit() {
  device_buffer<int> out(32);
  launch_in_other_unit(out.data());
  const std::vector<int> got = out.download();
  const int factors[] = {3, 10, 100, 1000};
  bool right = true;
  for (int t = 0; t < 32; ++t) right &= got[t] == 7 + factors[t % 4];
  EXPECT(right);
  read_shared_variable<<<1, 1>>>(out.data());
  EXPECT(out.download()[0] == 77);
}

}  // namespace

int main() {
  test_virtual_functions();
  test_function_pointers();
  test_variables();
  test_other_unit();
  return result();
}
