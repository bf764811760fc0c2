// One form of a PTX instruction as a kernel: `d[i] = instruction(a[i], b[i], c[i])`, written as
// inline assembly with its operands from memory, so that neither compiler can compute it
// beforehand.
//
// A line such as BINARY(add.s32, i32, i32, i32) defines the kernel and enters it in the list; a
// file begins with FAMILY.
#pragma once

#include <string>
#include <vector>

using word = unsigned long long;

// What an operand holds: the width of its register, and the values worth trying.
enum class kind { none, i16, i32, i64, shift, f16, f16x2, bf16, bf16x2, f32, f64, e4m3x2, e5m2x2 };

// How far a result may lie from the one recorded: `ulps` units in the last place, and `absolute`
// more; exact if both are 0.
struct tolerance {
  double ulps = 0, absolute = 0;
};

using form_kernel = void (*)(const word* a, const word* b, const word* c, word* d, unsigned count);

struct form {
  std::string name;
  form_kernel kernel;
  kind result;
  std::vector<kind> operands;
  tolerance within;
};

struct family {
  const char* name;
  std::vector<form> forms;
};

std::vector<family>& families();

struct enter_family {
  explicit enter_family(const char* name) { families().push_back({name, {}}); }
};
struct enter_form {
  explicit enter_form(form f) { families().back().forms.push_back(f); }
};

// The C type and the constraint letter of a kind's register.
#define TYPE_i16 unsigned short
#define TYPE_i32 unsigned
#define TYPE_i64 unsigned long long
#define TYPE_shift unsigned
#define TYPE_f16 unsigned short
#define TYPE_f16x2 unsigned
#define TYPE_bf16 unsigned short
#define TYPE_bf16x2 unsigned
#define TYPE_f32 unsigned
#define TYPE_f64 unsigned long long
#define TYPE_e4m3x2 unsigned short
#define TYPE_e5m2x2 unsigned short
#define LETTER_i16 "h"
#define LETTER_i32 "r"
#define LETTER_i64 "l"
#define LETTER_shift "r"
#define LETTER_f16 "h"
#define LETTER_f16x2 "r"
#define LETTER_bf16 "h"
#define LETTER_bf16x2 "r"
#define LETTER_f32 "r"
#define LETTER_f64 "l"
#define LETTER_e4m3x2 "h"
#define LETTER_e5m2x2 "h"

#define FAMILY(name) const enter_family the_family(name)

// The general form: `text` is the assembly, %0 the result, %1 to %3 the operands, whose kinds stand
// in parentheses.
#define FORM(name, text, result, kinds, within, ...) \
  FORM_AS(__COUNTER__, name, text, result, kinds, within, __VA_ARGS__)
#define FORM_AS(id, name, text, result, kinds, within, ...) \
  FORM_NUMBERED(id, name, text, result, kinds, within, __VA_ARGS__)
#define FORM_NUMBERED(id, name, text, result, kinds, within, ...)                                 \
  __global__ void form_##id(const word* a, const word* b, const word* c, word* out, unsigned n) { \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                     \
    if (i >= n) return;                                                                           \
    TYPE_##result d;                                                                              \
    asm volatile(text : "=" LETTER_##result(d) : __VA_ARGS__);                                    \
    out[i] = d;                                                                                   \
  }                                                                                               \
  const enter_form entry_##id{{name, form_##id, kind::result, {UNPACKED kinds}, UNPACKED within}};

#define UNPACKED(...) __VA_ARGS__
#define INPUT(type, array) LETTER_##type(static_cast<TYPE_##type>(array[i]))
#define EXACT (tolerance{})
#define ULPS(count) (tolerance{count, 0})
#define ABSOLUTE(distance) (tolerance{0, distance})

#define FORM_1(name, text, d, x, within) FORM(name, text, d, (kind::x), within, INPUT(x, a))
#define FORM_2(name, text, d, x, y, within) \
  FORM(name, text, d, (kind::x, kind::y), within, INPUT(x, a), INPUT(y, b))
#define FORM_3(name, text, d, x, y, z, within) \
  FORM(name, text, d, (kind::x, kind::y, kind::z), within, INPUT(x, a), INPUT(y, b), INPUT(z, c))

#define UNARY(op, d, x) FORM_1(#op, #op " %0, %1;", d, x, EXACT)
#define BINARY(op, d, x, y) FORM_2(#op, #op " %0, %1, %2;", d, x, y, EXACT)
#define TERNARY(op, d, x, y, z) FORM_3(#op, #op " %0, %1, %2, %3;", d, x, y, z, EXACT)

// Approximate: within a number of units in the last place, or within an absolute distance.
#define APPROXIMATE(op, d, x, ulps) FORM_1(#op, #op " %0, %1;", d, x, ULPS(ulps))
#define APPROXIMATE_BY(op, d, x, absolute) FORM_1(#op, #op " %0, %1;", d, x, ABSOLUTE(absolute))
#define APPROXIMATE_NEAR(op, d, x, ulps, absolute) \
  FORM_1(#op, #op " %0, %1;", d, x, (tolerance{ulps, absolute}))
#define APPROXIMATE_2(op, d, x, y, ulps) FORM_2(#op, #op " %0, %1, %2;", d, x, y, ULPS(ulps))
