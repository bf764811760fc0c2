// The kernel that reads.
#pragma once

#include "inputs.hpp"

// One point a thread. The bits of all channels, whatever they mean.
__global__ void read_points(cudaTextureObject_t t, shape of, how read, const point* points,
                            uint4* results, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const point p = points[i];
  const float level = p.across[0];
  const float2 across2{p.across[0], p.across[1]}, down2{p.down[0], p.down[1]};
  const float4 across3{p.across[0], p.across[1], p.across[2], 0},
      down3{p.down[0], p.down[1], p.down[2], 0};
  uint4 r{};
  if (read == how::fetch) r = tex1Dfetch<uint4>(t, static_cast<int>(p.x));
  if (read == how::gather0) r = tex2Dgather<uint4>(t, p.x, p.y, 0);
  if (read == how::gather1) r = tex2Dgather<uint4>(t, p.x, p.y, 1);
  if (read == how::gather2) r = tex2Dgather<uint4>(t, p.x, p.y, 2);
  if (read == how::gather3) r = tex2Dgather<uint4>(t, p.x, p.y, 3);
  const bool plain = read == how::plain, at_level = read == how::level,
             by_gradient = read == how::gradient;
  if (of == shape::d1) {
    if (plain) r = tex1D<uint4>(t, p.x);
    if (at_level) r = tex1DLod<uint4>(t, p.x, level);
    if (by_gradient) r = tex1DGrad<uint4>(t, p.x, p.across[0], p.down[0]);
  } else if (of == shape::d2 || of == shape::pitch) {
    if (plain) r = tex2D<uint4>(t, p.x, p.y);
    if (at_level) r = tex2DLod<uint4>(t, p.x, p.y, level);
    if (by_gradient) r = tex2DGrad<uint4>(t, p.x, p.y, across2, down2);
  } else if (of == shape::d3) {
    if (plain) r = tex3D<uint4>(t, p.x, p.y, p.z);
    if (at_level) r = tex3DLod<uint4>(t, p.x, p.y, p.z, level);
    if (by_gradient) r = tex3DGrad<uint4>(t, p.x, p.y, p.z, across3, down3);
  } else if (of == shape::layers1) {
    if (plain) r = tex1DLayered<uint4>(t, p.x, p.layer);
  } else if (of == shape::layers2) {
    if (plain) r = tex2DLayered<uint4>(t, p.x, p.y, p.layer);
    if (at_level) r = tex2DLayeredLod<uint4>(t, p.x, p.y, p.layer, level);
    if (by_gradient) r = tex2DLayeredGrad<uint4>(t, p.x, p.y, p.layer, across2, down2);
  } else if (of == shape::cube) {
    if (plain) r = texCubemap<uint4>(t, p.x, p.y, p.z);
    if (at_level) r = texCubemapLod<uint4>(t, p.x, p.y, p.z, level);
  } else if (of == shape::cubes) {
    if (plain) r = texCubemapLayered<uint4>(t, p.x, p.y, p.z, p.layer);
  }
  results[i] = r;
}
