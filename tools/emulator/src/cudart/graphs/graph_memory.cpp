#include "cudart/graphs/graph_memory.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "cudart/api_call.hpp"
#include "cudart/observations/leaks.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

struct table {
  std::mutex mutex;
  std::map<std::uint64_t, std::weak_ptr<graph_memory>> by_address;
  std::size_t allocated = 0;  // by launches, and not yet freed
  graph_memory_use use{0, 0};
};

table& all() {
  static auto& made_once = *new table;
  return made_once;
}

}  // namespace

graph_memory::~graph_memory() {
  {
    const std::scoped_lock lock(all().mutex);
    all().by_address.erase(address);
    if (allocated_) {  // the program has it, and will free it
      all().allocated -= size;
      all().use.now -= size;
      return;
    }
  }
  const std::unique_lock no_kernel_runs(runtime::get().work);
  runtime::get().memory.release(address);
}

void graph_memory::allocate() {
  require(!allocated_.exchange(true), cudaErrorInvalidValue);
  const std::scoped_lock lock(all().mutex);
  all().allocated += size;
  all().use.now = std::max(all().use.now, all().allocated);
  all().use.most = std::max(all().use.most, all().use.now);
}

void graph_memory::free() {
  require(allocated_.exchange(false), cudaErrorInvalidValue);
  const std::scoped_lock lock(all().mutex);
  all().allocated -= size;
}

void graph_memory::free_if_left() {
  if (!allocated_.exchange(false)) return;
  const std::scoped_lock lock(all().mutex);
  all().allocated -= size;
}

std::shared_ptr<graph_memory> make_graph_memory(std::size_t size) {
  require(size > 0, cudaErrorInvalidValue);
  runtime& process = runtime::get();
  const std::uint64_t total = process.device->memory;
  require(size <= total && process.memory.in_use() + size <= total, cudaErrorMemoryAllocation);
  const auto* made = process.memory.allocate(memory::allocation_kind::device, size);
  require(made != nullptr, cudaErrorMemoryAllocation);
  note_allocation(*made);
  auto memory = std::make_shared<graph_memory>(made->address, size);
  const std::scoped_lock lock(all().mutex);
  all().by_address[made->address] = memory;
  return memory;
}

std::shared_ptr<graph_memory> graph_memory_at(const void* pointer) {
  const std::scoped_lock lock(all().mutex);
  const auto found = all().by_address.find(reinterpret_cast<std::uint64_t>(pointer));
  return found == all().by_address.end() ? nullptr : found->second.lock();
}

graph_memory_use graph_memory_in_use() {
  const std::scoped_lock lock(all().mutex);
  return all().use;
}

void trim_graph_memory() {
  const std::scoped_lock lock(all().mutex);
  all().use.now = all().allocated;
}

void reset_graph_memory_high_mark() {
  const std::scoped_lock lock(all().mutex);
  all().use.most = all().use.now;
}

}  // namespace lockstep::cudart
