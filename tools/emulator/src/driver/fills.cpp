// Fills with values of one, two or four bytes.
#include "cudart/memory/memset.hpp"
#include "cudart/streams/submit.hpp"
#include "driver/call.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

struct elements {
  CUdeviceptr first;
  std::size_t pitch, width, height;
};

CUresult fill(const char* name, CUstream stream, const elements& where, unsigned value,
              unsigned size) {
  return call(name, needs::context, [&] {
    require_alive(context_use::needed);
    require(where.first % size == 0 && where.pitch % size == 0, cudaErrorInvalidValue);
    submit(stream, fill_work{name,
                             {reinterpret_cast<void*>(where.first), where.pitch, value, size,
                              where.width, where.height}});
  });
}

}  // namespace

// A row of `count` elements of `type`, and rows of them; then the same in a stream.
#define FILL(bits, type)                                                                        \
  CUresult cuMemsetD##bits##_v2(CUdeviceptr to, type value, std::size_t count) {                \
    constexpr unsigned size = sizeof value;                                                     \
    return fill("cuMemsetD" #bits, nullptr, {to, count * size, count, 1}, value, size);         \
  }                                                                                             \
  PER_THREAD(cuMemsetD##bits##_v2, _ptds)                                                       \
  CUresult cuMemsetD2D##bits##_v2(CUdeviceptr to, std::size_t pitch, type value,                \
                                  std::size_t width, std::size_t height) {                      \
    return fill("cuMemsetD2D" #bits, nullptr, {to, pitch, width, height}, value, sizeof value); \
  }                                                                                             \
  PER_THREAD(cuMemsetD2D##bits##_v2, _ptds)                                                     \
  CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, std::size_t count,                \
                                  CUstream stream) {                                            \
    constexpr unsigned size = sizeof value;                                                     \
    return fill("cuMemsetD" #bits "Async", stream, {to, count * size, count, 1}, value, size);  \
  }                                                                                             \
  PER_THREAD(cuMemsetD##bits##Async, _ptsz)                                                     \
  CUresult cuMemsetD2D##bits##Async(CUdeviceptr to, std::size_t pitch, type value,              \
                                    std::size_t width, std::size_t height, CUstream stream) {   \
    return fill("cuMemsetD2D" #bits "Async", stream, {to, pitch, width, height}, value,         \
                sizeof value);                                                                  \
  }                                                                                             \
  PER_THREAD(cuMemsetD2D##bits##Async, _ptsz)

FILL(8, unsigned char)
FILL(16, unsigned short)
FILL(32, unsigned)
#undef FILL
