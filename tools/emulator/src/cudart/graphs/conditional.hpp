// Conditions of graphs: values that kernels set, and that decide whether, how often or which body
// of a conditional node runs.
//
// A handle is the address of the value, so that device code can set it as it writes any other
// memory.
#pragma once

#include <driver_types.h>

#include <cstdint>
#include <memory>

#include "cudart/streams/work.hpp"

namespace lockstep::cudart {

struct condition {
  std::uint64_t address;
  unsigned initial;
  bool is_assigned;  // `initial`, whenever the graph is launched

  condition(unsigned value, bool assigned);
  ~condition();
  condition(const condition&) = delete;
  condition& operator=(const condition&) = delete;

  unsigned value() const;
  void set(unsigned value) const;
};

// The condition of a graph that this is the handle of. Throws failure{cudaErrorInvalidValue} if
// there is none.
std::shared_ptr<condition> condition_at(cudaGraphConditionalHandle handle);

// A node with empty bodies, for which it tells the program where they are. Throws failure.
conditional_work work_of(const char* call, cudaConditionalNodeParams& parameters);

void run_conditional(const conditional_work& what);

// Before a launch: gives the conditions of this graph and of its bodies their default values.
void assign_defaults(const CUgraph_st& graph);

}  // namespace lockstep::cudart
