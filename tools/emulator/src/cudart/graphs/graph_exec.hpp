// Executable graphs: a copy of a graph, in the order in which its nodes run.
#pragma once

#include <memory>

#include "cudart/graphs/graph.hpp"

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;  // each node names its original
  lockstep::cudart::node_list order;
  unsigned long long flags = 0;
};

namespace lockstep::cudart {

// Throws failure{cudaErrorInvalidValue} if there is none.
CUgraphExec_st& require_exec(cudaGraphExec_t exec);

// The node of an executable graph that was made from `original`. Throws
// failure{cudaErrorInvalidValue}.
CUgraphNode_st& node_in(cudaGraphExec_t exec, cudaGraphNode_t original);

// Destroys all (cudaDeviceReset).
void forget_execs();

}  // namespace lockstep::cudart
