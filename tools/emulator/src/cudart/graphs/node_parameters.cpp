#include "cudart/graphs/node_parameters.hpp"

#include "cudart/api_call.hpp"
#include "cudart/graphs/conditional.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_memory.hpp"
#include "cudart/launches/launch.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/memory/memset.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/streams/event.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {
namespace {

[[noreturn]] void refuse_node(const char* call, const std::string& what) {
  refuse(refusal_reason::unsupported_call,
         protocol::phrase("not-supported-in", "{}: {} are not supported by the emulator",
                          std::string(call), what));
  throw failure{cudaErrorNotSupported};
}

}  // namespace

kernel_work work_of(const char* call, const cudaKernelNodeParams& p) {
  if (p.extra != nullptr)
    refuse_node(
        call, protocol::phrase("extra-arguments", "arguments of kernels in the \"extra\" format"));
  return make_launch(p.func, {p.gridDim, p.blockDim, p.sharedMemBytes, nullptr}, false,
                     p.kernelParams);
}

copy_work work_of(const char* call, const cudaMemcpy3DParms& p) {
  const copy_work copy{call, p};
  check_copy(copy);
  return copy;
}

fill_work work_of(const char* call, const cudaMemsetParams& p) {
  const fill_work fill{call, p};
  check_fill(fill);
  return fill;
}

host_work work_of(const char*, const cudaHostNodeParams& p) {
  require(p.fn != nullptr, cudaErrorInvalidValue);
  return {p.fn, p.userData};
}

child_graph_work work_of(const char*, cudaGraph_t child) {
  const CUgraph_st& graph = require_graph(child);
  require(!has_memory_nodes(graph), cudaErrorNotSupported);
  child_graph_work work{copy_of(graph)};
  work.graph->is_child = true;
  return work;
}

work work_of(const char* call, cudaGraphNodeParams& p) {
  switch (p.type) {
    case cudaGraphNodeTypeKernel: {
      const auto& kernel = p.kernel;
      return work_of(
          call, cudaKernelNodeParams{kernel.func, kernel.gridDim, kernel.blockDim,
                                     kernel.sharedMemBytes, kernel.kernelParams, kernel.extra});
    }
    case cudaGraphNodeTypeMemcpy:
      return work_of(call, p.memcpy.copyParams);
    case cudaGraphNodeTypeMemset:
      return work_of(call, cudaMemsetParams{p.memset.dst, p.memset.pitch, p.memset.value,
                                            p.memset.elementSize, p.memset.width, p.memset.height});
    case cudaGraphNodeTypeHost:
      return work_of(call, cudaHostNodeParams{p.host.fn, p.host.userData});
    case cudaGraphNodeTypeGraph:
      return work_of(call, p.graph.graph);
    case cudaGraphNodeTypeEmpty:
      return empty_work{};
    case cudaGraphNodeTypeWaitEvent:
      require_event(p.eventWait.event);
      return event_wait_work{p.eventWait.event};
    case cudaGraphNodeTypeEventRecord:
      require_event(p.eventRecord.event);
      return event_record_work{p.eventRecord.event};
    case cudaGraphNodeTypeMemAlloc: {
      allocate_work allocate{make_graph_memory(p.alloc.bytesize)};
      p.alloc.dptr = reinterpret_cast<void*>(allocate.memory->address);
      return allocate;
    }
    case cudaGraphNodeTypeMemFree: {
      const auto memory = graph_memory_at(p.free.dptr);
      require(memory != nullptr, cudaErrorInvalidValue);
      return free_work{memory};
    }
    case cudaGraphNodeTypeConditional:
      return work_of(call, p.conditional);
    case cudaGraphNodeTypeExtSemaphoreSignal:
    case cudaGraphNodeTypeExtSemaphoreWait:
      refuse_node(call, protocol::phrase("semaphore-nodes", "nodes of external semaphores"));
    default:
      throw failure{cudaErrorInvalidValue};
  }
}

cudaKernelNodeParams parameters_of(const kernel_work& kernel, std::vector<void*>& arguments) {
  arguments.clear();
  for (const std::uint32_t offset : facts_of(*kernel.kernel).parameter_offsets)
    arguments.push_back(const_cast<std::byte*>(kernel.parameters.data()) + offset);
  const launch_configuration& launch = kernel.launch;
  // Also where the program named it by its handle, as nvcc's code does behind <<<>>>.
  // A kernel that the program has loaded has no function on the host.
  const void* const function =
      kernel.kernel->host_function != nullptr ? kernel.kernel->host_function : kernel.kernel;
  return {const_cast<void*>(function),          launch.grid,      launch.block,
          static_cast<unsigned>(launch.shared), arguments.data(), nullptr};
}

void replace_kernel(kernel_work& old, kernel_work now) {
  now.cooperative = old.cooperative;
  now.attributes = old.attributes;
  check_launch(now);
  old = std::move(now);
}

cudaGraphNodeType type_of(const work& what) {
  struct {
    cudaGraphNodeType operator()(const empty_work&) { return cudaGraphNodeTypeEmpty; }
    cudaGraphNodeType operator()(const kernel_work&) { return cudaGraphNodeTypeKernel; }
    cudaGraphNodeType operator()(const copy_work&) { return cudaGraphNodeTypeMemcpy; }
    cudaGraphNodeType operator()(const fill_work&) { return cudaGraphNodeTypeMemset; }
    cudaGraphNodeType operator()(const host_work&) { return cudaGraphNodeTypeHost; }
    cudaGraphNodeType operator()(const event_record_work&) { return cudaGraphNodeTypeEventRecord; }
    cudaGraphNodeType operator()(const event_wait_work&) { return cudaGraphNodeTypeWaitEvent; }
    cudaGraphNodeType operator()(const child_graph_work&) { return cudaGraphNodeTypeGraph; }
    cudaGraphNodeType operator()(const allocate_work&) { return cudaGraphNodeTypeMemAlloc; }
    cudaGraphNodeType operator()(const free_work&) { return cudaGraphNodeTypeMemFree; }
    cudaGraphNodeType operator()(const conditional_work&) { return cudaGraphNodeTypeConditional; }
  } type;
  return std::visit(type, what);
}

}  // namespace lockstep::cudart
