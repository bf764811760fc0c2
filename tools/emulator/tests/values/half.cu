// Half precision: f16 and bf16, single and packed (PTX ISA 9.7.4).
#include "form.hpp"

namespace {

FAMILY("half");

#define EACH_2(op, type) BINARY(op.type, type, type, type)
#define ARITHMETIC(op)      \
  EACH_2(op.rn, f16)        \
  EACH_2(op.ftz, f16)       \
  EACH_2(op.sat, f16)       \
  EACH_2(op, f16x2)         \
  EACH_2(op.ftz.sat, f16x2) \
  EACH_2(op, bf16)          \
  EACH_2(op.rn, bf16x2)
ARITHMETIC(add)
ARITHMETIC(sub)
ARITHMETIC(mul)

#define EACH_3(op, type) TERNARY(op.type, type, type, type, type)
EACH_3(fma.rn, f16)
EACH_3(fma.rn.ftz, f16)
EACH_3(fma.rn.sat, f16)
EACH_3(fma.rn.relu, f16)
EACH_3(fma.rn, f16x2)
EACH_3(fma.rn.ftz.sat, f16x2)
EACH_3(fma.rn.ftz.relu, f16x2)
EACH_3(fma.rn, bf16)
EACH_3(fma.rn.relu, bf16)
EACH_3(fma.rn, bf16x2)
EACH_3(fma.rn.relu, bf16x2)
EACH_3(fma.rn.oob, f16)
EACH_3(fma.rn.oob.relu, bf16x2)

#define EACH_1(op, type) UNARY(op.type, type, type)
#define SIGN(op)        \
  EACH_1(op, f16)       \
  EACH_1(op.ftz, f16)   \
  EACH_1(op, f16x2)     \
  EACH_1(op.ftz, f16x2) \
  EACH_1(op, bf16)      \
  EACH_1(op, bf16x2)
SIGN(abs)
SIGN(neg)

#define MIN_MAX(op)                     \
  EACH_2(op, f16)                       \
  EACH_2(op.ftz, f16)                   \
  EACH_2(op.NaN, f16)                   \
  EACH_2(op.xorsign.abs, f16)           \
  EACH_2(op, f16x2)                     \
  EACH_2(op.ftz.NaN.xorsign.abs, f16x2) \
  EACH_2(op, bf16)                      \
  EACH_2(op.NaN, bf16)                  \
  EACH_2(op.NaN.xorsign.abs, bf16)      \
  EACH_2(op, bf16x2)                    \
  EACH_2(op.NaN, bf16x2)                \
  EACH_2(op.xorsign.abs, bf16x2)
MIN_MAX(min)
MIN_MAX(max)

}  // namespace
