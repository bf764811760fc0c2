// Nodes of graphs, type by type.
#include <cstring>

#include "cudart/runtime.hpp"
#include "driver/call.hpp"
#include "driver/context.hpp"
#include "driver/copy_parameters.hpp"

using namespace lockstep::driver;

namespace {

cudaKernelNodeParams same_kernel(const CUDA_KERNEL_NODE_PARAMS* p) {
  require(p != nullptr, cudaErrorInvalidValue);
  return {p->func != nullptr ? static_cast<void*>(p->func) : static_cast<void*>(p->kern),
          {p->gridDimX, p->gridDimY, p->gridDimZ},
          {p->blockDimX, p->blockDimY, p->blockDimZ},
          p->sharedMemBytes,
          p->kernelParams,
          p->extra};
}

cudaMemcpy3DParms same_copy_of(const CUDA_MEMCPY3D* p) {
  require(p != nullptr, cudaErrorInvalidValue);
  return same_copy(*p);
}

// Parameters of any node. Those of copies differ; those of the others begin with what the runtime's
// have, and go on with a context.
class same_node {
 public:
  explicit same_node(const CUgraphNodeParams* p) {
    static_assert(sizeof bytes_ == sizeof(CUgraphNodeParams));
    require(p != nullptr, cudaErrorInvalidValue);
    std::memcpy(bytes_, p, sizeof bytes_);
    if (p->type == CU_GRAPH_NODE_TYPE_MEMCPY) {
      get()->memcpy = {};
      get()->memcpy.copyParams = same_copy(p->memcpy.copyParams);
    }
    if (p->type == CU_GRAPH_NODE_TYPE_KERNEL && p->kernel.func == nullptr)
      get()->kernel.func = p->kernel.kern;
  }
  cudaGraphNodeParams* get() { return reinterpret_cast<cudaGraphNodeParams*>(bytes_); }

 private:
  alignas(cudaGraphNodeParams) std::byte bytes_[sizeof(cudaGraphNodeParams)];
};

}  // namespace

