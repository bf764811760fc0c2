// Nodes of executable graphs, changed without making the graph anew.
#include <cuda_runtime_api.h>

#include "cudart/api_call.hpp"
#include "cudart/graphs/graph_exec.hpp"
#include "cudart/graphs/node_parameters.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/streams/event.hpp"

using namespace lockstep::cudart;

namespace {

// Replaces the work of a node, which stays of its type.
template <typename make_t>
cudaError_t change(const char* call, cudaGraphExec_t exec, cudaGraphNode_t node,
                   const make_t& make) {
  return api_call(call, context_use::needed, [&] {
    CUgraphNode_st& changed = node_in(exec, node);
    work now = make();
    require(type_of(now) == type_of(changed.what), cudaErrorInvalidValue);
    if (auto* kernel = std::get_if<kernel_work>(&changed.what))
      replace_kernel(*kernel, std::get<kernel_work>(std::move(now)));
    else
      changed.what = std::move(now);
  });
}

template <typename parameters_t>
cudaError_t change(const char* call, cudaGraphExec_t exec, cudaGraphNode_t node,
                   const parameters_t* parameters) {
  return change(call, exec, node, [&]() -> work {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of(call, *parameters);
  });
}

// Kernels, copies and fills can be switched off; a launch then passes them over.
bool can_be_disabled(const work& what) {
  return std::holds_alternative<kernel_work>(what) || std::holds_alternative<copy_work>(what) ||
         std::holds_alternative<fill_work>(what);
}

}  // namespace

extern "C" cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaKernelNodeParams* parameters) {
  return change("cudaGraphExecKernelNodeSetParams", exec, node, parameters);
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemcpy3DParms* parameters) {
  return change("cudaGraphExecMemcpyNodeSetParams", exec, node, parameters);
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, void* to,
                                                          const void* from, size_t size,
                                                          cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphExecMemcpyNodeSetParams1D";
  return change(call, exec, node, [&]() -> work {
    return work_of(call, linear_copy(call, to, from, size, kind).what);
  });
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void* symbol, const void* from, size_t size,
    size_t offset, cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphExecMemcpyNodeSetParamsToSymbol";
  return change(call, exec, node,
                [&]() -> work { return copy_to_symbol(call, symbol, from, size, offset, kind); });
}

extern "C" cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec,
                                                                  cudaGraphNode_t node, void* to,
                                                                  const void* symbol, size_t size,
                                                                  size_t offset,
                                                                  cudaMemcpyKind kind) {
  constexpr const char* call = "cudaGraphExecMemcpyNodeSetParamsFromSymbol";
  return change(call, exec, node,
                [&]() -> work { return copy_from_symbol(call, to, symbol, size, offset, kind); });
}

extern "C" cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                        const cudaMemsetParams* parameters) {
  return change("cudaGraphExecMemsetNodeSetParams", exec, node, parameters);
}

extern "C" cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                      const cudaHostNodeParams* parameters) {
  return change("cudaGraphExecHostNodeSetParams", exec, node, parameters);
}

extern "C" cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node,
                                                            cudaGraph_t child) {
  return change(__func__, exec, node,
                [&]() -> work { return work_of("cudaGraphExecChildGraphNodeSetParams", child); });
}

extern "C" cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                            cudaGraphNode_t node,
                                                            cudaEvent_t event) {
  return change(__func__, exec, node, [&]() -> work {
    require_event(event);
    return event_record_work{event};
  });
}

extern "C" cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec,
                                                          cudaGraphNode_t node, cudaEvent_t event) {
  return change(__func__, exec, node, [&]() -> work {
    require_event(event);
    return event_wait_work{event};
  });
}

extern "C" cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                  cudaGraphNodeParams* parameters) {
  return change(__func__, exec, node, [&]() -> work {
    require(parameters != nullptr, cudaErrorInvalidValue);
    return work_of("cudaGraphExecNodeSetParams", *parameters);
  });
}

extern "C" cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               unsigned enabled) {
  return api_call(__func__, context_use::needed, [&] {
    CUgraphNode_st& changed = node_in(exec, node);
    require(can_be_disabled(changed.what), cudaErrorInvalidValue);
    changed.enabled = enabled != 0;
  });
}

extern "C" cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               unsigned* enabled) {
  return api_call(__func__, context_use::needed, [&] {
    require(enabled != nullptr, cudaErrorInvalidValue);
    const CUgraphNode_st& found = node_in(exec, node);
    require(can_be_disabled(found.what), cudaErrorInvalidValue);
    *enabled = found.enabled ? 1 : 0;
  });
}
