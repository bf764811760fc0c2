// Atomic operations on floating point and halves, each on a word of its own (PTX
// ISA 9.7.13.5, 9.7.13.6). The result is what is left in memory: global memory flushes subnormal
// f32 values, shared memory keeps them.
#include "form.hpp"

namespace {

FAMILY("atomic");

#define ATOMIC(op, k) ATOMIC_AS(__COUNTER__, op, k)
#define ATOMIC_AS(id, op, k) ATOMIC_NUMBERED(id, op, k)
#define ATOMIC_NUMBERED(id, op, k)                                                                 \
  __global__ void global_##id(const word* a, const word* b, const word*, word* out, unsigned n) {  \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                      \
    if (i >= n) return;                                                                            \
    out[i] = static_cast<TYPE_##k>(a[i]);                                                          \
    TYPE_##k old;                                                                                  \
    asm volatile("atom.global." #op " %0, [%1], %2;"                                               \
                 : "=" LETTER_##k(old)                                                             \
                 : "l"(__cvta_generic_to_global(out + i)), LETTER_##k(static_cast<TYPE_##k>(b[i])) \
                 : "memory");                                                                      \
    (void)old;                                                                                     \
  }                                                                                                \
  const enter_form global_entry_##id{                                                              \
      {"atom.global." #op, global_##id, kind::k, {kind::k, kind::k}, {}}};                         \
  __global__ void shared_##id(const word* a, const word* b, const word*, word* out, unsigned n) {  \
    __shared__ word cell[256];                                                                     \
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                      \
    if (i >= n) return;                                                                            \
    cell[threadIdx.x] = static_cast<TYPE_##k>(a[i]);                                               \
    TYPE_##k old;                                                                                  \
    asm volatile("atom.shared." #op " %0, [%1], %2;"                                               \
                 : "=" LETTER_##k(old)                                                             \
                 : "l"(__cvta_generic_to_shared(cell + threadIdx.x)),                              \
                   LETTER_##k(static_cast<TYPE_##k>(b[i]))                                         \
                 : "memory");                                                                      \
    (void)old;                                                                                     \
    out[i] = cell[threadIdx.x];                                                                    \
  }                                                                                                \
  const enter_form shared_entry_##id{                                                              \
      {"atom.shared." #op, shared_##id, kind::k, {kind::k, kind::k}, {}}};

ATOMIC(add.f32, f32)
ATOMIC(add.f64, f64)
ATOMIC(add.noftz.f16, f16)
ATOMIC(add.noftz.f16x2, f16x2)
ATOMIC(add.noftz.bf16, bf16)
ATOMIC(add.noftz.bf16x2, bf16x2)
ATOMIC(add.u32, i32)
ATOMIC(add.u64, i64)
ATOMIC(min.s32, i32)
ATOMIC(max.u32, i32)
ATOMIC(min.u64, i64)
ATOMIC(max.s64, i64)
ATOMIC(inc.u32, i32)
ATOMIC(dec.u32, i32)
ATOMIC(and.b64, i64)
ATOMIC(or.b32, i32)
ATOMIC(xor.b32, i32)
ATOMIC(exch.b64, i64)

}  // namespace
