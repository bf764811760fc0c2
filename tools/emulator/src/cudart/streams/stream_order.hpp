// What calls of the program tell the checks and the model of time about the order of streams;
// nothing if both are off.
#pragma once

#include <driver_types.h>

#include <map>
#include <memory>
#include <optional>

#include "checks/transfer.hpp"
#include "cudart/streams/order_marks.hpp"

struct CUgraphNode_st;

namespace lockstep::cudart {

checks::stream_id id_of(cudaStream_t stream);

// While one lives, what the thread does counts as work of this stream.
class stream_scope {
 public:
  explicit stream_scope(const checks::stream_id& stream);
  explicit stream_scope(cudaStream_t stream);
  ~stream_scope();
  stream_scope(const stream_scope&) = delete;
  stream_scope& operator=(const stream_scope&) = delete;

 private:
  std::optional<checks::stream_id> outer_;
};
checks::stream_id stream_of_work();

// The order of a graph's nodes, which are in streams of their own between what was in the stream of
// the work before and what comes there later.
class graph_order {
 public:
  graph_order();
  ~graph_order();
  graph_order(const graph_order&) = delete;
  graph_order& operator=(const graph_order&) = delete;
  void run(const CUgraphNode_st& node);

 private:
  std::map<const CUgraphNode_st*, order_marks> done_;
};

// A copy or fill that `call` asks for, as the work that runs.
class checked_transfer {
 public:
  explicit checked_transfer(const char* call);
  ~checked_transfer();
  checked_transfer(const checked_transfer&) = delete;
  checked_transfer& operator=(const checked_transfer&) = delete;
  void writes(std::uint64_t address, std::uint64_t bytes);
  void copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);

 private:
  const char* const call_;
  std::unique_ptr<checks::transfer> checks_;
};

// The stream gives back memory that other streams may still be using.
void note_free(cudaStream_t stream, std::uint64_t address, std::uint64_t bytes);

void note_record(cudaEvent_t event, cudaStream_t stream);
void note_wait(cudaStream_t stream, cudaEvent_t event);
// The same in the stream of the work that runs.
void note_record_in_work(cudaEvent_t event);
void note_wait_in_work(cudaEvent_t event);
// The host waits.
void note_host_wait(cudaStream_t stream);
void note_host_wait(cudaEvent_t event);
void note_host_wait_in_work();  // a host function runs
void note_host_wait_for_device();
// The host faulted when it used memory: true if it may do so, now (checks/host_view.hpp).
bool host_may_go_on(std::uint64_t address, bool writes);

}  // namespace lockstep::cudart
