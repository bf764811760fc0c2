// Attributes of kernel nodes. Only cooperative launch changes what happens; the others are hints
// about caches, priorities and memory domains, kept as they were set.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graph.hpp"
#include "cudart/records.hpp"

using namespace lockstep::cudart;

namespace {

kernel_work& kernel_in(cudaGraphNode_t node) {
  auto* kernel = std::get_if<kernel_work>(&require_node(node).what);
  require(kernel != nullptr, cudaErrorInvalidValue);
  return *kernel;
}

void require_supported(cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue& value) {
  const auto& cluster = value.clusterDim;
  if (attribute != cudaLaunchAttributeClusterDimension || cluster.x * cluster.y * cluster.z <= 1)
    return;
  refuse("unsupported_call",
         "launches of clusters of more than one block are not supported by the emulator");
  throw failure{cudaErrorNotSupported};
}

}  // namespace

extern "C" cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node,
                                                       cudaLaunchAttributeID attribute,
                                                       const cudaLaunchAttributeValue* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    kernel_work& kernel = kernel_in(node);
    require_supported(attribute, *value);
    if (attribute == cudaLaunchAttributeCooperative) kernel.cooperative = value->cooperative != 0;
    kernel.attributes[attribute] = *value;
  });
}

extern "C" cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node,
                                                       cudaLaunchAttributeID attribute,
                                                       cudaLaunchAttributeValue* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    const kernel_work& kernel = kernel_in(node);
    const auto found = kernel.attributes.find(attribute);
    *value = found == kernel.attributes.end() ? cudaLaunchAttributeValue{} : found->second;
    if (attribute == cudaLaunchAttributeCooperative) value->cooperative = kernel.cooperative;
  });
}

extern "C" cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  return api_call(__func__, context_use::needed, [&] {
    const kernel_work& source = kernel_in(from);
    kernel_work& target = kernel_in(to);
    target.attributes = source.attributes;
    target.cooperative = source.cooperative;
  });
}
