// Memory that nodes of graphs allocate and free.
//
// Its address is fixed when the allocation node is made, and programs may keep it in the parameters
// of other nodes; so the memory is there from then on, and a launch only marks whether the program
// may count on it. It stays for as long as a node knows it, and longer if the program still holds
// it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace lockstep::cudart {

struct graph_memory {
  std::uint64_t address = 0;
  std::size_t size = 0;

  graph_memory(std::uint64_t where, std::size_t bytes) : address(where), size(bytes) {}
  ~graph_memory();
  graph_memory(const graph_memory&) = delete;
  graph_memory& operator=(const graph_memory&) = delete;

  // Both throw failure{cudaErrorInvalidValue} if it is in that state already.
  void allocate();
  void free();
  // Before a launch that frees what the one before left (cudaGraphInstantiateFlagAutoFreeOnLaunch).
  void free_if_left();

 private:
  std::atomic<bool> allocated_{false};
};

std::shared_ptr<graph_memory> make_graph_memory(std::size_t size);

// nullptr if no node allocates at this address.
std::shared_ptr<graph_memory> graph_memory_at(const void* pointer);

// Bytes that a device keeps for graphs: those of allocations that have been launched, which others
// reuse once they are freed, until what is free is given back.
struct graph_memory_use {
  std::size_t now, most;
};
graph_memory_use graph_memory_in_use();
void reset_graph_memory_high_mark();
void trim_graph_memory();

}  // namespace lockstep::cudart
