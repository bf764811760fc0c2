#include "cudart/graphs/graph_exec.hpp"

#include <cuda_runtime_api.h>

#include <unordered_map>

#include "cudart/api_call.hpp"
#include "cudart/graphs/capture.hpp"
#include "cudart/graphs/conditional.hpp"
#include "cudart/graphs/graph_memory.hpp"
#include "cudart/graphs/node_parameters.hpp"
#include "cudart/handle_set.hpp"
#include "cudart/observations/records.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_order.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {
namespace {

handle_set<CUgraphExec_st>& execs() {
  static auto& all = *new handle_set<CUgraphExec_st>;
  return all;
}

void require_flags(unsigned long long flags) {
  if (flags & cudaGraphInstantiateFlagDeviceLaunch) {
    refuse(refusal_reason::unsupported_call,
           protocol::phrase("no-device-graphs",
                            "graphs that the device launches are not supported by the emulator"));
    throw failure{cudaErrorNotSupported};
  }
  constexpr unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                       cudaGraphInstantiateFlagUpload |
                                       cudaGraphInstantiateFlagUseNodePriority;
  require((flags & ~known) == 0, cudaErrorInvalidValue);
}

cudaGraphExec_t instantiate(cudaGraph_t graph, unsigned long long flags) {
  const CUgraph_st& source = require_graph(graph);
  require_flags(flags);
  auto exec = std::make_unique<CUgraphExec_st>();
  exec->graph = copy_of(source);
  exec->order = in_order(*exec->graph);
  exec->flags = flags;
  require(exec->order.size() == source.nodes.size(), cudaErrorInvalidValue);  // a cycle
  return execs().add(std::move(exec));
}

void launch(const CUgraphExec_st& exec) {
  if (exec.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)
    for (const CUgraphNode_st* node : exec.order)
      if (const auto* allocate = std::get_if<allocate_work>(&node->what))
        allocate->memory->free_if_left();
  assign_defaults(*exec.graph);
  run_nodes(exec.order);
}

// Where each node stands in its graph.
std::unordered_map<const CUgraphNode_st*, std::size_t> places_of(const CUgraph_st& graph) {
  std::unordered_map<const CUgraphNode_st*, std::size_t> places;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) places[graph.nodes[i].get()] = i;
  return places;
}

struct difference {
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
  CUgraphNode_st *node = nullptr, *from = nullptr;
};

// What of `graph` an executable graph of this form cannot take over. Nodes are compared in the
// order in which they were made, as their edges are.
difference compare(const CUgraph_st& exec, const CUgraph_st& graph) {
  if (exec.nodes.size() != graph.nodes.size()) return {cudaGraphExecUpdateErrorTopologyChanged};
  const auto old_places = places_of(exec), places = places_of(graph);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const CUgraphNode_st &old = *exec.nodes[i], &now = *graph.nodes[i];
    if (type_of(old.what) != type_of(now.what))
      return {cudaGraphExecUpdateErrorNodeTypeChanged, graph.nodes[i].get()};
    if (old.before.size() != now.before.size())
      return {cudaGraphExecUpdateErrorTopologyChanged, graph.nodes[i].get()};
    for (std::size_t edge = 0; edge < now.before.size(); ++edge)
      if (old_places.at(old.before[edge]) != places.at(now.before[edge]))
        return {cudaGraphExecUpdateErrorTopologyChanged, graph.nodes[i].get(), now.before[edge]};
    if (const auto* child = std::get_if<child_graph_work>(&now.what)) {
      const difference inner = compare(*std::get<child_graph_work>(old.what).graph, *child->graph);
      if (inner.result != cudaGraphExecUpdateSuccess) return inner;
    }
    if (const auto* conditional = std::get_if<conditional_work>(&now.what)) {
      const auto& before = std::get<conditional_work>(old.what);
      if (before.on != conditional->on || before.type != conditional->type ||
          before.bodies.size() != conditional->bodies.size())
        return {cudaGraphExecUpdateErrorParametersChanged, graph.nodes[i].get()};
      for (std::size_t body = 0; body < before.bodies.size(); ++body) {
        const difference inner = compare(*before.bodies[body], *conditional->bodies[body]);
        if (inner.result != cudaGraphExecUpdateSuccess) return inner;
      }
    }
  }
  return {};
}

