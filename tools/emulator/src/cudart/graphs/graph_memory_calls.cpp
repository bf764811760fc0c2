// The calls about memory that graphs allocate.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/edges.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_memory.hpp"

using namespace lockstep::cudart;

extern "C" cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                const cudaGraphNode_t* before, size_t count,
                                                cudaMemAllocNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(node != nullptr && parameters != nullptr, cudaErrorInvalidValue);
    CUgraph_st& where = require_graph(graph);
    require(!where.is_child, cudaErrorNotSupported);
    const node_list earlier = nodes_of(where, before, nullptr, count);
    const cudaMemPoolProps& wanted = parameters->poolProps;
    require(wanted.allocType == cudaMemAllocationTypePinned &&
                wanted.location.type == cudaMemLocationTypeDevice && wanted.location.id == 0,
            cudaErrorInvalidValue);
    const auto memory = make_graph_memory(parameters->bytesize);
    parameters->dptr = reinterpret_cast<void*>(memory->address);
    *node = add_node(where, allocate_work{memory}, earlier);
  });
}

extern "C" cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                                      cudaMemAllocNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    const auto* found = std::get_if<allocate_work>(&require_node(node).what);
    require(found != nullptr && parameters != nullptr, cudaErrorInvalidValue);
    *parameters = {};
    parameters->poolProps.allocType = cudaMemAllocationTypePinned;
    parameters->poolProps.location.type = cudaMemLocationTypeDevice;
    parameters->bytesize = found->memory->size;
    parameters->dptr = reinterpret_cast<void*>(found->memory->address);
  });
}

extern "C" cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                               const cudaGraphNode_t* before, size_t count,
                                               void* pointer) {
  return api_call(__func__, context_use::needed, [&] {
    require(node != nullptr, cudaErrorInvalidValue);
    CUgraph_st& where = require_graph(graph);
    require(!where.is_child, cudaErrorNotSupported);
    const auto memory = graph_memory_at(pointer);
    require(memory != nullptr, cudaErrorInvalidValue);
    *node = add_node(where, free_work{memory}, nodes_of(where, before, nullptr, count));
  });
}

extern "C" cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
  return api_call(__func__, context_use::needed, [&] {
    const auto* found = std::get_if<free_work>(&require_node(node).what);
    require(found != nullptr && pointer != nullptr, cudaErrorInvalidValue);
    *static_cast<void**>(pointer) = reinterpret_cast<void*>(found->memory->address);
  });
}

extern "C" cudaError_t cudaDeviceGraphMemTrim(int device) {
  return api_call(__func__, context_use::needed, [&] {
    require(device == 0, cudaErrorInvalidDevice);
    trim_graph_memory();
  });
}

extern "C" cudaError_t cudaDeviceGetGraphMemAttribute(int device,
                                                      cudaGraphMemAttributeType attribute,
                                                      void* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(device == 0, cudaErrorInvalidDevice);
    require(value != nullptr && attribute <= cudaGraphMemAttrReservedMemHigh,
            cudaErrorInvalidValue);
    const bool high =
        attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
    const graph_memory_use use = graph_memory_in_use();
    *static_cast<std::uint64_t*>(value) = high ? use.most : use.now;
  });
}

// Only the high marks can be set, and only back to 0.
extern "C" cudaError_t cudaDeviceSetGraphMemAttribute(int device,
                                                      cudaGraphMemAttributeType attribute,
                                                      void* value) {
  return api_call(__func__, context_use::needed, [&] {
    require(device == 0, cudaErrorInvalidDevice);
    require(value != nullptr && *static_cast<std::uint64_t*>(value) == 0 &&
                (attribute == cudaGraphMemAttrUsedMemHigh ||
                 attribute == cudaGraphMemAttrReservedMemHigh),
            cudaErrorInvalidValue);
    reset_graph_memory_high_mark();
  });
}
