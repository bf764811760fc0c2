#include "cudart/streams/stream_order.hpp"

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "cudart/environment.hpp"
#include "cudart/graphs/graph.hpp"
#include "cudart/observations/objects.hpp"
#include "cudart/observations/observations.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/launch_overlap.hpp"
#include "cudart/streams/stream.hpp"
#include "cudart/streams/stream_state.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {
namespace {

template <class F>
void with_monitor(F f) {
  checks::monitor* const monitor = runtime::get().monitor.get();
  if (monitor == nullptr) return;
  const std::scoped_lock lock(monitor->mutex);
  f(monitor->host_order);
}

// Of each order that is kept, and its part of a mark.
template <class F>
void with_orders(F f) {
  with_monitor([&](checks::streams& order) { f(order, &order_marks::of_checks); });
  launch_overlap* const launches = launch_overlap::asked_for();
  if (launches == nullptr) return;
  const std::scoped_lock lock(launches->mutex);
  f(launches->order, &order_marks::of_launches);
}

template <class F>
void host_waits(F f) {
  with_orders(f);
  if (checks::monitor* const monitor = runtime::get().monitor.get(); monitor != nullptr) {
    const std::scoped_lock lock(monitor->mutex);
    monitor->host_has_waited();
  }
  if (launch_overlap* const launches = launch_overlap::asked_for(); launches != nullptr) {
    const std::scoped_lock lock(launches->mutex);
    launches->host_has_waited();
  }
}

using mark = checks::event_ref order_marks::*;

}  // namespace

checks::stream_id id_of(cudaStream_t stream) {
  const CUstream_st& s = stream_at(stream);
  const bool legacy = is_legacy(stream);
  return {reinterpret_cast<std::uint64_t>(&s), legacy, (s.flags & cudaStreamNonBlocking) == 0};
}

namespace {
thread_local std::optional<checks::stream_id> current;
}

stream_scope::stream_scope(const checks::stream_id& stream)
    : outer_(std::exchange(current, stream)) {}
stream_scope::stream_scope(cudaStream_t stream)
    : stream_scope(runtime::get().monitor == nullptr && launch_overlap::asked_for() == nullptr
                       ? checks::stream_id()
                       : id_of(stream)) {}
stream_scope::~stream_scope() { current = outer_; }

checks::stream_id stream_of_work() { return current.value_or(checks::stream_id()); }

graph_order::graph_order() {
  with_orders([&](checks::streams& order, mark its) {
    done_[nullptr].*its = order.mark(stream_of_work());
  });
}

graph_order::~graph_order() {
  with_orders([&](checks::streams& order, mark its) {
    for (const auto& [node, marks] : done_) order.wait(stream_of_work(), marks.*its);
  });
}

void graph_order::run(const CUgraphNode_st& node) {
  const checks::stream_id own{reinterpret_cast<std::uint64_t>(&node), false, false};
  with_orders([&](checks::streams& order, mark its) {
    order.wait(own, done_[nullptr].*its);
    for (const CUgraphNode_st* before : node.before) order.wait(own, done_[before].*its);
  });
  const stream_scope scope(own);
  if (node.enabled) cudart::run(node.what);
  with_orders([&](checks::streams& order, mark its) { done_[&node].*its = order.mark(own); });
}

namespace {

void record_copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  runtime& process = runtime::get();
  const bool reads = process.memory.find(from) != nullptr;
  const bool writes = process.memory.find(to) != nullptr;
  if (reads && writes)
    process.provenance.host_copies(to, from, bytes);
  else if (reads)
    process.provenance.host_reads(from, bytes);
  else if (writes)
    process.provenance.host_writes(to, bytes);
}

// The host gets what nobody has written. Programs copy whole buffers of which a part is in use: a
// bug is certain only where all of it is missing.
void report_unwritten(const char* call, const checks::transfer::for_host& copied) {
  const bool is_whole = copied.unwritten == copied.bytes;
  if (copied.unwritten == 0 || !settings().host_copies) return;
  if (!is_whole && !settings().tools.strict) return;
  static std::set<std::vector<std::uintptr_t>> reported;
  protocol::finding f;
  f.kind = protocol::finding_kind::uninitialized_read;
  f.space = protocol::memory_space::global;
  f.where.kind = protocol::access_kind::read;
  f.where.call = call;
  f.where.return_addresses = return_addresses();
  if (!reported.insert(f.where.return_addresses).second) return;
  if (is_whole) {
    f.message = protocol::phrase("copies-unwritten",
                                 "{} copies {} bytes to the host, none of which has been written",
                                 call, copied.bytes);
    f.advice =
        protocol::phrase("fill-before-copy",
                         "check that the kernel that should fill this memory was launched and "
                         "stores to this pointer, and that this is the pointer you meant");
  } else {
    f.severity = protocol::finding_severity::warning;
    f.message = protocol::phrase("copies-unwritten-part",
                                 "{} copies {} bytes to the host, of which {} were never written, "
                                 "the first of them at byte {}",
                                 call, copied.bytes, copied.unwritten, copied.first);
    f.advice = protocol::phrase("fill-all-before-copy",
                                "let threads write all of it, or copy only what they have written");
  }
  report_finding(std::move(f));
}

}  // namespace

