// Ranges of memory that an API call is about to touch: where they are, and whether they are what
// the call says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep::cudart {

// What is at an address, in words: "device memory (1000 bytes, offset 4)", "host memory", ...
std::string described(std::uint64_t address);

bool is_managed(const void* pointer, std::size_t size);

struct range_request {
  const char* call;  // for messages: "cudaMemcpy"
  const char* role;  // "destination", "source"
  bool writes;
  bool must_be_known = false;       // to the device: pageable host memory is not
  const char* direction = nullptr;  // that a copy was given: "cudaMemcpyHostToDevice"
};

// The host bytes behind [pointer, pointer + size). Throws failure{cudaErrorInvalidValue} after a
// finding that names the sizes if the range leaves its allocation, is in no live one, or is not
// where it must be. Pageable host memory is taken on trust.
std::byte* host_bytes(const void* pointer, std::size_t size, const range_request& request);

}  // namespace lockstep::cudart
