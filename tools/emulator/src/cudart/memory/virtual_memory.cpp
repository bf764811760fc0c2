#include "cudart/memory/virtual_memory.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "cudart/api_call.hpp"
#include "cudart/observations/refusal.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {

struct made_memory {
  std::size_t size;
  unsigned handles = 1;
  std::uint64_t mapped_at = 0;      // 0: nowhere
  bool is_accessible = false;       // there
  std::vector<std::byte> contents;  // while it is not accessible; empty: zeros
};

namespace {

struct mapping_table {
  std::mutex mutex;
  std::map<std::uint64_t, std::unique_ptr<made_memory>> made;  // by handle
  std::map<std::uint64_t, made_memory*> mapped;                // by address
};

mapping_table& mappings() {
  static auto& one = *new mapping_table;
  return one;
}

constexpr std::size_t granularity = memory::address_space::mapping_granularity;

void require_granular(std::uint64_t address, std::size_t size) {
  require(size > 0 && size % granularity == 0 && address % granularity == 0, cudaErrorInvalidValue);
}

made_memory& memory_with(std::uint64_t handle) {
  const auto found = mappings().made.find(handle);
  require(found != mappings().made.end() && found->second->handles > 0, cudaErrorInvalidValue);
  return *found->second;
}

void drop_if_unused(made_memory& memory) {
  if (memory.handles == 0 && memory.mapped_at == 0) mappings().made.erase(handle_of(memory));
}

// The mappings that [address, address + size) covers whole; nothing else may be in it.
std::vector<made_memory*> mappings_in(std::uint64_t address, std::size_t size) {
  std::vector<made_memory*> found;
  std::uint64_t at = address;
  while (at < address + size) {
    const auto next = mappings().mapped.find(at);
    require(next != mappings().mapped.end() && next->second->size <= address + size - at,
            cudaErrorInvalidValue);
    found.push_back(next->second);
    at += next->second->size;
  }
  return found;
}

std::byte* bytes_at(std::uint64_t address) {
  const memory::allocation* const found = runtime::get().memory.find(address);
  return found->host + (address - found->address);
}

// Pages that hold nothing but zeros take no memory, and are not copied.
bool holds_zeros(const std::byte* bytes, std::size_t size) {
  return bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

void allow(made_memory& memory) {
  if (memory.is_accessible) return;
  require(runtime::get().memory.map_part(memory.mapped_at, memory.size), cudaErrorMemoryAllocation);
  if (!memory.contents.empty())
    std::memcpy(bytes_at(memory.mapped_at), memory.contents.data(), memory.size);
  memory.contents = {};
  memory.is_accessible = true;
}

void deny(made_memory& memory) {
  if (!memory.is_accessible) return;
  if (const std::byte* const bytes = bytes_at(memory.mapped_at); !holds_zeros(bytes, memory.size))
    memory.contents.assign(bytes, bytes + memory.size);
  runtime::get().memory.unmap_part(memory.mapped_at, memory.size);
  memory.is_accessible = false;
}

}  // namespace

std::uint64_t handle_of(made_memory& memory) { return reinterpret_cast<std::uint64_t>(&memory); }

std::uint64_t reserve_addresses(std::size_t size, std::size_t alignment) {
  require_granular(0, size);
  require(alignment <= granularity, cudaErrorNotSupported);
  const std::uint64_t address = runtime::get().memory.reserve(size);
  require(address != 0, cudaErrorMemoryAllocation);
  return address;
}

void free_addresses(std::uint64_t address, std::size_t size) {
  const std::scoped_lock lock(mappings().mutex);
  const auto next = mappings().mapped.lower_bound(address);
  require(next == mappings().mapped.end() || next->first >= address + size, cudaErrorInvalidValue);
  require(runtime::get().memory.unreserve(address, size), cudaErrorInvalidValue);
}

made_memory& make_memory(std::size_t size) {
  require_granular(0, size);
  require(size <= runtime::get().device->memory, cudaErrorMemoryAllocation);
  const std::scoped_lock lock(mappings().mutex);
  auto made = std::make_unique<made_memory>(made_memory{size, 1, 0, false, {}});
  made_memory& memory = *made;
  mappings().made[handle_of(memory)] = std::move(made);
  return memory;
}

void require_memory(std::uint64_t handle) {
  const std::scoped_lock lock(mappings().mutex);
  memory_with(handle);
}

void release_memory(std::uint64_t handle) {
  const std::scoped_lock lock(mappings().mutex);
  made_memory& memory = memory_with(handle);
  --memory.handles;
  drop_if_unused(memory);
}

std::uint64_t retain_memory(std::uint64_t address) {
  const std::scoped_lock lock(mappings().mutex);
  const auto above = mappings().mapped.upper_bound(address);
  require(above != mappings().mapped.begin(), cudaErrorInvalidValue);
  made_memory& memory = *std::prev(above)->second;
  require(address - memory.mapped_at < memory.size, cudaErrorInvalidValue);
  ++memory.handles;
  return handle_of(memory);
}

void map_memory(const char* call, std::uint64_t address, std::size_t size, std::uint64_t handle) {
  require_granular(address, size);
  const std::scoped_lock lock(mappings().mutex);
  const std::unique_lock no_kernel_runs(runtime::get().work);
  made_memory& memory = memory_with(handle);
  require(size == memory.size, cudaErrorInvalidValue);
  if (memory.mapped_at != 0) {
    refuse_call(call, "memory is mapped at one place at a time");
    throw failure{cudaErrorNotSupported};
  }
  // A try whether the addresses are reserved, and have no memory yet.
  require(runtime::get().memory.map_part(address, size), cudaErrorInvalidValue);
  runtime::get().memory.unmap_part(address, size);
  memory.mapped_at = address;
  mappings().mapped[address] = &memory;
}

void unmap_memory(std::uint64_t address, std::size_t size) {
  require_granular(address, size);
  const std::scoped_lock lock(mappings().mutex);
  const std::unique_lock no_kernel_runs(runtime::get().work);
  for (made_memory* memory : mappings_in(address, size)) {
    deny(*memory);
    mappings().mapped.erase(memory->mapped_at);
    memory->mapped_at = 0;
    drop_if_unused(*memory);
  }
}

void set_access(std::uint64_t address, std::size_t size, bool accessible) {
  require_granular(address, size);
  const std::scoped_lock lock(mappings().mutex);
  const std::unique_lock no_kernel_runs(runtime::get().work);
  for (made_memory* memory : mappings_in(address, size))
    accessible ? allow(*memory) : deny(*memory);
}

bool is_accessible(std::uint64_t address) {
  const std::scoped_lock lock(mappings().mutex);
  const auto above = mappings().mapped.upper_bound(address);
  require(above != mappings().mapped.begin(), cudaErrorInvalidValue);
  const made_memory& memory = *std::prev(above)->second;
  require(address - memory.mapped_at < memory.size, cudaErrorInvalidValue);
  return memory.is_accessible;
}

void forget_virtual_memory() {
  const std::scoped_lock lock(mappings().mutex);
  mappings().mapped.clear();
  mappings().made.clear();
}

}  // namespace lockstep::cudart
