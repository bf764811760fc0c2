// Approximate functions (PTX ISA 9.7.3, 9.7.4). Beside each the largest error that the manual
// states, as a distance between two results that both keep to it. Zeros, infinities and NaN must be
// exact.
#include "form.hpp"

namespace {

FAMILY("approximate");

APPROXIMATE(rcp.approx.f32, f32, f32, 1)  // 1 ulp
APPROXIMATE(rcp.approx.ftz.f32, f32, f32, 1)
APPROXIMATE(sqrt.approx.f32, f32, f32, 2)  // 2^-23 relative
APPROXIMATE(sqrt.approx.ftz.f32, f32, f32, 2)
APPROXIMATE(rsqrt.approx.f32, f32, f32, 4)  // 2^-22.9 relative
APPROXIMATE(rsqrt.approx.ftz.f32, f32, f32, 4)
APPROXIMATE(rcp.approx.ftz.f64, f64, f64,
            8589934592.0)  // the upper 32 bits of the result, 1 ulp of 20 bits
APPROXIMATE(rsqrt.approx.ftz.f64, f64, f64, 8589934592.0)
APPROXIMATE(rsqrt.approx.f64, f64, f64, 8589934592.0)
APPROXIMATE(ex2.approx.f32, f32, f32, 3)  // 2 ulp + 2^-22 relative
APPROXIMATE(ex2.approx.ftz.f32, f32, f32, 3)
APPROXIMATE_NEAR(lg2.approx.f32, f32, f32, 4,
                 3.2e-7)  // 2^-22.6 absolute near 1, relative elsewhere
APPROXIMATE_NEAR(lg2.approx.ftz.f32, f32, f32, 4, 3.2e-7)
APPROXIMATE_BY(sin.approx.f32, f32, f32, 9.6e-7)  // 2^-20.5 absolute in [-2 pi, 2 pi]
APPROXIMATE_BY(sin.approx.ftz.f32, f32, f32, 9.6e-7)
APPROXIMATE_BY(cos.approx.f32, f32, f32, 9.6e-7)
APPROXIMATE_BY(cos.approx.ftz.f32, f32, f32, 9.6e-7)
APPROXIMATE(tanh.approx.f32, f32, f32, 8192)     // 2^-11 relative
APPROXIMATE_2(div.approx.f32, f32, f32, f32, 3)  // 2 ulp
APPROXIMATE_2(div.approx.ftz.f32, f32, f32, f32, 3)
APPROXIMATE_2(div.full.f32, f32, f32, f32, 3)  // 2 ulp
APPROXIMATE_2(div.full.ftz.f32, f32, f32, f32, 3)

APPROXIMATE(ex2.approx.f16, f16, f16, 2)  // 2^-9.9 relative
APPROXIMATE(ex2.approx.f16x2, f16x2, f16x2, 2)
APPROXIMATE(ex2.approx.ftz.bf16, bf16, bf16, 2)  // 2^-7 relative
APPROXIMATE(ex2.approx.ftz.bf16x2, bf16x2, bf16x2, 2)
APPROXIMATE(tanh.approx.f16, f16, f16, 2)  // 2^-10.987 absolute
APPROXIMATE(tanh.approx.f16x2, f16x2, f16x2, 2)
APPROXIMATE(tanh.approx.bf16, bf16, bf16, 2)  // 2^-8 relative
APPROXIMATE(tanh.approx.bf16x2, bf16x2, bf16x2, 2)

}  // namespace
