#include "fragments.cuh"

namespace tensor {
namespace {

namespace experimental = wmma::experimental;
using s8 = signed char;
using u8 = unsigned char;

template <int M, int N, int K>
void add_shape(std::vector<fragment_case>& all) {
  add_operands<M, N, K, half>(all, element::f16);
  add_operands<M, N, K, __nv_bfloat16>(all, element::bf16);
  add_operands<M, N, K, s8>(all, element::s8);
  add_operands<M, N, K, u8>(all, element::u8);
  add_accumulators<M, N, K, half>(all, element::f16);
  add_accumulators<M, N, K, float>(all, element::f32);
  add_accumulators<M, N, K, int>(all, element::s32);
}

template <int M, int N, int K, class AB, class C, class D, class ALayout, class BLayout,
          bit_operation Bits, bool Saturates>
void add_product(std::vector<product_case>& all, element ab, element c, element d) {
  using A = wmma::fragment<wmma::matrix_a, M, N, K, AB, ALayout>;
  using B = wmma::fragment<wmma::matrix_b, M, N, K, AB, BLayout>;
  using C_ = wmma::fragment<wmma::accumulator, M, N, K, C>;
  using D_ = wmma::fragment<wmma::accumulator, M, N, K, D>;
  const bool a_is_row = std::is_same_v<ALayout, wmma::row_major>,
             b_is_row = std::is_same_v<BLayout, wmma::row_major>;
  const std::string name = std::string("wmma.mma.") + (a_is_row ? "row." : "col.") +
                           (b_is_row ? "row." : "col.") + shape_name<M, N, K>() + "." +
                           format_of(d).name + "." + format_of(ab).name + "." + format_of(c).name +
                           (Saturates ? ".satfinite" : "") +
                           (Bits == bit_operation::both           ? ".and"
                            : Bits == bit_operation::exclusive_or ? ".xor"
                                                                  : "");
  all.push_back({name,
                 M,
                 N,
                 K,
                 {ab, ab, c, d},
                 a_is_row,
                 b_is_row,
                 &multiply_fragments<A, B, C_, D_, Bits, Saturates>});
}

template <int M, int N, int K, class AB, class C, class D, bool Saturates = false>
void add_row_col(std::vector<product_case>& all, element ab, element c, element d) {
  add_product<M, N, K, AB, C, D, wmma::row_major, wmma::col_major, bit_operation::none, Saturates>(
      all, ab, c, d);
}

template <int M, int N, int K>
void add_products(std::vector<product_case>& all) {
  add_row_col<M, N, K, half, float, float>(all, element::f16, element::f32, element::f32);
  add_row_col<M, N, K, half, half, float>(all, element::f16, element::f16, element::f32);
  add_row_col<M, N, K, half, float, half>(all, element::f16, element::f32, element::f16);
  add_row_col<M, N, K, half, half, half>(all, element::f16, element::f16, element::f16);
  add_product<M, N, K, half, float, float, wmma::col_major, wmma::row_major, bit_operation::none,
              false>(all, element::f16, element::f32, element::f32);
  add_row_col<M, N, K, __nv_bfloat16, float, float>(all, element::bf16, element::f32, element::f32);
  add_row_col<M, N, K, s8, int, int>(all, element::s8, element::s32, element::s32);
  add_row_col<M, N, K, s8, int, int, true>(all, element::s8, element::s32, element::s32);
  add_row_col<M, N, K, u8, int, int>(all, element::u8, element::s32, element::s32);
}

template <class T>
void add_small(std::vector<product_case>& all, element type) {
  add_row_col<8, 8, 32, T, int, int>(all, type, element::s32, element::s32);
  add_row_col<8, 8, 32, T, int, int, true>(all, type, element::s32, element::s32);
}

}  // namespace

std::vector<fragment_case> all_fragments() {
  std::vector<fragment_case> all;
  add_shape<16, 16, 16>(all);
  add_shape<32, 8, 16>(all);
  add_shape<8, 32, 16>(all);
  add_operands<16, 16, 8, wmma::precision::tf32>(all, element::tf32);
  add_accumulators<16, 16, 8, float>(all, element::f32);
  add_operands<8, 8, 4, double>(all, element::f64);
  add_accumulators<8, 8, 4, double>(all, element::f64);
  add_operands<8, 8, 32, experimental::precision::s4>(all, element::s4);
  add_operands<8, 8, 32, experimental::precision::u4>(all, element::u4);
  add_accumulators<8, 8, 32, int>(all, element::s32);
  add_operands<8, 8, 128, experimental::precision::b1>(all, element::b1);
  add_accumulators<8, 8, 128, int>(all, element::s32);
  return all;
}

std::vector<product_case> all_products() {
  std::vector<product_case> all;
  add_products<16, 16, 16>(all);
  add_products<32, 8, 16>(all);
  add_products<8, 32, 16>(all);
  add_row_col<16, 16, 8, wmma::precision::tf32, float, float>(all, element::tf32, element::f32,
                                                              element::f32);
  add_row_col<8, 8, 4, double, double, double>(all, element::f64, element::f64, element::f64);
  add_small<experimental::precision::s4>(all, element::s4);
  add_small<experimental::precision::u4>(all, element::u4);
  using bit = experimental::precision::b1;
  add_product<8, 8, 128, bit, int, int, wmma::row_major, wmma::col_major, bit_operation::both,
              false>(all, element::b1, element::s32, element::s32);
  add_product<8, 8, 128, bit, int, int, wmma::row_major, wmma::col_major,
              bit_operation::exclusive_or, false>(all, element::b1, element::s32, element::s32);
  return all;
}

}  // namespace tensor
