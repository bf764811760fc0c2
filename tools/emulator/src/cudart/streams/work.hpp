// The pieces of work that a program puts into streams and graphs.
//
// In a stream, work is done at the call; while the stream captures, and in a graph, it is kept and
// done whenever the graph is launched. Both go through here, so that a captured call does just what
// the call itself does.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "cudart/launches/launch_limits.hpp"
#include "cudart/registry.hpp"

struct CUgraph_st;
struct CUgraphNode_st;

namespace lockstep::cudart {

struct empty_work {};

struct kernel_work {
  registered_kernel* kernel = nullptr;
  launch_configuration launch;
  bool cooperative = false;
  std::vector<std::byte> parameters;  // the kernel's parameter buffer
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes;  // of a graph's node
};

// Also what has fewer dimensions, or an array at one end.
struct copy_work {
  const char* call = nullptr;  // for messages: "cudaMemcpyAsync"
  cudaMemcpy3DParms what{};
};

struct fill_work {
  const char* call = nullptr;
  cudaMemsetParams what{};
};

struct host_work {
  cudaHostFn_t function = nullptr;
  void* data = nullptr;
};

struct event_record_work {
  cudaEvent_t event = nullptr;
};

// What the event marks is done already when this is.
struct event_wait_work {
  cudaEvent_t event = nullptr;
};

// A graph of its own, which the node that has it owns.
struct child_graph_work {
  std::shared_ptr<CUgraph_st> graph;
};

// Bodies that run or do not, as a condition is when their turn comes. The node owns them.
struct condition;
struct conditional_work {
  std::shared_ptr<condition> on;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<CUgraph_st>> bodies;
  std::shared_ptr<std::vector<cudaGraph_t>> handles;  // of the bodies, for the program
};

// Memory of a graph: its address is fixed when the node is made.
struct graph_memory;
struct allocate_work {
  std::shared_ptr<graph_memory> memory;
};
struct free_work {
  std::shared_ptr<graph_memory> memory;
};

using work =
    std::variant<empty_work, kernel_work, copy_work, fill_work, host_work, event_record_work,
                 event_wait_work, child_graph_work, allocate_work, free_work, conditional_work>;

// Both throw failure. What passes the check can still fail later: memory may be freed meanwhile.
void check(const work& what);
void run(const work& what);
// The nodes of a graph, each after those it depends on.
void run_nodes(const std::vector<CUgraphNode_st*>& ordered);

}  // namespace lockstep::cudart
