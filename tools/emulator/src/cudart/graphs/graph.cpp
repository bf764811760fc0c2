#include "cudart/graphs/graph.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "cudart/api_call.hpp"
#include "cudart/handle_set.hpp"

namespace lockstep::cudart {
namespace {

// Handles that are valid now: of the program's graphs, and of those that belong to nodes.
struct living {
  std::mutex mutex;
  std::unordered_set<const void*> graphs, nodes;
};

living& alive() {
  static auto& made_once = *new living;
  return made_once;
}

handle_set<CUgraph_st>& handed_out() {
  static auto& made_once = *new handle_set<CUgraph_st>;
  return made_once;
}

}  // namespace
}  // namespace lockstep::cudart

using namespace lockstep::cudart;

CUgraphNode_st::CUgraphNode_st(CUgraph_st* owner, work kept) : graph(owner), what(std::move(kept)) {
  const std::scoped_lock lock(alive().mutex);
  alive().nodes.insert(this);
}

CUgraphNode_st::~CUgraphNode_st() {
  const std::scoped_lock lock(alive().mutex);
  alive().nodes.erase(this);
}

CUgraph_st::CUgraph_st() {
  const std::scoped_lock lock(alive().mutex);
  alive().graphs.insert(this);
}

CUgraph_st::~CUgraph_st() {
  const std::scoped_lock lock(alive().mutex);
  alive().graphs.erase(this);
}

namespace lockstep::cudart {

CUgraph_st& require_graph(cudaGraph_t graph) {
  const std::scoped_lock lock(alive().mutex);
  require(alive().graphs.count(graph) > 0, cudaErrorInvalidValue);
  return *graph;
}

CUgraphNode_st& require_node(cudaGraphNode_t node) {
  const std::scoped_lock lock(alive().mutex);
  require(alive().nodes.count(node) > 0, cudaErrorInvalidValue);
  return *node;
}

CUgraphNode_st* add_node(CUgraph_st& graph, work what, const node_list& before) {
  for (auto each = before.begin(); each != before.end(); ++each) {
    require(require_node(*each).graph == &graph, cudaErrorInvalidValue);
    require(std::find(before.begin(), each, *each) == each, cudaErrorInvalidValue);
  }
  graph.nodes.push_back(std::make_unique<CUgraphNode_st>(&graph, std::move(what)));
  graph.nodes.back()->before = before;
  return graph.nodes.back().get();
}

node_list after(const CUgraphNode_st& node) {
  node_list found;
  for (const auto& other : node.graph->nodes)
    if (std::count(other->before.begin(), other->before.end(), &node) > 0)
      found.push_back(other.get());
  return found;
}

node_list in_order(const CUgraph_st& graph) {
  node_list ordered;
  std::unordered_set<const CUgraphNode_st*> done;
  const auto ready = [&](const CUgraphNode_st& node) {
    return std::all_of(node.before.begin(), node.before.end(),
                       [&](const CUgraphNode_st* earlier) { return done.count(earlier) > 0; });
  };
  for (bool progress = true; progress && ordered.size() < graph.nodes.size();) {
    progress = false;
    for (const auto& node : graph.nodes) {
      if (done.count(node.get()) > 0 || !ready(*node)) continue;
      done.insert(node.get());
      ordered.push_back(node.get());
      progress = true;
    }
  }
  if (ordered.size() < graph.nodes.size()) ordered.clear();
  return ordered;
}

std::unique_ptr<CUgraph_st> copy_of(const CUgraph_st& graph) {
  auto copy = std::make_unique<CUgraph_st>();
  copy->original = &graph;
  copy->user_objects = graph.user_objects;
  copy->conditions = graph.conditions;
  std::unordered_map<const CUgraphNode_st*, CUgraphNode_st*> made;
  for (const auto& node : graph.nodes) {
    work what = node->what;
    if (auto* child = std::get_if<child_graph_work>(&what)) {
      child->graph = copy_of(*child->graph);
      child->graph->is_child = true;
    }
    if (auto* conditional = std::get_if<conditional_work>(&what)) {
      conditional->handles = std::make_shared<std::vector<cudaGraph_t>>();
      for (auto& body : conditional->bodies) {
        body = copy_of(*body);
        body->is_child = true;
        conditional->handles->push_back(body.get());
      }
    }
    copy->nodes.push_back(std::make_unique<CUgraphNode_st>(copy.get(), std::move(what)));
    copy->nodes.back()->original = node.get();
    made[node.get()] = copy->nodes.back().get();
  }
  for (const auto& node : copy->nodes)
    for (const CUgraphNode_st* earlier : node->original->before)
      node->before.push_back(made.at(earlier));
  return copy;
}

CUgraphNode_st* find_copy(const CUgraph_st& graph, const CUgraphNode_st* original) {
  for (const auto& node : graph.nodes) {
    if (node->original == original) return node.get();
    if (const auto* child = std::get_if<child_graph_work>(&node->what))
      if (CUgraphNode_st* found = find_copy(*child->graph, original)) return found;
    if (const auto* conditional = std::get_if<conditional_work>(&node->what))
      for (const auto& body : conditional->bodies)
        if (CUgraphNode_st* found = find_copy(*body, original)) return found;
  }
  return nullptr;
}

bool has_memory_nodes(const CUgraph_st& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const auto& node) {
    return std::holds_alternative<allocate_work>(node->what) ||
           std::holds_alternative<free_work>(node->what);
  });
}

cudaGraph_t hand_out(std::unique_ptr<CUgraph_st> graph) {
  return handed_out().add(std::move(graph));
}

void take_back(cudaGraph_t graph) { require(handed_out().remove(graph), cudaErrorInvalidValue); }

void forget_graphs() { handed_out().clear(); }

}  // namespace lockstep::cudart
