#include "cudart/memory/memset.hpp"

#include <cuda_runtime_api.h>

#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/observations/estimates.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream_order.hpp"
#include "cudart/streams/submit.hpp"

namespace lockstep::cudart {
namespace {

// Rows in bytes.
rectangle rows_of(const cudaMemsetParams& p) {
  return {p.width * p.elementSize, p.height, p.height == 1 ? p.width * p.elementSize : p.pitch};
}

std::byte* place_of(const fill_work& fill) {
  const cudaMemsetParams& p = fill.what;
  require(p.elementSize == 1 || p.elementSize == 2 || p.elementSize == 4, cudaErrorInvalidValue);
  const rectangle rows = rows_of(p);
  require(rows.width <= rows.pitch, cudaErrorInvalidValue);
  return host_bytes(p.dst, rows.extent(), {fill.call, "pointer", true, true});
}

}  // namespace

void check_fill(const fill_work& fill) {
  if (!rows_of(fill.what).empty()) place_of(fill);
}

void run_fill(const fill_work& fill) {
  const cudaMemsetParams& p = fill.what;
  const rectangle rows = rows_of(p);
  if (rows.empty()) return;
  std::byte* first = place_of(fill);
  if (runtime::get().fault.pending()) return;
  checked_transfer checked(fill.call);
  for (std::size_t row = 0; row < rows.height; ++row) {
    std::byte* const begin = first + row * rows.pitch;
    note_traffic(reinterpret_cast<std::uint64_t>(p.dst) + row * rows.pitch, rows.width, true);
    checked.writes(reinterpret_cast<std::uint64_t>(p.dst) + row * rows.pitch, rows.width);
    if (p.elementSize == 1) {
      std::memset(begin, static_cast<int>(p.value), rows.width);
      continue;
    }
    for (std::size_t i = 0; i < p.width; ++i)
      std::memcpy(begin + i * p.elementSize, &p.value, p.elementSize);
  }
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

namespace {

fill_work bytes(const char* call, void* pointer, const rectangle& rows, int value) {
  return {call,
          {pointer, rows.pitch, static_cast<unsigned char>(value), 1, rows.width, rows.height}};
}

// All rows of all slices, which are `ysize` rows apart.
void submit_3d(const char* call, cudaStream_t stream, const cudaPitchedPtr& base, int value,
               const cudaExtent& extent) {
  require(extent.depth <= 1 || extent.height <= base.ysize, cudaErrorInvalidValue);
  for (std::size_t slice = 0; slice < extent.depth; ++slice)
    submit(stream, bytes(call, static_cast<char*>(base.ptr) + slice * base.ysize * base.pitch,
                         {extent.width, extent.height, base.pitch}, value));
}

}  // namespace

extern "C" cudaError_t cudaMemset(void* pointer, int value, size_t size) {
  return api_call(__func__, context_use::needed, [&] {
    submit(nullptr, bytes("cudaMemset", pointer, {size, 1, size}, value));
  });
}
PER_THREAD_NAME(cudaMemset, _ptds)

extern "C" cudaError_t cudaMemsetAsync(void* pointer, int value, size_t size, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream, bytes("cudaMemsetAsync", pointer, {size, 1, size}, value));
  });
}
PER_THREAD_NAME(cudaMemsetAsync, _ptsz)

extern "C" cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width,
                                    size_t height) {
  return api_call(__func__, context_use::needed, [&] {
    submit(nullptr, bytes("cudaMemset2D", pointer, {width, height, pitch}, value));
  });
}
PER_THREAD_NAME(cudaMemset2D, _ptds)

extern "C" cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width,
                                         size_t height, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    submit(stream, bytes("cudaMemset2DAsync", pointer, {width, height, pitch}, value));
  });
}
PER_THREAD_NAME(cudaMemset2DAsync, _ptsz)

extern "C" cudaError_t cudaMemset3D(cudaPitchedPtr base, int value, cudaExtent extent) {
  return api_call(__func__, context_use::needed,
                  [&] { submit_3d("cudaMemset3D", nullptr, base, value, extent); });
}
PER_THREAD_NAME(cudaMemset3D, _ptds)

extern "C" cudaError_t cudaMemset3DAsync(cudaPitchedPtr base, int value, cudaExtent extent,
                                         cudaStream_t stream) {
  return api_call(__func__, context_use::needed,
                  [&] { submit_3d("cudaMemset3DAsync", stream, base, value, extent); });
}
PER_THREAD_NAME(cudaMemset3DAsync, _ptsz)