checked_transfer::checked_transfer(const char* call) : call_(call) {
  // In the default stream it is between what other streams did before and what they do later.
  if (launch_overlap* const launches = launch_overlap::asked_for(); launches != nullptr) {
    const std::scoped_lock lock(launches->mutex);
    if (const checks::stream_id in = stream_of_work(); in.legacy)
      launches->order.wait(in, launches->order.mark(in));
  }
  checks::monitor* const monitor = runtime::get().monitor.get();
  if (monitor == nullptr) return;
  const bool host_waits = !std::string_view(call).ends_with("Async");
  checks_ = std::make_unique<checks::transfer>(*monitor, stream_of_work(), call, host_waits,
                                               return_addresses);
}

checked_transfer::~checked_transfer() {
  if (checks_ == nullptr) return;
  report_unwritten(call_, checks_->to_host());
  for (protocol::finding& found : runtime::get().monitor->found.take())
    report_finding(std::move(found));
}

void checked_transfer::writes(std::uint64_t address, std::uint64_t bytes) {
  if (auto& to = runtime::get().provenance; to.recording()) to.host_writes(address, bytes);
  if (checks_ != nullptr) checks_->writes(address, bytes);
}

void checked_transfer::copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (runtime::get().provenance.recording()) record_copy(to, from, bytes);
  if (checks_ != nullptr) checks_->copies(to, from, bytes);
}

void note_free(cudaStream_t stream, std::uint64_t address, std::uint64_t bytes) {
  bool is_alone = true;
  with_monitor([&](checks::streams& order) { is_alone = order.is_behind_all(id_of(stream)); });
  if (is_alone) return;
  const stream_scope scope(stream);
  checked_transfer("cudaFreeAsync").writes(address, bytes);
}

void note_record(cudaEvent_t event, cudaStream_t stream) {
  with_orders(
      [&](checks::streams& order, mark its) { event->mark.*its = order.mark(id_of(stream)); });
}

void note_record_in_work(cudaEvent_t event) {
  with_orders(
      [&](checks::streams& order, mark its) { event->mark.*its = order.mark(stream_of_work()); });
}

void note_wait_in_work(cudaEvent_t event) {
  with_orders(
      [&](checks::streams& order, mark its) { order.wait(stream_of_work(), event->mark.*its); });
}

void note_wait(cudaStream_t stream, cudaEvent_t event) {
  with_orders(
      [&](checks::streams& order, mark its) { order.wait(id_of(stream), event->mark.*its); });
}

void note_host_wait(cudaStream_t stream) {
  host_waits([&](checks::streams& order, mark) { order.host_waits(id_of(stream)); });
}

void note_host_wait_in_work() {
  host_waits([](checks::streams& order, mark) { order.host_waits(stream_of_work()); });
}

void note_host_wait(cudaEvent_t event) {
  host_waits([&](checks::streams& order, mark its) { order.host_waits(event->mark.*its); });
}

void note_host_wait_for_device() {
  host_waits([](checks::streams& order, mark) { order.host_waits_for_all(); });
}

bool host_may_go_on(std::uint64_t address, bool writes) {
  const runtime& process = runtime::get();
  checks::monitor* const monitor = process.monitor.get();
  if (monitor == nullptr || process.memory.is_device_range(address)) return false;
  const auto range = process.memory.find_range(address);
  if (!range || !range->host_has_own_view()) return false;
  std::vector<protocol::finding> found;
  {
    const std::scoped_lock lock(monitor->mutex);
    if (!monitor->host_uses(address, writes, current ? &*current : nullptr)) return false;
    found = monitor->found.take();
  }
  for (protocol::finding& race : found) {
    if (race.other) race.other->return_addresses = return_addresses();
    report_finding(std::move(race));
  }
  return true;
}

}  // namespace lockstep::cudart
