// Graphs: pieces of work and what must come before each.
#pragma once

#include <driver_types.h>

#include <memory>
#include <vector>

#include "cudart/streams/work.hpp"

struct CUuserObject_st;

struct CUgraphNode_st {
  CUgraph_st* graph;
  lockstep::cudart::work what;
  std::vector<CUgraphNode_st*> before;       // what it depends on, each once
  const CUgraphNode_st* original = nullptr;  // the node that this one is a copy of
  bool enabled = true;                       // in an executable graph
  std::vector<void*> arguments;              // that a query of a kernel node gave out

  CUgraphNode_st(CUgraph_st* owner, lockstep::cudart::work kept);
  ~CUgraphNode_st();
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in the order in which they were made
  std::vector<std::shared_ptr<CUuserObject_st>> user_objects;  // once for each reference
  std::vector<std::shared_ptr<lockstep::cudart::condition>> conditions;
  bool is_child = false;  // belongs to a node, which alone may destroy it
  const CUgraph_st* original = nullptr;

  CUgraph_st();
  ~CUgraph_st();
};

namespace lockstep::cudart {

using node_list = std::vector<CUgraphNode_st*>;

// Throw failure{cudaErrorInvalidValue} if there is no such graph, or node.
CUgraph_st& require_graph(cudaGraph_t graph);
CUgraphNode_st& require_node(cudaGraphNode_t node);

// Adds a node after those in `before`. Throws failure{cudaErrorInvalidValue} if one of them is not
// of this graph, or is named twice.
CUgraphNode_st* add_node(CUgraph_st& graph, work what, const node_list& before);

// The nodes that come directly after.
node_list after(const CUgraphNode_st& node);

// All nodes, each after those it depends on, otherwise in the order in which they were made. Empty
// if the graph has a cycle.
node_list in_order(const CUgraph_st& graph);

// A copy with the same nodes in the same order; each names its original.
std::unique_ptr<CUgraph_st> copy_of(const CUgraph_st& graph);

// The copy in `graph` of a node. nullptr if it has none.
CUgraphNode_st* find_copy(const CUgraph_st& graph, const CUgraphNode_st* original);

bool has_memory_nodes(const CUgraph_st& graph);

// A new graph in the program's hands, which cudaGraphDestroy ends.
cudaGraph_t hand_out(std::unique_ptr<CUgraph_st> graph);
// Takes it back, and ends it. Throws failure{cudaErrorInvalidValue} if it is not the program's.
void take_back(cudaGraph_t graph);

// Destroys all (cudaDeviceReset).
void forget_graphs();

}  // namespace lockstep::cudart
