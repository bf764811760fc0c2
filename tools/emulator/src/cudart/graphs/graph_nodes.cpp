// Nodes of graphs, type by type: added, queried, changed.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/edges.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_memory.hpp"
#include "cudart/graphs/node_parameters.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/event.hpp"

using namespace lockstep::cudart;

namespace {

// Adds a node with the work that `make` gives. The place is checked before the work is made.
template <typename make_t>
cudaError_t add(const char* call, cudaGraphNode_t* node, cudaGraph_t graph,
                const cudaGraphNode_t* before, const cudaGraphEdgeData* edges, size_t count,
                const make_t& make) {
  return api_call(call, context_use::needed, [&] {
    require(node != nullptr, cudaErrorInvalidValue);
    CUgraph_st& where = require_graph(graph);
    const node_list earlier = nodes_of(where, before, edges, count);
    *node = add_node(where, make(), earlier);
  });
}

// The work of a node, which must be of this type.
template <typename work_t>
work_t& work_in(cudaGraphNode_t node) {
  auto* found = std::get_if<work_t>(&require_node(node).what);
  require(found != nullptr, cudaErrorInvalidValue);
  return *found;
}

template <typename work_t, typename parameters_t>
cudaError_t set(const char* call, cudaGraphNode_t node, const parameters_t* parameters) {
  return api_call(call, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    work_in<work_t>(node) = work_of(call, *parameters);
  });
}

}  // namespace

extern "C" cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* before,
                                        const cudaGraphEdgeData* edges, size_t count,
                                        cudaGraphNodeParams* parameters) {
  return add(__func__, node, graph, before, edges, count, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphAddNode", *parameters);
  });
}

extern "C" cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node,
                                              cudaGraphNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    CUgraphNode_st& changed = require_node(node);
    require(parameters != nullptr && type_of(changed.what) == parameters->type,
            cudaErrorInvalidValue);
    changed.what = work_of("cudaGraphNodeSetParams", *parameters);
  });
}

extern "C" cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* before, size_t count) {
  return add(__func__, node, graph, before, nullptr, count, [] { return empty_work{}; });
}

extern "C" cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* before, size_t count,
                                              const cudaKernelNodeParams* parameters) {
  return add(__func__, node, graph, before, nullptr, count, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphAddKernelNode", *parameters);
  });
}

extern "C" cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                                    cudaKernelNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    auto& kernel = work_in<kernel_work>(node);
    *parameters = parameters_of(kernel, require_node(node).arguments);
  });
}

extern "C" cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                                    const cudaKernelNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    replace_kernel(work_in<kernel_work>(node),
                   work_of("cudaGraphKernelNodeSetParams", *parameters));
  });
}

extern "C" cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* before, size_t count,
                                              const cudaMemcpy3DParms* parameters) {
  return add(__func__, node, graph, before, nullptr, count, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphAddMemcpyNode", *parameters);
  });
}

extern "C" cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                                const cudaGraphNode_t* before, size_t count,
                                                void* to, const void* from, size_t size,
                                                cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphAddMemcpyNode1D";
  return add(__func__, node, graph, before, nullptr, count,
             [&] { return work_of(call, linear_copy(call, to, from, size, kind).what); });
}

extern "C" cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                      const cudaGraphNode_t* before, size_t count,
                                                      const void* symbol, const void* from,
                                                      size_t size, size_t offset,
                                                      cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphAddMemcpyNodeToSymbol";
  return add(__func__, node, graph, before, nullptr, count,
             [&] { return copy_to_symbol(call, symbol, from, size, offset, kind); });
}

extern "C" cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                                        const cudaGraphNode_t* before, size_t count,
                                                        void* to, const void* symbol, size_t size,
                                                        size_t offset, cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphAddMemcpyNodeFromSymbol";
  return add(__func__, node, graph, before, nullptr, count,
             [&] { return copy_from_symbol(call, to, symbol, size, offset, kind); });
}

