#include "cudart/graphs/edges.hpp"

#include <cstring>
#include <deque>
#include <mutex>

#include "cudart/api_call.hpp"
#include "cudart/observations/records.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {

void require_plain_edges(const cudaGraphEdgeData* edges, std::size_t count) {
  static constexpr cudaGraphEdgeData plain{};
  for (std::size_t i = 0; edges != nullptr && i < count; ++i) {
    if (std::memcmp(&edges[i], &plain, sizeof plain) == 0) continue;
    refuse(
        refusal_reason::unsupported_call,
        protocol::phrase(
            "no-typed-edges",
            "edges of graphs with ports or types (programmatic dependent launch) are not supported "
            "by the emulator"));
    throw failure{cudaErrorNotSupported};
  }
}

const cudaGraphEdgeData* plain_edges(std::size_t count) {
  static std::mutex mutex;
  // Grown by whole arrays, so that what was given out before stays where it is.
  static auto& arrays = *new std::deque<std::vector<cudaGraphEdgeData>>;
  const std::scoped_lock lock(mutex);
  if (arrays.empty() || arrays.back().size() < count)
    arrays.emplace_back(2 * count + 16, cudaGraphEdgeData{});
  return arrays.back().data();
}

node_list nodes_of(CUgraph_st& graph, const cudaGraphNode_t* nodes, const cudaGraphEdgeData* edges,
                   std::size_t count) {
  require(count == 0 || nodes != nullptr, cudaErrorInvalidValue);
  require_plain_edges(edges, count);
  node_list list(nodes, nodes + count);
  for (CUgraphNode_st* node : list)
    require(require_node(node).graph == &graph, cudaErrorInvalidValue);
  return list;
}

void give_nodes(const node_list& found, cudaGraphNode_t* nodes, cudaGraphEdgeData* edges,
                std::size_t* count) {
  require(count != nullptr, cudaErrorInvalidValue);
  if (nodes != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) {
      nodes[i] = i < found.size() ? found[i] : nullptr;
      if (edges != nullptr) edges[i] = {};
    }
  }
  *count = nodes == nullptr ? found.size() : std::min(*count, found.size());
}

}  // namespace lockstep::cudart
