// Memory that is made apart from its addresses: the program reserves addresses, makes memory, maps
// it, and allows access to it. What it holds goes with it when it is mapped elsewhere. Memory that
// is mapped at two places at a time is refused.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::cudart {

struct made_memory;

// All throw failure.
std::uint64_t reserve_addresses(std::size_t size, std::size_t alignment);
void free_addresses(std::uint64_t address, std::size_t size);

made_memory& make_memory(std::size_t size);
// The program has no handle of it any more, or one more. Memory goes when it is not mapped either.
void release_memory(std::uint64_t handle);
std::uint64_t retain_memory(std::uint64_t address);
std::uint64_t handle_of(made_memory& memory);
void require_memory(std::uint64_t handle);

void map_memory(const char* call, std::uint64_t address, std::size_t size, std::uint64_t handle);
void unmap_memory(std::uint64_t address, std::size_t size);
// The range covers whole mappings.
void set_access(std::uint64_t address, std::size_t size, bool accessible);
bool is_accessible(std::uint64_t address);

// Destroys all (cudaDeviceReset).
void forget_virtual_memory();

}  // namespace lockstep::cudart
