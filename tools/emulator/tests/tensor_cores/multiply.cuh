// mma.sync: a warp for each tile, its registers as they lie in memory: register r of lane l at r *
// 32 + l.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elements.hpp"

namespace tensor {

// 0_1_2_3: that many registers for a lane's part of A, B, C, D.
#define OPERANDS_1_1_2_2 " {%0,%1},{%2},{%3},{%4,%5};"
#define OPERANDS_2_1_2_2 " {%0,%1},{%2,%3},{%4},{%5,%6};"
#define OPERANDS_2_1_4_4 " {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};"
#define OPERANDS_2_2_4_4 " {%0,%1,%2,%3},{%4,%5},{%6,%7},{%8,%9,%10,%11};"
#define OPERANDS_2_2_4_8 " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%12,%13,%14,%15};"
#define OPERANDS_2_2_8_8 \
  " {%0,%1,%2,%3,%4,%5,%6,%7},{%8,%9},{%10,%11},{%12,%13,%14,%15,%16,%17,%18,%19};"
#define OPERANDS_4_2_2_2 " {%0,%1},{%2,%3,%4,%5},{%6,%7},{%8,%9};"
#define OPERANDS_4_2_4_4 " {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};"
#define OPERANDS_8_4_4_4 \
  " {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%16,%17,%18,%19};"

#define OUT_2(k) k(d[0]), k(d[1])
#define OUT_4(k) OUT_2(k), k(d[2]), k(d[3])
#define OUT_8(k) OUT_4(k), k(d[4]), k(d[5]), k(d[6]), k(d[7])
#define IN_1(k, x) k(x[0])
#define IN_2(k, x) IN_1(k, x), k(x[1])
#define IN_4(k, x) IN_2(k, x), k(x[2]), k(x[3])
#define IN_8(k, x) IN_4(k, x), k(x[4]), k(x[5]), k(x[6]), k(x[7])
#define RUN_1_1_2_2(o, i) OUT_2(o) : IN_1(i, a), IN_1(i, b), IN_2(i, c)
#define RUN_2_1_2_2(o, i) OUT_2(o) : IN_2(i, a), IN_1(i, b), IN_2(i, c)
#define RUN_2_1_4_4(o, i) OUT_4(o) : IN_2(i, a), IN_1(i, b), IN_4(i, c)
#define RUN_2_2_4_4(o, i) OUT_4(o) : IN_2(i, a), IN_2(i, b), IN_4(i, c)
#define RUN_2_2_4_8(o, i) OUT_8(o) : IN_2(i, a), IN_2(i, b), IN_4(i, c)
#define RUN_2_2_8_8(o, i) OUT_8(o) : IN_2(i, a), IN_2(i, b), IN_8(i, c)
#define RUN_4_2_2_2(o, i) OUT_2(o) : IN_4(i, a), IN_2(i, b), IN_2(i, c)
#define RUN_4_2_4_4(o, i) OUT_4(o) : IN_4(i, a), IN_2(i, b), IN_4(i, c)
#define RUN_8_4_4_4(o, i) OUT_4(o) : IN_8(i, a), IN_4(i, b), IN_4(i, c)
#define OUT_WORD(x) "=r"(x)
#define IN_WORD(x) "r"(x)
#define OUT_DOUBLE(x) "=d"(x)
#define IN_DOUBLE(x) "d"(x)

// Each form by its number.
template <int Number>
struct form;

#define COUNT_1_1_2_2 1, 1, 2, 2
#define COUNT_2_1_2_2 2, 1, 2, 2
#define COUNT_2_1_4_4 2, 1, 4, 4
#define COUNT_2_2_4_4 2, 2, 4, 4
#define COUNT_2_2_4_8 2, 2, 4, 8
#define COUNT_2_2_8_8 2, 2, 8, 8
#define COUNT_4_2_2_2 4, 2, 2, 2
#define COUNT_4_2_4_4 4, 2, 4, 4
#define COUNT_8_4_4_4 8, 4, 4, 4

constexpr int first_number = __COUNTER__ + 1;
#define FORM(T, registers, text, out, in)                                                     \
  template <>                                                                                 \
  struct form<__COUNTER__ - first_number> {                                                   \
    using type = T;                                                                           \
    static constexpr unsigned count[] = {COUNT_##registers};                                  \
    static __device__ void run(const T* a, const T* b, const T* c, T* d) {                    \
      asm volatile("mma.sync.aligned." text OPERANDS_##registers : RUN_##registers(out, in)); \
    }                                                                                         \
  };
#define MULTIPLY(registers, form, a, b, c, d) \
  FORM(std::uint32_t, registers, form, OUT_WORD, IN_WORD)
#define DOUBLES(registers, form, a, b, c, d) FORM(double, registers, form, OUT_DOUBLE, IN_DOUBLE)
#include "multiplications.def"
#undef MULTIPLY
#undef DOUBLES
constexpr int form_count = __COUNTER__ - first_number;

template <class Form, class T>
__global__ void multiply_tiles(const T* a_tiles, const T* b_tiles, const T* c_tiles, T* d_tiles) {
  constexpr unsigned A = Form::count[0], B = Form::count[1], C = Form::count[2], D = Form::count[3];
  const auto at = [](unsigned registers, unsigned r) {
    return (blockIdx.x * registers + r) * 32 + threadIdx.x;
  };
  T a[A], b[B], c[C], d[D];
  for (unsigned r = 0; r < A; ++r) a[r] = a_tiles[at(A, r)];
  for (unsigned r = 0; r < B; ++r) b[r] = b_tiles[at(B, r)];
  for (unsigned r = 0; r < C; ++r) c[r] = c_tiles[at(C, r)];
  Form::run(a, b, c, d);
  for (unsigned r = 0; r < D; ++r) d_tiles[at(D, r)] = d[r];
}

struct multiply_case {
  std::string form;
  unsigned registers[4];  // of A, B, C, D
  element types[4];
};

inline const std::vector<multiply_case>& all_multiplications() {
  static const std::vector<multiply_case> all = {
#define MULTIPLY(registers, form, a, b, c, d) \
  {form, {COUNT_##registers}, {element::a, element::b, element::c, element::d}},
#define DOUBLES MULTIPLY
#include "multiplications.def"
#undef MULTIPLY
#undef DOUBLES
  };
  return all;
}

}  // namespace tensor
