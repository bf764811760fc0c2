// The operations whose latency and throughput are measured: each takes a value to the next one, so
// that it can be chained. `instructions` is how many of one class are in it.
//
// Single instructions are written in PTX, so that the compiler above ptxas neither merges nor drops
// them. ptxas still merges what it can (two additions into one of three operands, two logical
// operations into one, a reciprocal of a reciprocal into nothing): there two halves of a 64-bit
// value take turns, or another operation stands between.
#pragma once

#include <cmath>

namespace lockstep::calibrate {

// `length`: operations in the loop's body, fewer for those that are many instructions.
#define LOCKSTEP_OPERATION(name, value, number, body_length, text, ...)    \
  struct name {                                                            \
    using type = value;                                                    \
    static constexpr const char* word = #name;                             \
    static constexpr const char* what = text;                              \
    static constexpr int instructions = number;                            \
    static constexpr int length = body_length;                             \
    static __device__ __forceinline__ type apply(type x, type a, type b) { \
      (void)a;                                                             \
      (void)b;                                                             \
      __VA_ARGS__;                                                         \
      return x;                                                            \
    }                                                                      \
  };

#define LOCKSTEP_PTX(name, value, letter, number, text, code) \
  LOCKSTEP_OPERATION(name, value, number, 32, text,           \
                     asm volatile(code                        \
                                  : "+" letter(x)             \
                                  : letter(a), letter(b)))

// 32-bit integers.
LOCKSTEP_PTX(integer_add, unsigned long long, "l", 2,
             "add.u32 (IADD3 and IMAD.IADD in turn: each result crosses pipes)",
             "{.reg .u32 l, h; mov.b64 {l, h}, %0; add.u32 l, l, h; add.u32 h, h, l;"
             " mov.b64 %0, {l, h};}")
LOCKSTEP_PTX(integer_add_of_three, unsigned, "r", 1, "two add.u32 that are one IADD3",
             "add.u32 %0, %0, %1; add.u32 %0, %0, %2;")
LOCKSTEP_PTX(integer_logic, unsigned long long, "l", 2, "lop3.b32",
             "{.reg .u32 l, h, c, d; mov.b64 {l, h}, %0; mov.b64 {c, d}, %1;"
             " lop3.b32 l, l, h, c, 0x96; lop3.b32 h, h, l, d, 0x96; mov.b64 %0, {l, h};}")
LOCKSTEP_PTX(integer_add_and_logic, unsigned, "r", 2,
             "add.u32 and xor.b32 in turn (results cross pipes)",
             "add.u32 %0, %0, %1; xor.b32 %0, %0, %2;")
LOCKSTEP_PTX(integer_shift, unsigned, "r", 1, "shf.l.wrap.b32", "shf.l.wrap.b32 %0, %0, %2, %1;")
LOCKSTEP_PTX(integer_compare_select, unsigned, "r", 2, "setp.lt.u32 and selp.u32 on its predicate",
             "{.reg .pred p; setp.lt.u32 p, %0, %1; selp.u32 %0, %1, %2, p;}")
LOCKSTEP_PTX(integer_multiply, unsigned, "r", 1, "mul.lo.u32", "mul.lo.u32 %0, %0, %1;")
LOCKSTEP_PTX(integer_mad, unsigned, "r", 1, "mad.lo.u32", "mad.lo.u32 %0, %0, %1, %2;")
LOCKSTEP_PTX(integer_multiply_high, unsigned, "r", 1, "mul.hi.u32", "mul.hi.u32 %0, %0, %1;")
LOCKSTEP_PTX(integer_popcount, unsigned, "r", 1, "popc.b32", "popc.b32 %0, %0;")
LOCKSTEP_PTX(integer_find_leading, unsigned, "r", 1, "bfind.u32", "bfind.u32 %0, %0;")
LOCKSTEP_PTX(integer_reverse, unsigned, "r", 1, "brev.b32", "brev.b32 %0, %0;")

// 64-bit integers, which are several instructions each.
LOCKSTEP_PTX(long_add, unsigned long long, "l", 2, "add.u64 and xor.b64 in turn",
             "add.u64 %0, %0, %1; xor.b64 %0, %0, %2;")
LOCKSTEP_PTX(long_multiply, unsigned long long, "l", 1, "mul.lo.u64", "mul.lo.u64 %0, %0, %1;")
LOCKSTEP_PTX(wide_mad, unsigned long long, "l", 1, "mad.wide.u32 of the low half",
             "{.reg .u32 l, m; cvt.u32.u64 l, %0; cvt.u32.u64 m, %1; mad.wide.u32 %0, l, m, %2;}")

// Floating point.
LOCKSTEP_PTX(float_add, float, "f", 1, "add.rn.f32", "add.rn.f32 %0, %0, %1;")
LOCKSTEP_PTX(float_multiply, float, "f", 1, "mul.rn.f32", "mul.rn.f32 %0, %0, %1;")
LOCKSTEP_PTX(float_fma, float, "f", 1, "fma.rn.f32", "fma.rn.f32 %0, %0, %1, %2;")
LOCKSTEP_PTX(half2_fma, unsigned, "r", 1, "fma.rn.f16x2 (HFMA2 and HFMA2.MMA in turn)",
             "fma.rn.f16x2 %0, %0, %1, %2;")
LOCKSTEP_PTX(double_add, double, "d", 1, "add.rn.f64", "add.rn.f64 %0, %0, %1;")
LOCKSTEP_PTX(double_multiply, double, "d", 1, "mul.rn.f64", "mul.rn.f64 %0, %0, %1;")
LOCKSTEP_PTX(double_fma, double, "d", 1, "fma.rn.f64", "fma.rn.f64 %0, %0, %1, %2;")

// The unit for transcendental functions.
LOCKSTEP_PTX(mufu_reciprocal, float, "f", 1, "rcp.approx.ftz.f32 and add.f32",
             "rcp.approx.ftz.f32 %0, %0; add.ftz.f32 %0, %0, %1;")
LOCKSTEP_PTX(mufu_rsqrt, float, "f", 1, "rsqrt.approx.ftz.f32", "rsqrt.approx.ftz.f32 %0, %0;")
LOCKSTEP_PTX(mufu_exp2, float, "f", 1, "ex2.approx.ftz.f32", "ex2.approx.ftz.f32 %0, %0;")
LOCKSTEP_PTX(mufu_log2, float, "f", 1, "lg2.approx.ftz.f32", "lg2.approx.ftz.f32 %0, %0;")
LOCKSTEP_PTX(mufu_sine, float, "f", 1, "sin.approx.ftz.f32 (its scaling included)",
             "sin.approx.ftz.f32 %0, %0;")
LOCKSTEP_PTX(mufu_tanh, float, "f", 1, "tanh.approx.f32", "tanh.approx.f32 %0, %0;")

// Conversions, there and back.
LOCKSTEP_PTX(convert_integer_float, unsigned, "r", 1,
             "cvt from u32 to f32; add.f32; cvt back: all three",
             "{.reg .f32 f, g; cvt.rn.f32.u32 f, %0; mov.b32 g, %1; add.ftz.f32 f, f, g;"
             " cvt.rzi.u32.f32 %0, f;}")
LOCKSTEP_PTX(convert_float_double, float, "f", 2, "cvt from f32 to f64 and back",
             "{.reg .f64 d; cvt.f64.f32 d, %0; cvt.rn.f32.f64 %0, d;}")
LOCKSTEP_PTX(convert_float_half, float, "f", 2, "cvt from f32 to f16 and back",
             "{.reg .b16 h; cvt.rn.f16.f32 h, %0; cvt.f32.f16 %0, h;}")
LOCKSTEP_PTX(convert_integer_double, unsigned, "r", 2, "cvt from u32 to f64 and back",
             "{.reg .f64 d; cvt.rn.f64.u32 d, %0; cvt.rzi.u32.f64 %0, d;}")

// Between the lanes of a warp.
LOCKSTEP_PTX(shuffle_butterfly, unsigned, "r", 1, "shfl.sync.bfly.b32",
             "shfl.sync.bfly.b32 %0, %0, 1, 0x1f, 0xffffffff;")
LOCKSTEP_PTX(shuffle_down, unsigned, "r", 1, "shfl.sync.down.b32",
             "shfl.sync.down.b32 %0, %0, 1, 0x1f, 0xffffffff;")
LOCKSTEP_PTX(shuffle_index, unsigned, "r", 1, "shfl.sync.idx.b32 of a lane in a register",
             "shfl.sync.idx.b32 %0, %0, %0, 0x1f, 0xffffffff;")
LOCKSTEP_PTX(vote_ballot, unsigned, "r", 1, "setp.ne.u32 and vote.sync.ballot.b32 on it",
             "{.reg .pred p; setp.ne.u32 p, %0, %1; vote.sync.ballot.b32 %0, p, 0xffffffff;}")
LOCKSTEP_PTX(warp_reduce, unsigned, "r", 1, "redux.sync.add.u32",
             "redux.sync.add.u32 %0, %0, 0xffffffff;")
LOCKSTEP_PTX(warp_match, unsigned, "r", 1, "match.any.sync.b32 of 1 value in all lanes",
             "match.any.sync.b32 %0, %0, 0xffffffff;")

// What the compiler makes many instructions of.
LOCKSTEP_OPERATION(divide_unsigned, unsigned, 1, 4, "unsigned / unsigned", x = a / x)
LOCKSTEP_OPERATION(divide_int, int, 1, 4, "int / int", x = a / x)
LOCKSTEP_OPERATION(remainder_unsigned, unsigned, 1, 4, "unsigned % unsigned plus 1", x = a % x + 1)
LOCKSTEP_OPERATION(divide_long, unsigned long long, 1, 2,
                   "unsigned long long / the same with a high half", x = a / x)
LOCKSTEP_OPERATION(divide_float, float, 1, 4, "float / float", x = a / x)
LOCKSTEP_OPERATION(divide_float_fast, float, 1, 4, "__fdividef", x = __fdividef(a, x))
LOCKSTEP_OPERATION(square_root_float, float, 1, 4, "sqrtf", x = sqrtf(x))
LOCKSTEP_OPERATION(reciprocal_root_float, float, 1, 4, "rsqrtf", x = rsqrtf(x))
LOCKSTEP_OPERATION(sine_float, float, 1, 2, "sinf of small arguments", x = sinf(x))
LOCKSTEP_OPERATION(exp_float, float, 1, 4, "expf", x = expf(-x))
LOCKSTEP_OPERATION(log_float, float, 1, 4, "logf plus 3", x = logf(x) + 3.0f)
LOCKSTEP_OPERATION(power_float, float, 1, 2, "powf", x = powf(x, a))
LOCKSTEP_OPERATION(divide_double, double, 1, 2, "double / double", x = a / x)
LOCKSTEP_OPERATION(square_root_double, double, 1, 2, "sqrt of a double", x = sqrt(x))
LOCKSTEP_OPERATION(exp_double, double, 1, 2, "exp of a double", x = exp(-x))

#undef LOCKSTEP_PTX
#undef LOCKSTEP_OPERATION

}  // namespace lockstep::calibrate
