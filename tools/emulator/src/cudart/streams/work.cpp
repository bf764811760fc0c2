#include "cudart/streams/work.hpp"

#include "cudart/api_call.hpp"
#include "cudart/graphs/conditional.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/graphs/graph_memory.hpp"
#include "cudart/launches/launch.hpp"
#include "cudart/memory/copy.hpp"
#include "cudart/memory/memset.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/event.hpp"
#include "cudart/streams/stream_order.hpp"

namespace lockstep::cudart {
namespace {

struct checker {
  void operator()(const empty_work&) const {}
  void operator()(const kernel_work& kernel) const { check_launch(kernel); }
  void operator()(const copy_work& copy) const { check_copy(copy); }
  void operator()(const fill_work& fill) const { check_fill(fill); }
  void operator()(const host_work& host) const {
    require(host.function != nullptr, cudaErrorInvalidValue);
  }
  void operator()(const event_record_work& record) const { require_event(record.event); }
  void operator()(const event_wait_work& wait) const { require_event(wait.event); }
  void operator()(const child_graph_work&) const {}
  void operator()(const allocate_work&) const {}
  void operator()(const free_work&) const {}
  void operator()(const conditional_work&) const {}
};

void count_on_trial() {
  if (runtime::get().on_trial.active()) runtime::get().on_trial.add_other_work();
}

struct runner {
  void operator()(const empty_work&) const {}
  void operator()(const kernel_work& kernel) const { run_launch(kernel); }
  void operator()(const copy_work& copy) const {
    run_copy(copy);
    count_on_trial();
  }
  void operator()(const fill_work& fill) const {
    run_fill(fill);
    count_on_trial();
  }
  void operator()(const host_work& host) const {
    if (runtime::get().fault.pending()) return;
    // By whatever means it tells the program, that knows then what has ended before it.
    note_host_wait_in_work();
    host.function(host.data);
  }
  void operator()(const event_record_work& record) const {
    record_event(record.event);
    note_record_in_work(record.event);
  }
  void operator()(const event_wait_work& wait) const {
    require_event(wait.event);
    note_wait_in_work(wait.event);
  }
  void operator()(const child_graph_work& child) const { run_nodes(in_order(*child.graph)); }
  void operator()(const allocate_work& allocate) const { allocate.memory->allocate(); }
  void operator()(const free_work& free) const { free.memory->free(); }
  void operator()(const conditional_work& conditional) const { run_conditional(conditional); }
};

}  // namespace

void check(const work& what) { std::visit(checker{}, what); }

void run(const work& what) { std::visit(runner{}, what); }

void run_nodes(const std::vector<CUgraphNode_st*>& ordered) {
  graph_order order;
  for (const CUgraphNode_st* node : ordered) order.run(*node);
}

}  // namespace lockstep::cudart