CUresult cuGraphAddNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                           const CUgraphEdgeData* edges, std::size_t count,
                           CUgraphNodeParams* parameters) {
  return call("cuGraphAddNode", needs::context, [&] {
    same_node same(parameters);
    pass_on(cudaGraphAddNode(node, graph, before, reinterpret_cast<const cudaGraphEdgeData*>(edges),
                             count, same.get()));
    // What the node has given.
    if (parameters->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
      parameters->alloc.dptr = reinterpret_cast<CUdeviceptr>(same.get()->alloc.dptr);
    if (parameters->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
      parameters->conditional.phGraph_out = same.get()->conditional.phGraph_out;
  });
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams* parameters) {
  return call("cuGraphNodeSetParams", needs::context, [&] {
    same_node same(parameters);
    pass_on(cudaGraphNodeSetParams(node, same.get()));
  });
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                  CUgraphNodeParams* parameters) {
  return call("cuGraphExecNodeSetParams", needs::context, [&] {
    same_node same(parameters);
    pass_on(cudaGraphExecNodeSetParams(exec, node, same.get()));
  });
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                                 std::size_t count, const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return call("cuGraphAddKernelNode", needs::context, [&] {
    const cudaKernelNodeParams same = same_kernel(parameters);
    pass_on(cudaGraphAddKernelNode(node, graph, before, count, &same));
  });
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* parameters) {
  return call("cuGraphKernelNodeGetParams", needs::context, [&] {
    require(parameters != nullptr, cudaErrorInvalidValue);
    cudaKernelNodeParams p{};
    pass_on(cudaGraphKernelNodeGetParams(node, &p));
    auto& kernel = lockstep::cudart::runtime::get().registered.kernel(p.func);
    *parameters = {reinterpret_cast<CUfunction>(&kernel),
                   p.gridDim.x,
                   p.gridDim.y,
                   p.gridDim.z,
                   p.blockDim.x,
                   p.blockDim.y,
                   p.blockDim.z,
                   p.sharedMemBytes,
                   p.kernelParams,
                   p.extra,
                   nullptr,
                   current_context()};
  });
}

CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode node,
                                       const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return call("cuGraphKernelNodeSetParams", needs::context, [&] {
    const cudaKernelNodeParams same = same_kernel(parameters);
    pass_on(cudaGraphKernelNodeSetParams(node, &same));
  });
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS* parameters) {
  return call("cuGraphExecKernelNodeSetParams", needs::context, [&] {
    const cudaKernelNodeParams same = same_kernel(parameters);
    pass_on(cudaGraphExecKernelNodeSetParams(exec, node, &same));
  });
}

SAME_AS(cuGraphKernelNodeCopyAttributes, cudaGraphKernelNodeCopyAttributes)
SAME_AS(cuGraphKernelNodeGetAttribute, cudaGraphKernelNodeGetAttribute)
SAME_AS(cuGraphKernelNodeSetAttribute, cudaGraphKernelNodeSetAttribute)

CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                              std::size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
  return call("cuGraphAddMemcpyNode", needs::context, [&] {
    const cudaMemcpy3DParms same = same_copy_of(copy);
    pass_on(cudaGraphAddMemcpyNode(node, graph, before, count, &same));
  });
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* copy) {
  return call("cuGraphMemcpyNodeGetParams", needs::context, [&] {
    require(copy != nullptr, cudaErrorInvalidValue);
    cudaMemcpy3DParms same{};
    pass_on(cudaGraphMemcpyNodeGetParams(node, &same));
    *copy = driver_copy(same);
  });
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* copy) {
  return call("cuGraphMemcpyNodeSetParams", needs::context, [&] {
    const cudaMemcpy3DParms same = same_copy_of(copy);
    pass_on(cudaGraphMemcpyNodeSetParams(node, &same));
  });
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D* copy, CUcontext) {
  return call("cuGraphExecMemcpyNodeSetParams", needs::context, [&] {
    const cudaMemcpy3DParms same = same_copy_of(copy);
    pass_on(cudaGraphExecMemcpyNodeSetParams(exec, node, &same));
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* before,
                              std::size_t count, const CUDA_MEMSET_NODE_PARAMS* fill, CUcontext) {
  return call("cuGraphAddMemsetNode", needs::context, [&] {
    static_assert(sizeof *fill == sizeof(cudaMemsetParams));
    pass_on(cudaGraphAddMemsetNode(node, graph, before, count,
                                   reinterpret_cast<const cudaMemsetParams*>(fill)));
  });
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS* fill, CUcontext) {
  return call("cuGraphExecMemsetNodeSetParams", needs::context, [&] {
    pass_on(cudaGraphExecMemsetNodeSetParams(exec, node,
                                             reinterpret_cast<const cudaMemsetParams*>(fill)));
  });
}

SAME_AS(cuGraphMemsetNodeGetParams, cudaGraphMemsetNodeGetParams)
SAME_AS(cuGraphMemsetNodeSetParams, cudaGraphMemsetNodeSetParams)
SAME_AS(cuGraphAddHostNode, cudaGraphAddHostNode)
SAME_AS(cuGraphHostNodeGetParams, cudaGraphHostNodeGetParams)
SAME_AS(cuGraphHostNodeSetParams, cudaGraphHostNodeSetParams)
SAME_AS(cuGraphExecHostNodeSetParams, cudaGraphExecHostNodeSetParams)
SAME_AS(cuGraphAddChildGraphNode, cudaGraphAddChildGraphNode)
SAME_AS(cuGraphChildGraphNodeGetGraph, cudaGraphChildGraphNodeGetGraph)
SAME_AS(cuGraphExecChildGraphNodeSetParams, cudaGraphExecChildGraphNodeSetParams)
SAME_AS(cuGraphAddEmptyNode, cudaGraphAddEmptyNode)
SAME_AS(cuGraphAddEventRecordNode, cudaGraphAddEventRecordNode)
SAME_AS(cuGraphEventRecordNodeGetEvent, cudaGraphEventRecordNodeGetEvent)
SAME_AS(cuGraphEventRecordNodeSetEvent, cudaGraphEventRecordNodeSetEvent)
SAME_AS(cuGraphExecEventRecordNodeSetEvent, cudaGraphExecEventRecordNodeSetEvent)
SAME_AS(cuGraphAddEventWaitNode, cudaGraphAddEventWaitNode)
SAME_AS(cuGraphEventWaitNodeGetEvent, cudaGraphEventWaitNodeGetEvent)
SAME_AS(cuGraphEventWaitNodeSetEvent, cudaGraphEventWaitNodeSetEvent)
SAME_AS(cuGraphExecEventWaitNodeSetEvent, cudaGraphExecEventWaitNodeSetEvent)
SAME_AS(cuGraphAddMemAllocNode, cudaGraphAddMemAllocNode)
SAME_AS(cuGraphMemAllocNodeGetParams, cudaGraphMemAllocNodeGetParams)
SAME_AS(cuGraphAddMemFreeNode, cudaGraphAddMemFreeNode)
SAME_AS(cuGraphMemFreeNodeGetParams, cudaGraphMemFreeNodeGetParams)

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle* handle, CUgraph graph, CUcontext,
                                        unsigned initial, unsigned flags) {
  return call("cuGraphConditionalHandleCreate", needs::context, [&] {
    static_assert(sizeof *handle == sizeof(cudaGraphConditionalHandle));
    pass_on(cudaGraphConditionalHandleCreate(reinterpret_cast<cudaGraphConditionalHandle*>(handle),
                                             graph, initial, flags));
  });
}
