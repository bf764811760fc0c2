#include "cudart/memory/range.hpp"

#include <fmt/format.h>

#include "cudart/api_call.hpp"
#include "cudart/observations/observations.hpp"
#include "cudart/runtime.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {
namespace {

using memory::allocation;
using memory::allocation_kind;

std::string kind_named(allocation_kind kind) {
  switch (kind) {
    case allocation_kind::managed:
      return protocol::phrase("managed-memory", "managed memory");
    case allocation_kind::pinned:
      return protocol::phrase("pinned-memory", "pinned host memory");
    case allocation_kind::registered:
      return protocol::phrase("registered-memory", "registered host memory");
    case allocation_kind::variable:
      return protocol::phrase("device-variable", "a device variable");
    default:
      return protocol::phrase("device-memory", "device memory");
  }
}

[[noreturn]] void reject(std::string message, std::string advice) {
  report_api_error(protocol::finding_kind::api_error, std::move(message), std::move(advice));
  throw failure{cudaErrorInvalidValue};
}

[[noreturn]] void reject_size(const range_request& request, const allocation& found,
                              std::uint64_t address, std::size_t size) {
  const std::uint64_t offset = address - found.address;
  const std::string at = fmt::format("{:#x}", address);
  const std::string what = kind_named(found.kind) + (found.name.empty() ? "" : " " + found.name);
  const std::uint64_t beyond = size - (found.size - offset);
  const char* const call = request.call;
  const std::string does =
      request.writes
          ? protocol::phrase(
                "copy-would-write",
                "{} would write {} bytes at {}, {} bytes beyond the end of {} of {} bytes", call,
                size, at, beyond, what, found.size)
          : protocol::phrase(
                "copy-would-read",
                "{} would read {} bytes at {}, {} bytes beyond the end of {} of {} bytes", call,
                size, at, beyond, what, found.size);
  reject(offset == 0 ? does : protocol::phrase("from-offset", "{}, from offset {}", does, offset),
         protocol::phrase(
             "compare-bytes",
             "compare the number of bytes with what was allocated: elements times sizeof"));
}

[[noreturn]] void reject_dead(const range_request& request, std::uint64_t address) {
  reject(protocol::phrase("dead-address", "{}: the {} {} is {}", request.call, request.role,
                          fmt::format("{:#x}", address), described(address)),
         protocol::phrase("pass-live-memory", "pass memory that was allocated and not yet freed"));
}

// The allocation around the address, be it freed; nullptr: there is none.
const allocation* around(std::uint64_t address) {
  const allocation* near = runtime::get().memory.nearest(address);
  const bool inside =
      near != nullptr && address - near->address < std::max<std::uint64_t>(near->size, 1);
  return inside ? near : nullptr;
}

bool is_plain_host_memory(std::uint64_t address) {
  return address != 0 && around(address) == nullptr &&
         !runtime::get().memory.is_device_range(address);
}

[[noreturn]] void reject_host(const range_request& request, std::uint64_t address) {
  const std::string at = fmt::format("{:#x}", address), what = described(address);
  if (request.direction == nullptr)
    reject(protocol::phrase("dead-address", "{}: the {} {} is {}", request.call, request.role, at,
                            what),
           protocol::phrase("pass-device-memory",
                            "pass memory from cudaMalloc; use memset for host memory"));
  reject(is_plain_host_memory(address)
             ? protocol::phrase("not-for-direction", "{} with {}: the {} is host memory",
                                request.call, request.direction, request.role)
             : protocol::phrase("not-for-direction", "{} with {}: the {} {} is {}", request.call,
                                request.direction, request.role, at, what),
         protocol::phrase("check-direction",
                          "check the order of the pointers (destination first) and the direction"));
}

}  // namespace

std::string described(std::uint64_t address) {
  const memory::address_space& memory = runtime::get().memory;
  if (address == 0) return protocol::phrase("null", "a null pointer");
  if (const allocation* const near = around(address); near != nullptr) {
    const std::uint64_t offset = address - near->address;
    const std::string what =
        near->freed ? protocol::phrase("freed-memory", "freed {}", kind_named(near->kind))
                    : kind_named(near->kind);
    return offset == 0 ? protocol::phrase("memory-of-bytes", "{} ({} bytes)", what, near->size)
                       : protocol::phrase("memory-at-offset", "{} ({} bytes, at offset {})", what,
                                          near->size, offset);
  }
  return memory.is_device_range(address)
             ? protocol::phrase("outside-allocations", "a device address outside any allocation")
             : protocol::phrase("unknown-host-memory", "host memory unknown to CUDA");
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
