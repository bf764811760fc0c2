// The three kernels of the book, side by side. They are built twice: as all programs are, and for a
// debugger (nvcc -G). So they are static: each build has its own.
#pragma once

#include "01_by_thread.cuh"
#include "02_by_warp.cuh"
#include "03_two_ifs.cuh"

// How this build was made: meson setup --buildtype=debug passes -G to every program.
#ifdef __CUDACC_DEBUG__
constexpr bool optimised = false;
#else
constexpr bool optimised = true;
#endif

struct branching_kernel {
  const char* name;
  void (*kernel)(float* out);  // one element per thread of the grid
  // Whether thread i writes 100; if not, it writes 200.
  bool (*writes_100)(unsigned i);
};

inline bool even_thread(unsigned i) { return i % 2 == 0; }
inline bool even_warp(unsigned i) { return i / 32 % 2 == 0; }

static const branching_kernel three_kernels[] = {
    {"01 by thread", by_thread, even_thread},
    {"02 by warp", by_warp, even_warp},
    {"03 two ifs", two_ifs, even_thread},
};

// The same three, built with -G: every condition in the source is a branch in the machine code.
// As many as there are in three_kernels.
const branching_kernel* three_kernels_for_debugger();
