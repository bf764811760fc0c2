// Copies.
#include "cudart/memory/array.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/streams/submit.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"
#include "driver/copy_parameters.hpp"

using namespace lockstep::driver;
using namespace lockstep::cudart;

namespace {

void* at(CUdeviceptr address) { return reinterpret_cast<void*>(address); }

// `work` gives what is to be copied, under the name that it is given. The first waits.
template <typename work_t>
CUresult copy_now(const char* name, const work_t& work) {
  return call(name, needs::context, [&] {
    require_alive(context_use::copies);
    submit(nullptr, work(name));
    host_waited();
  });
}

template <typename work_t>
CUresult copy_in(CUstream stream, const char* name, const work_t& work) {
  return call(name, needs::context, [&] {
    require_alive(context_use::needed);
    submit(stream, work(name));
  });
}

auto linear(void* to, const void* from, std::size_t size, cudaMemcpyKind kind) {
  return [=](const char* name) { return linear_copy(name, to, from, size, kind); };
}

// Bytes of an array's first row.
void* row_of(CUarray array, std::size_t offset, std::size_t size) {
  const cudaPitchedPtr memory = memory_of(require_array(reinterpret_cast<cudaArray_t>(array)));
  require(offset <= memory.pitch && size <= memory.pitch - offset, cudaErrorInvalidValue);
  return static_cast<char*>(memory.ptr) + offset;
}

template <typename parameters_t>
auto described_by(const parameters_t* parameters) {
  return [=](const char* name) {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return copy_work{name, same_copy(*parameters)};
  };
}

}  // namespace

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t size) {
  return copy_now("cuMemcpy", linear(at(to), at(from), size, cudaMemcpyDefault));
}
PER_THREAD(cuMemcpy, _ptds)
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void* from, std::size_t size) {
  return copy_now("cuMemcpyHtoD", linear(at(to), from, size, cudaMemcpyHostToDevice));
}
PER_THREAD(cuMemcpyHtoD_v2, _ptds)
CUresult cuMemcpyDtoH_v2(void* to, CUdeviceptr from, std::size_t size) {
  return copy_now("cuMemcpyDtoH", linear(to, at(from), size, cudaMemcpyDeviceToHost));
}
PER_THREAD(cuMemcpyDtoH_v2, _ptds)
CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, std::size_t size) {
  return copy_now("cuMemcpyDtoD", linear(at(to), at(from), size, cudaMemcpyDeviceToDevice));
}
PER_THREAD(cuMemcpyDtoD_v2, _ptds)

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t size, CUstream stream) {
  return copy_in(stream, "cuMemcpyAsync", linear(at(to), at(from), size, cudaMemcpyDefault));
}
PER_THREAD(cuMemcpyAsync, _ptsz)
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, std::size_t size, CUstream stream) {
  return copy_in(stream, "cuMemcpyHtoDAsync", linear(at(to), from, size, cudaMemcpyHostToDevice));
}
PER_THREAD(cuMemcpyHtoDAsync_v2, _ptsz)
CUresult cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, std::size_t size, CUstream stream) {
  return copy_in(stream, "cuMemcpyDtoHAsync", linear(to, at(from), size, cudaMemcpyDeviceToHost));
}
PER_THREAD(cuMemcpyDtoHAsync_v2, _ptsz)
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, std::size_t size, CUstream stream) {
  return copy_in(stream, "cuMemcpyDtoDAsync",
                 linear(at(to), at(from), size, cudaMemcpyDeviceToDevice));
}
PER_THREAD(cuMemcpyDtoDAsync_v2, _ptsz)

// There is one device, whatever the contexts.
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t size) {
  return copy_now("cuMemcpyPeer", linear(at(to), at(from), size, cudaMemcpyDeviceToDevice));
}
PER_THREAD(cuMemcpyPeer, _ptds)
CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, std::size_t size,
                           CUstream stream) {
  return copy_in(stream, "cuMemcpyPeerAsync",
                 linear(at(to), at(from), size, cudaMemcpyDeviceToDevice));
}
PER_THREAD(cuMemcpyPeerAsync, _ptsz)

