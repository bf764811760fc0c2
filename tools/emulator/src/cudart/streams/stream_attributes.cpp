// Attributes of streams: hints about caches, priorities and how the host waits, kept as they were
// set.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_state.hpp"

using namespace lockstep::cudart;

namespace {

void require_of_streams(cudaLaunchAttributeID attribute) {
  require(attribute == cudaLaunchAttributeAccessPolicyWindow ||
              attribute == cudaLaunchAttributeSynchronizationPolicy ||
              attribute == cudaLaunchAttributePriority ||
              attribute == cudaLaunchAttributeMemSyncDomainMap ||
              attribute == cudaLaunchAttributeMemSyncDomain,
          cudaErrorInvalidValue);
}

}  // namespace

extern "C" cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                              const cudaLaunchAttributeValue* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    require_of_streams(attribute);
    CUstream_st& changed = stream_at(stream);
    changed.attributes[attribute] = *value;
    if (attribute == cudaLaunchAttributePriority) changed.priority = value->priority;
  });
}
PER_THREAD_NAME(cudaStreamSetAttribute, _ptsz)

extern "C" cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                              cudaLaunchAttributeValue* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    require_of_streams(attribute);
    const CUstream_st& source = stream_at(stream);
    const auto found = source.attributes.find(attribute);
    *value = found == source.attributes.end() ? cudaLaunchAttributeValue{} : found->second;
    if (attribute == cudaLaunchAttributePriority) value->priority = source.priority;
  });
}
PER_THREAD_NAME(cudaStreamGetAttribute, _ptsz)

extern "C" cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return api_call(__func__, context_use::needed, [&] {
    const CUstream_st& source = stream_at(from);
    CUstream_st& target = stream_at(to);
    target.attributes = source.attributes;
    target.priority = source.priority;
  });
}
PER_THREAD_NAME(cudaStreamCopyAttributes, _ptsz)
