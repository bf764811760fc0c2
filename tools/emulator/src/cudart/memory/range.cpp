#include "cudart/memory/range.hpp"

#include <fmt/format.h>

#include "cudart/api_call.hpp"
#include "cudart/observations/observations.hpp"
#include "cudart/runtime.hpp"

namespace lockstep::cudart {
namespace {

using memory::allocation;
using memory::allocation_kind;

const char* kind_named(allocation_kind kind) {
  switch (kind) {
    case allocation_kind::managed:
      return "managed memory";
    case allocation_kind::pinned:
      return "pinned host memory";
    case allocation_kind::registered:
      return "registered host memory";
    case allocation_kind::variable:
      return "a device variable";
    default:
      return "device memory";
  }
}

[[noreturn]] void reject(std::string message, std::string advice) {
  report_api_error(protocol::finding_kind::api_error, std::move(message), std::move(advice));
  throw failure{cudaErrorInvalidValue};
}

[[noreturn]] void reject_size(const range_request& request, const allocation& found,
                              std::uint64_t address, std::size_t size) {
  const std::uint64_t offset = address - found.address;
  const std::string name = found.name.empty() ? "" : " " + found.name;
  const std::string start = offset == 0 ? "" : fmt::format(", from offset {}", offset);
  reject(fmt::format("{} would {} {} bytes at {:#x}, {} bytes beyond the end of {}{} of {} bytes{}",
                     request.call, request.writes ? "write" : "read", size, address,
                     size - (found.size - offset), kind_named(found.kind), name, found.size, start),
         "compare the number of bytes with what was allocated: elements times sizeof");
}

[[noreturn]] void reject_dead(const range_request& request, std::uint64_t address) {
  reject(fmt::format("{}: the {} {:#x} is {}", request.call, request.role, address,
                     described(address)),
         "pass memory that was allocated and not yet freed");
}

[[noreturn]] void reject_host(const range_request& request, std::uint64_t address) {
  const std::string direction =
      request.direction == nullptr ? "" : fmt::format(" with {}", request.direction);
  reject(fmt::format("{}{}: the {} {:#x} is {}", request.call, direction, request.role, address,
                     described(address)),
         request.direction == nullptr
             ? "pass memory from cudaMalloc; host memory is filled by memset"
             : "check the order of the pointers (destination first) and the direction");
}

}  // namespace

std::string described(std::uint64_t address) {
  const memory::address_space& memory = runtime::get().memory;
  if (address == 0) return "a null pointer";
  const allocation* near = memory.nearest(address);
  const bool inside =
      near != nullptr && address - near->address < std::max<std::uint64_t>(near->size, 1);
  if (inside) {
    const std::uint64_t offset = address - near->address;
    return fmt::format("{}{} ({} bytes{})", near->freed ? "freed " : "", kind_named(near->kind),
                       near->size, offset == 0 ? "" : fmt::format(", at offset {}", offset));
  }
  return memory.is_device_range(address) ? "a device address outside any allocation"
                                         : "host memory that CUDA does not know";
}

bool is_managed(const void* pointer, std::size_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const allocation* found = runtime::get().memory.find(address);
  return found != nullptr && found->contains(address, size) &&
         found->kind == allocation_kind::managed;
}

std::byte* host_bytes(const void* pointer, std::size_t size, const range_request& request) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const memory::address_space& memory = runtime::get().memory;
  if (address == 0) reject_dead(request, address);
  const allocation* found = memory.find(address);
  if (found != nullptr) {
    if (!found->contains(address, size)) reject_size(request, *found, address, size);
    return found->host + (address - found->address);
  }
  if (memory.is_device_range(address)) reject_dead(request, address);
  if (request.must_be_known) reject_host(request, address);
  return reinterpret_cast<std::byte*>(address);
}

}  // namespace lockstep::cudart