void take_over(CUgraph_st& exec, const CUgraph_st& graph) {
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (auto* child = std::get_if<child_graph_work>(&exec.nodes[i]->what))
      take_over(*child->graph, *std::get<child_graph_work>(graph.nodes[i]->what).graph);
    else if (auto* conditional = std::get_if<conditional_work>(&exec.nodes[i]->what))
      for (std::size_t body = 0; body < conditional->bodies.size(); ++body)
        take_over(*conditional->bodies[body],
                  *std::get<conditional_work>(graph.nodes[i]->what).bodies[body]);
    else
      exec.nodes[i]->what = graph.nodes[i]->what;
  }
}

}  // namespace

CUgraphExec_st& require_exec(cudaGraphExec_t exec) {
  require(exec != nullptr && execs().contains(exec), cudaErrorInvalidValue);
  return *exec;
}

CUgraphNode_st& node_in(cudaGraphExec_t exec, cudaGraphNode_t original) {
  CUgraphNode_st* found = find_copy(*require_exec(exec).graph, &require_node(original));
  require(found != nullptr, cudaErrorInvalidValue);
  return *found;
}

void forget_execs() { execs().clear(); }

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                     unsigned long long flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(exec != nullptr, cudaErrorInvalidValue);
    *exec = instantiate(graph, flags);
  });
}

extern "C" cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                            unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

extern "C" cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                      cudaGraphInstantiateParams* parameters) {
  return api_call(__func__, context_use::needed, [&] {
    require(exec != nullptr && parameters != nullptr, cudaErrorInvalidValue);
    parameters->errNode_out = nullptr;
    parameters->result_out = cudaGraphInstantiateError;
    const CUgraph_st& source = require_graph(graph);
    if (!source.nodes.empty() && in_order(source).empty())
      parameters->result_out = cudaGraphInstantiateInvalidStructure;
    *exec = instantiate(graph, parameters->flags);
    parameters->result_out = cudaGraphInstantiateSuccess;
  });
}
PER_THREAD_NAME(cudaGraphInstantiateWithParams, _ptsz)

extern "C" cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(flags != nullptr, cudaErrorInvalidValue);
    *flags = require_exec(exec).flags;
  });
}

extern "C" cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return api_call(__func__, context_use::needed,
                  [&] { require(execs().remove(exec), cudaErrorInvalidValue); });
}

extern "C" cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    const CUgraphExec_st& launched = require_exec(exec);
    require_not_capturing(stream);
    const stream_scope scope(stream);
    launch(launched);
  });
}
PER_THREAD_NAME(cudaGraphLaunch, _ptsz)

// There is nothing to bring to the device.
extern "C" cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  return api_call(__func__, context_use::needed, [&] {
    require_exec(exec);
    require_stream(stream);
  });
}
PER_THREAD_NAME(cudaGraphUpload, _ptsz)

extern "C" cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                           cudaGraphExecUpdateResultInfo* info) {
  return api_call(__func__, context_use::needed, [&] {
    require(info != nullptr, cudaErrorInvalidValue);
    *info = {cudaGraphExecUpdateError, nullptr, nullptr};
    CUgraph_st& old = *require_exec(exec).graph;
    const CUgraph_st& now = require_graph(graph);
    const difference found = compare(old, now);
    *info = {found.result, found.node, found.from};
    require(found.result == cudaGraphExecUpdateSuccess, cudaErrorGraphExecUpdateFailure);
    take_over(old, now);
  });
}
