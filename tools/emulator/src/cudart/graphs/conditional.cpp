#include "cudart/graphs/conditional.hpp"

#include <cuda_runtime_api.h>

#include <cstring>
#include <map>
#include <mutex>
#include <new>

#include "cudart/api_call.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

struct living_conditions {
  std::mutex mutex;
  std::map<std::uint64_t, std::weak_ptr<condition>> conditions;
};

living_conditions& known() {
  static auto& made_once = *new living_conditions;
  return made_once;
}

std::shared_ptr<condition> make_condition(unsigned value, unsigned flags) {
  require((flags & ~unsigned{cudaGraphCondAssignDefault}) == 0, cudaErrorInvalidValue);
  auto made = std::make_shared<condition>(value, (flags & cudaGraphCondAssignDefault) != 0);
  const std::scoped_lock lock(known().mutex);
  known().conditions[made->address] = made;
  return made;
}

void run_body(const conditional_work& what, std::size_t number) {
  run_nodes(in_order(*what.bodies[number]));
}

}  // namespace

condition::condition(unsigned value, bool assigned) : initial(value), is_assigned(assigned) {
  const memory::allocation* const made =
      runtime::get().memory.allocate(memory::allocation_kind::system, sizeof(unsigned));
  if (made == nullptr) throw failure{cudaErrorMemoryAllocation};
  address = made->address;
  set(value);
}

condition::~condition() {
  {
    const std::scoped_lock lock(known().mutex);
    known().conditions.erase(address);
  }
  runtime::get().memory.release(address);
}

unsigned condition::value() const {
  unsigned value = 0;
  if (const auto range = runtime::get().memory.find_range(address))
    std::memcpy(&value, range->host, sizeof value);
  return value;
}

void condition::set(unsigned value) const {
  if (const auto range = runtime::get().memory.find_range(address))
    std::memcpy(range->host, &value, sizeof value);
}

std::shared_ptr<condition> condition_at(cudaGraphConditionalHandle handle) {
  const std::scoped_lock lock(known().mutex);
  const auto found = known().conditions.find(handle);
  require(found != known().conditions.end(), cudaErrorInvalidValue);
  auto one = found->second.lock();
  require(one != nullptr, cudaErrorInvalidValue);
  return one;
}

conditional_work work_of(const char*, cudaConditionalNodeParams& p) {
  const bool is_size_right = p.type == cudaGraphCondTypeIf       ? p.size == 1 || p.size == 2
                             : p.type == cudaGraphCondTypeWhile  ? p.size == 1
                             : p.type == cudaGraphCondTypeSwitch ? p.size > 0
                                                                 : false;
  require(is_size_right, cudaErrorInvalidValue);
  conditional_work work{condition_at(p.handle), p.type, {}, {}};
  work.handles = std::make_shared<std::vector<cudaGraph_t>>();
  for (unsigned i = 0; i < p.size; ++i) {
    work.bodies.push_back(std::make_shared<CUgraph_st>());
    work.bodies.back()->is_child = true;
    work.handles->push_back(work.bodies.back().get());
  }
  p.phGraph_out = work.handles->data();
  return work;
}

void run_conditional(const conditional_work& what) {
  const runtime& process = runtime::get();
  const unsigned value = what.on->value();
  switch (what.type) {
    case cudaGraphCondTypeIf:
      if (value != 0)
        run_body(what, 0);
      else if (what.bodies.size() > 1)
        run_body(what, 1);
      return;
    case cudaGraphCondTypeWhile:
      while (what.on->value() != 0 && !process.fault.pending()) run_body(what, 0);
      return;
    case cudaGraphCondTypeSwitch:
      if (value < what.bodies.size()) run_body(what, value);
      return;
  }
}

void assign_defaults(const CUgraph_st& graph) {
  for (const auto& one : graph.conditions)
    if (one->is_assigned) one->set(one->initial);
  for (const auto& node : graph.nodes)
    if (const auto* conditional = std::get_if<conditional_work>(&node->what))
      for (const auto& body : conditional->bodies) assign_defaults(*body);
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle,
                                                        cudaGraph_t graph, unsigned value,
                                                        unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(handle != nullptr, cudaErrorInvalidValue);
    CUgraph_st& of = require_graph(graph);
    of.conditions.push_back(make_condition(value, flags));
    *handle = of.conditions.back()->address;
  });
}
