// Edges of graphs as the API passes them: arrays of nodes, with annotations that may only be the
// default here.
#pragma once

#include <driver_types.h>

#include <cstddef>

#include "cudart/graphs/graph.hpp"

namespace lockstep::cudart {

// Annotations that ask for more than full completion (programmatic dependent launch) are refused by
// name. Throws failure.
void require_plain_edges(const cudaGraphEdgeData* edges, std::size_t count);

// `count` default annotations, which stay valid.
const cudaGraphEdgeData* plain_edges(std::size_t count);

// The nodes that an array names. Throws failure{cudaErrorInvalidValue} if one is not of this graph.
node_list nodes_of(CUgraph_st& graph, const cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges,
                   std::size_t count);

// Answers a query: the number alone if there is no array, otherwise as many as fit, with the rest
// of the array cleared.
void give_nodes(const node_list& found, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                std::size_t* count);

}  // namespace lockstep::cudart
