#include "cudart/stream_order.hpp"

#include <optional>

#include "cudart/runtime.hpp"
#include "cudart/stream.hpp"
#include "cudart/stream_state.hpp"

namespace lockstep::cudart {
namespace {

template <class F>
void with_monitor(F f) {
  checks::monitor* const monitor = runtime::get().monitor.get();
  if (monitor == nullptr) return;
  const std::scoped_lock lock(monitor->mutex);
  f(monitor->host_order);
}

}  // namespace

checks::stream_id id_of(cudaStream_t stream) {
  const CUstream_st& s = stream_at(stream);
  const bool legacy = is_legacy(stream);
  return {reinterpret_cast<std::uint64_t>(&s), legacy, (s.flags & cudaStreamNonBlocking) == 0};
}

namespace {
thread_local std::optional<checks::stream_id> of_graph;
}

checks::stream_id stream_of_launch(cudaStream_t stream) {
  return of_graph ? *of_graph : id_of(stream);
}

graph_launch::graph_launch(cudaStream_t into) { of_graph = id_of(into); }
graph_launch::~graph_launch() { of_graph.reset(); }

void note_record(cudaEvent_t event, cudaStream_t stream) {
  with_monitor([&](checks::streams& order) { event->mark = order.mark(id_of(stream)); });
}

void note_wait(cudaStream_t stream, cudaEvent_t event) {
  with_monitor([&](checks::streams& order) { order.wait(id_of(stream), event->mark); });
}

void note_host_wait(cudaStream_t stream) {
  with_monitor([&](checks::streams& order) { order.host_waits(id_of(stream)); });
}

void note_host_wait(cudaEvent_t event) {
  with_monitor([&](checks::streams& order) { order.host_waits(event->mark); });
}

void note_host_wait_for_device() {
  with_monitor([](checks::streams& order) { order.host_waits_for_all(); });
}

}  // namespace lockstep::cudart