CUresult cuMemcpyHtoA_v2(CUarray to, std::size_t offset, const void* from, std::size_t size) {
  return copy_now("cuMemcpyHtoA", [&](const char* name) {
    return linear_copy(name, row_of(to, offset, size), from, size, cudaMemcpyHostToDevice);
  });
}
PER_THREAD(cuMemcpyHtoA_v2, _ptds)
CUresult cuMemcpyAtoH_v2(void* to, CUarray from, std::size_t offset, std::size_t size) {
  return copy_now("cuMemcpyAtoH", [&](const char* name) {
    return linear_copy(name, to, row_of(from, offset, size), size, cudaMemcpyDeviceToHost);
  });
}
PER_THREAD(cuMemcpyAtoH_v2, _ptds)
CUresult cuMemcpyDtoA_v2(CUarray to, std::size_t offset, CUdeviceptr from, std::size_t size) {
  return copy_now("cuMemcpyDtoA", [&](const char* name) {
    return linear_copy(name, row_of(to, offset, size), at(from), size, cudaMemcpyDeviceToDevice);
  });
}
PER_THREAD(cuMemcpyDtoA_v2, _ptds)
CUresult cuMemcpyAtoD_v2(CUdeviceptr to, CUarray from, std::size_t offset, std::size_t size) {
  return copy_now("cuMemcpyAtoD", [&](const char* name) {
    return linear_copy(name, at(to), row_of(from, offset, size), size, cudaMemcpyDeviceToDevice);
  });
}
PER_THREAD(cuMemcpyAtoD_v2, _ptds)
CUresult cuMemcpyAtoA_v2(CUarray to, std::size_t to_offset, CUarray from, std::size_t from_offset,
                         std::size_t size) {
  return copy_now("cuMemcpyAtoA", [&](const char* name) {
    return linear_copy(name, row_of(to, to_offset, size), row_of(from, from_offset, size), size,
                       cudaMemcpyDeviceToDevice);
  });
}
PER_THREAD(cuMemcpyAtoA_v2, _ptds)
CUresult cuMemcpyHtoAAsync_v2(CUarray to, std::size_t offset, const void* from, std::size_t size,
                              CUstream stream) {
  return copy_in(stream, "cuMemcpyHtoAAsync", [&](const char* name) {
    return linear_copy(name, row_of(to, offset, size), from, size, cudaMemcpyHostToDevice);
  });
}
PER_THREAD(cuMemcpyHtoAAsync_v2, _ptsz)
CUresult cuMemcpyAtoHAsync_v2(void* to, CUarray from, std::size_t offset, std::size_t size,
                              CUstream stream) {
  return copy_in(stream, "cuMemcpyAtoHAsync", [&](const char* name) {
    return linear_copy(name, to, row_of(from, offset, size), size, cudaMemcpyDeviceToHost);
  });
}
PER_THREAD(cuMemcpyAtoHAsync_v2, _ptsz)

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D* copy) {
  return copy_now("cuMemcpy2D", described_by(copy));
}
PER_THREAD(cuMemcpy2D_v2, _ptds)
CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D* copy) {
  return copy_now("cuMemcpy2DUnaligned", described_by(copy));
}
PER_THREAD(cuMemcpy2DUnaligned_v2, _ptds)
CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D* copy, CUstream stream) {
  return copy_in(stream, "cuMemcpy2DAsync", described_by(copy));
}
PER_THREAD(cuMemcpy2DAsync_v2, _ptsz)
CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D* copy) {
  return copy_now("cuMemcpy3D", described_by(copy));
}
PER_THREAD(cuMemcpy3D_v2, _ptds)
CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D* copy, CUstream stream) {
  return copy_in(stream, "cuMemcpy3DAsync", described_by(copy));
}
PER_THREAD(cuMemcpy3DAsync_v2, _ptsz)
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER* copy) {
  return copy_now("cuMemcpy3DPeer", described_by(copy));
}
PER_THREAD(cuMemcpy3DPeer, _ptds)
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER* copy, CUstream stream) {
  return copy_in(stream, "cuMemcpy3DPeerAsync", described_by(copy));
}
PER_THREAD(cuMemcpy3DPeerAsync, _ptsz)

SAME_AS_PTSZ(cuMemcpyBatchAsync, cudaMemcpyBatchAsync)
