// Functions of the device runtime by which device code synchronises a grid, for code that was not
// linked with it: Numba calls them. nvcc's cooperative groups do the same without a call.
#pragma once

#include <string_view>

namespace lockstep::simt {

// Code that calls these names them.
constexpr std::string_view grid_function_names = "cudaCG";

// A handle is the scope that it is for. A barrier counts arrivals of blocks, and each block waits
// until the count is a multiple of their number again; the counter is the third word of the
// workspace that a cooperative launch has.
constexpr std::string_view grid_functions = R"(
.version 7.0
.target sm_70
.address_size 64

.visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 scope)
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<2>;
  ld.param.u32 %r1, [scope];
  cvt.u64.u32 %rd1, %r1;
  st.param.b64 [handle], %rd1;
  ret;
}

.visible .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, .param .b32 flags)
{
  .reg .pred %p<3>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<3>;
  barrier.sync 0;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  mov.u32 %r3, %tid.z;
  or.b32 %r4, %r1, %r2;
  or.b32 %r4, %r4, %r3;
  setp.ne.u32 %p1, %r4, 0;
  @%p1 bra $arrived;
  mov.u32 %r5, %envreg1;
  mov.u32 %r6, %envreg2;
  mov.b64 %rd1, {%r6, %r5};
  mov.u32 %r7, %nctaid.x;
  mov.u32 %r8, %nctaid.y;
  mov.u32 %r9, %nctaid.z;
  mul.lo.u32 %r10, %r7, %r8;
  mul.lo.u32 %r10, %r10, %r9;
  fence.acq_rel.gpu;
  atom.add.acq_rel.gpu.u32 %r11, [%rd1+8], 1;
  div.u32 %r12, %r11, %r10;
  mad.lo.u32 %r12, %r12, %r10, %r10;
$wait:
  ld.acquire.gpu.u32 %r13, [%rd1+8];
  sub.s32 %r14, %r13, %r12;
  setp.lt.s32 %p2, %r14, 0;
  @%p2 bra $wait;
  fence.acq_rel.gpu;
$arrived:
  barrier.sync 0;
  st.param.b32 [error], 0;
  ret;
}
)";

}  // namespace lockstep::simt
