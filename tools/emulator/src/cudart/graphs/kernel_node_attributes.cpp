// Attributes of kernel nodes. Cooperative launch and clusters change what happens; the others are
// hints about caches, priorities and memory domains, kept as they were set.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/launches/launch.hpp"

using namespace lockstep::cudart;

namespace {

kernel_work& kernel_in(cudaGraphNode_t node) {
  auto* kernel = std::get_if<kernel_work>(&require_node(node).what);
  require(kernel != nullptr, cudaErrorInvalidValue);
  return *kernel;
}

}  // namespace

extern "C" cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node,
                                                       cudaLaunchAttributeID attribute,
                                                       const cudaLaunchAttributeValue* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(value != nullptr, cudaErrorInvalidValue);
    kernel_work& kernel = kernel_in(node);
    if (attribute == cudaLaunchAttributeCooperative) kernel.cooperative = value->cooperative != 0;
    if (attribute == cudaLaunchAttributeClusterDimension) {
      kernel_work changed = kernel;
      changed.launch.cluster = {value->clusterDim.x, value->clusterDim.y, value->clusterDim.z};
      check_launch(changed);
      kernel.launch.cluster = changed.launch.cluster;
    }
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
    if (attribute == cudaLaunchAttributeClusterDimension)
      value->clusterDim = {kernel.launch.cluster.x, kernel.launch.cluster.y,
                           kernel.launch.cluster.z};
  });
}

extern "C" cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
  return api_call(__func__, context_use::needed, [&] {
    const kernel_work& source = kernel_in(from);
    kernel_work& target = kernel_in(to);
    target.attributes = source.attributes;
    target.cooperative = source.cooperative;
    target.launch.cluster = source.launch.cluster;
  });
}