extern "C" cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemcpy3DParms* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    *parameters = work_in<copy_work>(node).what;
  });
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemcpy3DParms* parameters) {
  return set<copy_work>("cudaGraphMemcpyNodeSetParams", node, parameters);
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to,
                                                      const void* from, size_t size,
                                                      cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphMemcpyNodeSetParams1D";
  const copy_work copy = linear_copy(call, to, from, size, kind);
  return set<copy_work>(call, node, &copy.what);
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node,
                                                            const void* symbol, const void* from,
                                                            size_t size, size_t offset,
                                                            cudaMemcpyKind kind) {
  return api_call(__func__, context_use::needed, [&] {
    work_in<copy_work>(node) =
        copy_to_symbol("cudaGraphMemcpyNodeSetParamsToSymbol", symbol, from, size, offset, kind);
  });
}

extern "C" cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* to,
                                                              const void* symbol, size_t size,
                                                              size_t offset, cudaMemcpyKind kind) {
  return api_call(__func__, context_use::needed, [&] {
    work_in<copy_work>(node) =
        copy_from_symbol("cudaGraphMemcpyNodeSetParamsFromSymbol", to, symbol, size, offset, kind);
  });
}

extern "C" cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                              const cudaGraphNode_t* before, size_t count,
                                              const cudaMemsetParams* parameters) {
  return add(__func__, node, graph, before, nullptr, count, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphAddMemsetNode", *parameters);
  });
}

extern "C" cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                                    cudaMemsetParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    *parameters = work_in<fill_work>(node).what;
  });
}

extern "C" cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                                    const cudaMemsetParams* parameters) {
  return set<fill_work>("cudaGraphMemsetNodeSetParams", node, parameters);
}

extern "C" cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                            const cudaGraphNode_t* before, size_t count,
                                            const cudaHostNodeParams* parameters) {
  return add(__func__, node, graph, before, nullptr, count, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphAddHostNode", *parameters);
  });
}

extern "C" cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node,
                                                  cudaHostNodeParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    const auto& host = work_in<host_work>(node);
    *parameters = {host.function, host.data};
  });
}

extern "C" cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node,
                                                  const cudaHostNodeParams* parameters) {
  return set<host_work>("cudaGraphHostNodeSetParams", node, parameters);
}

extern "C" cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                  const cudaGraphNode_t* before, size_t count,
                                                  cudaGraph_t child) {
  return add(__func__, node, graph, before, nullptr, count,
             [&] { return work_of("cudaGraphAddChildGraphNode", child); });
}

extern "C" cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* child) {
  return api_call(__func__, context_use::needed, [&] {
    require(child != nullptr, cudaErrorInvalidValue);
    *child = work_in<child_graph_work>(node).graph.get();
  });
}

namespace {

// Nodes that record an event, and nodes that wait for one.
template <typename event_work>
cudaError_t add_event_node(const char* call, cudaGraphNode_t* node, cudaGraph_t graph,
                           const cudaGraphNode_t* before, size_t count, cudaEvent_t event) {
  return add(call, node, graph, before, nullptr, count, [&] {
    require_event(event);
    return event_work{event};
  });
}

template <typename event_work>
cudaError_t get_event(const char* call, cudaGraphNode_t node, cudaEvent_t* event) {
  return api_call(call, context_use::needed, [&] {
    require(event != nullptr, cudaErrorInvalidValue);
    *event = work_in<event_work>(node).event;
  });
}

template <typename event_work>
cudaError_t set_event(const char* call, cudaGraphNode_t node, cudaEvent_t event) {
  return api_call(call, context_use::needed, [&] {
    require_event(event);
    work_in<event_work>(node).event = event;
  });
}

}  // namespace

extern "C" cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                   const cudaGraphNode_t* before, size_t count,
                                                   cudaEvent_t event) {
  return add_event_node<event_record_work>(__func__, node, graph, before, count, event);
}

extern "C" cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                                 const cudaGraphNode_t* before, size_t count,
                                                 cudaEvent_t event) {
  return add_event_node<event_wait_work>(__func__, node, graph, before, count, event);
}

extern "C" cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<event_record_work>(__func__, node, event);
}

extern "C" cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  return get_event<event_wait_work>(__func__, node, event);
}

extern "C" cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<event_record_work>(__func__, node, event);
}

extern "C" cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return set_event<event_wait_work>(__func__, node, event);
}
