// What nvcuda::wmma gives: which elements of a matrix each lane's part of a fragment has, and
// products of matrices.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "elements.hpp"

namespace tensor {

namespace wmma = nvcuda::wmma;

constexpr unsigned most_words = 16;  // of a fragment, in a lane
constexpr unsigned stride = 272;     // between rows or columns, in elements; of bits: 256
constexpr unsigned matrix_bytes = 32 * stride * 8;

// The type that memory has for elements narrower than a byte, or of another name.
template <class T>
struct stored {
  using type = T;
};
template <>
struct stored<wmma::precision::tf32> {
  using type = float;
};
template <class T>
using stored_t = typename stored<T>::type;

constexpr auto row_major = wmma::mem_row_major, col_major = wmma::mem_col_major;

template <class F>
__device__ void load(F& f, const void* matrix, wmma::layout_t) {
  using element = std::remove_cv_t<std::remove_reference_t<decltype(f.x[0])>>;
  wmma::load_matrix_sync(f, static_cast<const element*>(matrix), stride);
}
template <int M, int N, int K, class T>
__device__ void load(wmma::fragment<wmma::accumulator, M, N, K, T>& f, const void* matrix,
                     wmma::layout_t layout) {
  wmma::load_matrix_sync(f, static_cast<const T*>(matrix), stride, layout);
}

// The words of each lane's part.
template <class F>
__global__ void load_fragment(const void* matrix, wmma::layout_t layout, std::uint32_t* words) {
  F f;
  load(f, matrix, layout);
  const auto* from = reinterpret_cast<const std::uint32_t*>(f.x);
  for (unsigned i = 0; i < sizeof f.x / 4; ++i) words[threadIdx.x * most_words + i] = from[i];
}

template <class F>
__global__ void store_fragment(const std::uint32_t* words, wmma::layout_t layout, void* matrix) {
  F f;
  using element = std::remove_reference_t<decltype(f.x[0])>;
  auto* to = reinterpret_cast<std::uint32_t*>(f.x);
  for (unsigned i = 0; i < sizeof f.x / 4; ++i) to[i] = words[threadIdx.x * most_words + i];
  wmma::store_matrix_sync(static_cast<element*>(matrix), f, stride, layout);
}

enum class bit_operation { none, exclusive_or, both };

template <class A, class B, class C, class D, bit_operation Bits, bool Saturates>
__global__ void multiply_fragments(const char* a_tiles, const char* b_tiles, const char* c_tiles,
                                   char* d_tiles) {
  A a;
  B b;
  C c;
  D d;
  const std::size_t at = std::size_t{blockIdx.x} * matrix_bytes;
  load(a, a_tiles + at, row_major);
  load(b, b_tiles + at, row_major);
  load(c, c_tiles + at, row_major);
  if constexpr (Bits == bit_operation::both)
    wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpAND);
  else if constexpr (Bits == bit_operation::exclusive_or)
    wmma::bmma_sync(d, a, b, c, wmma::experimental::bmmaBitOpXOR);
  else if constexpr (Saturates)
    wmma::mma_sync(d, a, b, c, true);
  else
    wmma::mma_sync(d, a, b, c);
  using element = std::remove_reference_t<decltype(d.x[0])>;
  wmma::store_matrix_sync(reinterpret_cast<element*>(d_tiles + at), d, stride, row_major);
}

struct fragment_case {
  std::string name;
  element type;
  unsigned words;
  wmma::layout_t layout;
  void (*load)(const void*, wmma::layout_t, std::uint32_t*);
  void (*store)(const std::uint32_t*, wmma::layout_t, void*);  // of accumulators only
};

struct product_case {
  std::string name;
  unsigned m, n, k;
  element types[4];
  bool a_is_row, b_is_row;
  void (*run)(const char*, const char*, const char*, char*);
};

template <int M, int N, int K>
std::string shape_name() {
  return "m" + std::to_string(M) + "n" + std::to_string(N) + "k" + std::to_string(K);
}

template <class Use, int M, int N, int K, class T, class Layout>
void add_operand(std::vector<fragment_case>& all, element type, const char* use) {
  using F = wmma::fragment<Use, M, N, K, T, Layout>;
  const bool is_row = std::is_same_v<Layout, wmma::row_major>;
  all.push_back({std::string("wmma.load.") + use + (is_row ? ".row." : ".col.") +
                     shape_name<M, N, K>() + "." + format_of(type).name,
                 type, sizeof(F::x) / 4, row_major, &load_fragment<F>, nullptr});
}

template <int M, int N, int K, class T>
void add_operands(std::vector<fragment_case>& all, element type) {
  add_operand<wmma::matrix_a, M, N, K, T, wmma::row_major>(all, type, "a");
  add_operand<wmma::matrix_b, M, N, K, T, wmma::col_major>(all, type, "b");
  if constexpr (K <= 16) {
    add_operand<wmma::matrix_a, M, N, K, T, wmma::col_major>(all, type, "a");
    add_operand<wmma::matrix_b, M, N, K, T, wmma::row_major>(all, type, "b");
  }
}

template <int M, int N, int K, class T>
void add_accumulators(std::vector<fragment_case>& all, element type) {
  using F = wmma::fragment<wmma::accumulator, M, N, K, T>;
  for (const auto layout : {row_major, col_major}) {
    const std::string name = (layout == row_major ? ".row." : ".col.") + shape_name<M, N, K>() +
                             "." + format_of(type).name;
    all.push_back({name, type, sizeof(F::x) / 4, layout, &load_fragment<F>, &store_fragment<F>});
  }
}

std::vector<fragment_case> all_fragments();
std::vector<product_case> all_products();

}  // namespace tensor
