// Graphs as a whole: made, copied, queried, changed in their edges.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api_call.hpp"
#include "cudart/graphs/edges.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/node_parameters.hpp"

using namespace lockstep::cudart;

extern "C" cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(graph != nullptr && flags == 0, cudaErrorInvalidValue);
    *graph = hand_out(std::make_unique<CUgraph_st>());
  });
}

extern "C" cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return api_call(__func__, context_use::needed, [&] { take_back(graph); });
}

extern "C" cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return api_call(__func__, context_use::needed, [&] {
    require(clone != nullptr, cudaErrorInvalidValue);
    const CUgraph_st& original = require_graph(graph);
    require(!has_memory_nodes(original), cudaErrorNotSupported);
    *clone = hand_out(copy_of(original));
  });
}

extern "C" cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                                cudaGraph_t clone) {
  return api_call(__func__, context_use::needed, [&] {
    require(node != nullptr, cudaErrorInvalidValue);
    CUgraphNode_st* found = find_copy(require_graph(clone), &require_node(original));
    require(found != nullptr, cudaErrorInvalidValue);
    *node = found;
  });
}

extern "C" cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  return api_call(__func__, context_use::needed, [&] {
    node_list all;
    for (const auto& node : require_graph(graph).nodes) all.push_back(node.get());
    give_nodes(all, nodes, nullptr, count);
  });
}

extern "C" cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                             size_t* count) {
  return api_call(__func__, context_use::needed, [&] {
    node_list roots;
    for (const auto& node : require_graph(graph).nodes)
      if (node->before.empty()) roots.push_back(node.get());
    give_nodes(roots, nodes, nullptr, count);
  });
}

extern "C" cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from,
                                         cudaGraphNode_t* to, cudaGraphEdgeData* edges,
                                         size_t* count) {
  return api_call(__func__, context_use::needed, [&] {
    require((from == nullptr) == (to == nullptr) && count != nullptr, cudaErrorInvalidValue);
    node_list begins, ends;
    for (const auto& node : require_graph(graph).nodes)
      for (CUgraphNode_st* earlier : node->before) {
        begins.push_back(earlier);
        ends.push_back(node.get());
      }
    size_t also = *count;
    give_nodes(begins, from, edges, count);
    give_nodes(ends, to, nullptr, &also);
  });
}

extern "C" cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before,
                                                    cudaGraphEdgeData* edges, size_t* count) {
  return api_call(__func__, context_use::needed,
                  [&] { give_nodes(require_node(node).before, before, edges, count); });
}

extern "C" cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                      cudaGraphNode_t* dependents,
                                                      cudaGraphEdgeData* edges, size_t* count) {
  return api_call(__func__, context_use::needed,
                  [&] { give_nodes(after(require_node(node)), dependents, edges, count); });
}

extern "C" cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return api_call(__func__, context_use::needed, [&] {
    require(type != nullptr, cudaErrorInvalidValue);
    *type = type_of(require_node(node).what);
  });
}

extern "C" cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                const cudaGraphNode_t* to,
                                                const cudaGraphEdgeData* edges, size_t count) {
  return api_call(__func__, context_use::needed, [&] {
    CUgraph_st& where = require_graph(graph);
    const node_list begins = nodes_of(where, from, edges, count);
    const node_list ends = nodes_of(where, to, nullptr, count);
    for (size_t i = 0; i < count; ++i) {
      node_list& before = ends[i]->before;
      require(begins[i] != ends[i], cudaErrorInvalidValue);
      // An edge that is there already is an error.
      require(std::count(before.begin(), before.end(), begins[i]) == 0, cudaErrorInvalidValue);
      before.push_back(begins[i]);
    }
  });
}

extern "C" cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                                   const cudaGraphNode_t* to,
                                                   const cudaGraphEdgeData* edges, size_t count) {
  return api_call(__func__, context_use::needed, [&] {
    CUgraph_st& where = require_graph(graph);
    const node_list begins = nodes_of(where, from, edges, count);
    const node_list ends = nodes_of(where, to, nullptr, count);
    for (size_t i = 0; i < count; ++i) {
      node_list& before = ends[i]->before;
      const auto found = std::find(before.begin(), before.end(), begins[i]);
      require(found != before.end(), cudaErrorInvalidValue);
      before.erase(found);
    }
  });
}

extern "C" cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return api_call(__func__, context_use::needed, [&] {
    const CUgraphNode_st& gone = require_node(node);
    require(!std::holds_alternative<allocate_work>(gone.what) &&
                !std::holds_alternative<free_work>(gone.what),
            cudaErrorNotSupported);
    for (CUgraphNode_st* later : after(gone))
      later->before.erase(std::find(later->before.begin(), later->before.end(), node));
    auto& nodes = gone.graph->nodes;
    nodes.erase(std::find_if(nodes.begin(), nodes.end(),
                             [&](const auto& each) { return each.get() == node; }));
  });
}
