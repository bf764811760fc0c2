#include "shapes.cuh"

__device__ int destroyed = 0;
__constant__ int weights[4] = {1, 10, 100, 1000};
__device__ const char* const words[2] = {"one", "two"};

__device__ static int add(int a, int b) { return a + b; }
__device__ static int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ operation operations[3] = {add, subtract, multiply};

__device__ rectangle::~rectangle() { atomicAdd(&destroyed, 1); }
__device__ int rectangle::area() const { return width_ * height_; }
__device__ const char* square::name() const { return "square"; }

__device__ shape* make_shape(int kind, int size) {
  if (kind == 0) return new square(size);
  return new rectangle(size, size + 1);
}

__device__ __noinline__ int recurse(int n) { return n < 2 ? n : recurse(n - 1) + recurse(n - 2); }

__device__ static int of_this_unit = 7;

__global__ void in_other_unit(int* out) {
  out[threadIdx.x] = of_this_unit + weighted(threadIdx.x % 4, 1);
  if (threadIdx.x == 0) *shared_by_units<int>() = 77;
}

void launch_in_other_unit(int* out) { in_other_unit<<<1, 32>>>(out); }
