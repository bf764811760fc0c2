// Names from before a version was added to them, for older programs and those that ask by dlsym.
// Most take what the newer ones take. This file comes last: it undoes what cuda.h makes of names.
#include "driver/call.hpp"

using namespace lockstep::driver;

#undef cuCtxCreate
#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuDeviceGetUuid
#undef cuDevicePrimaryCtxRelease
#undef cuDevicePrimaryCtxReset
#undef cuDevicePrimaryCtxSetFlags
#undef cuEventDestroy
#undef cuEventElapsedTime
#undef cuGetProcAddress
#undef cuGraphAddDependencies
#undef cuGraphGetEdges
#undef cuGraphInstantiate
#undef cuGraphNodeGetDependencies
#undef cuGraphNodeGetDependentNodes
#undef cuGraphRemoveDependencies
#undef cuLinkAddData
#undef cuLinkAddFile
#undef cuLinkCreate
#undef cuMemAdvise
#undef cuMemHostRegister
#undef cuMemPrefetchAsync
#undef cuStreamDestroy

namespace {

// Memory was once named by its device, or CU_DEVICE_CPU.
cudaMemLocation location_of(CUdevice device) {
  cudaMemLocation location{};
  location.type = device == CU_DEVICE_CPU ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device == CU_DEVICE_CPU ? 0 : device;
  return location;
}

}  // namespace

extern "C" {

CUresult cuCtxCreate_v2(CUcontext* context, unsigned flags, CUdevice device);

CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}
CUresult cuCtxDestroy(CUcontext context) { return cuCtxDestroy_v2(context); }
CUresult cuCtxPopCurrent(CUcontext* context) { return cuCtxPopCurrent_v2(context); }
CUresult cuCtxPushCurrent(CUcontext context) { return cuCtxPushCurrent_v2(context); }
CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return cuDevicePrimaryCtxRelease_v2(device); }
CUresult cuDevicePrimaryCtxReset(CUdevice device) { return cuDevicePrimaryCtxReset_v2(device); }
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}
CUresult cuStreamDestroy(CUstream stream) { return cuStreamDestroy_v2(stream); }
CUresult cuEventDestroy(CUevent event) { return cuEventDestroy_v2(event); }
CUresult cuLinkCreate(unsigned count, CUjit_option* options, void** values, CUlinkState* state) {
  return cuLinkCreate_v2(count, options, values, state);
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, std::size_t size,
                       const char* name, unsigned count, CUjit_option* options, void** values) {
  return cuLinkAddData_v2(state, type, data, size, name, count, options, values);
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* file, unsigned count,
                       CUjit_option* options, void** values) {
  return cuLinkAddFile_v2(state, type, file, count, options, values);
}
CUresult cuMemHostRegister(void* memory, std::size_t size, unsigned flags) {
  return cuMemHostRegister_v2(memory, size, flags);
}

CUresult cuDeviceGetUuid(CUuuid* id, CUdevice device) { return cuDeviceGetUuid_v2(id, device); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return cuEventElapsedTime_v2(milliseconds, start, end);
}
CUresult cuGetProcAddress(const char* name, void** function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(name, function, version, flags, nullptr);
}

CUresult cuMemPrefetchAsync(CUdeviceptr address, std::size_t size, CUdevice device,
                            CUstream stream) {
  return call("cuMemPrefetchAsync", needs::context, [&] {
    pass_on(cudaMemPrefetchAsync(reinterpret_cast<void*>(address), size, location_of(device), 0,
                                 stream));
  });
}
CUresult cuMemAdvise(CUdeviceptr address, std::size_t size, CUmem_advise advice, CUdevice device) {
  return call("cuMemAdvise", needs::context, [&] {
    pass_on(cudaMemAdvise(reinterpret_cast<void*>(address), size,
                          static_cast<cudaMemoryAdvise>(advice), location_of(device)));
  });
}

// Edges had no data.
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode* from, CUgraphNode* to, std::size_t* count) {
  return cuGraphGetEdges_v2(graph, from, to, nullptr, count);
}
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode* before, std::size_t* count) {
  return cuGraphNodeGetDependencies_v2(node, before, nullptr, count);
}
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode* after, std::size_t* count) {
  return cuGraphNodeGetDependentNodes_v2(node, after, nullptr, count);
}
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                std::size_t count) {
  return cuGraphAddDependencies_v2(graph, from, to, nullptr, count);
}
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode* from, const CUgraphNode* to,
                                   std::size_t count) {
  return cuGraphRemoveDependencies_v2(graph, from, to, nullptr, count);
}

// What was wrong with a graph is in the result.
CUresult cuGraphInstantiate_v2(CUgraphExec* exec, CUgraph graph, CUgraphNode*, char*, std::size_t) {
  return cuGraphInstantiateWithFlags(exec, graph, 0);
}
CUresult cuGraphInstantiate(CUgraphExec* exec, CUgraph graph, CUgraphNode*, char*, std::size_t) {
  return cuGraphInstantiateWithFlags(exec, graph, 0);
}
}
PER_THREAD(cuMemPrefetchAsync, _ptsz)
