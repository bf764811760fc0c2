// What the units of separate_compilation share: classes with virtual functions, variables and
// functions of other units, and a template that each unit instantiates for itself.
#pragma once

#include <cuda_runtime.h>

struct shape {
  __device__ virtual ~shape() {}
  __device__ virtual int area() const = 0;
  __device__ virtual const char* name() const { return "shape"; }
};

struct rectangle : shape {
  __device__ rectangle(int width, int height) : width_(width), height_(height) {}
  __device__ ~rectangle() override;
  __device__ int area() const override;
  int width_, height_;
};

struct square : rectangle {
  __device__ explicit square(int side) : rectangle(side, side) {}
  __device__ const char* name() const override;
};

using operation = int (*)(int, int);

// Of shapes.cu.
extern __device__ int destroyed;
extern __device__ operation operations[3];
extern __constant__ int weights[4];
extern __device__ const char* const words[2];
__device__ shape* make_shape(int kind, int size);
__device__ int recurse(int n);

// Of memory.cu.
extern __managed__ int managed_value;
__device__ int* scratch(int thread);
__device__ int weighted(int i, int x);

void set_weights(int first);
void launch_in_other_unit(int* out);

// One variable of the whole program, although each unit that asks for it brings its own.
template <typename T>
__device__ T* shared_by_units() {
  static __device__ T value;
  return &value;
}
