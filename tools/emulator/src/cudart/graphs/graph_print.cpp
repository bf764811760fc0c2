// A graph as a picture, in the DOT language.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cudart/api_call.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/node_parameters.hpp"

using namespace lockstep::cudart;

namespace {

std::string label_of(const work& what) {
  static constexpr const char* types[] = {
      "kernel",       "copy", "fill", "host",     "graph", "empty", "wait",
      "event record", "",     "",     "allocate", "free",  "",      "conditional"};
  const auto* kernel = std::get_if<kernel_work>(&what);
  if (kernel == nullptr) return types[type_of(what)];
  const dim3 &grid = kernel->launch.grid, &block = kernel->launch.block;
  return fmt::format("{}\\n<<<({}, {}, {}), ({}, {}, {}), {}>>>",
                     facts_of(*kernel->kernel).display_name, grid.x, grid.y, grid.z, block.x,
                     block.y, block.z, kernel->launch.shared);
}

}  // namespace

extern "C" cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned) {
  return api_call(__func__, context_use::needed, [&] {
    const CUgraph_st& printed = require_graph(graph);
    require(path != nullptr, cudaErrorInvalidValue);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), std::fclose);
    require(file != nullptr, cudaErrorOperatingSystem);
    fmt::print(file.get(), "digraph {{\n");
    for (const auto& node : printed.nodes)
      fmt::print(file.get(), "  \"{}\" [label=\"{}\"];\n", fmt::ptr(node.get()),
                 label_of(node->what));
    for (const auto& node : printed.nodes)
      for (const CUgraphNode_st* earlier : node->before)
        fmt::print(file.get(), "  \"{}\" -> \"{}\";\n", fmt::ptr(earlier), fmt::ptr(node.get()));
    fmt::print(file.get(), "}}\n");
  });
}
