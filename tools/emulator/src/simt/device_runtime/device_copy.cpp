// Copies and fills that device code asks for: in a stream, as launches are, and each takes a slot.
#include <driver_types.h>

#include <cstring>

#include "checks/monitor.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "simt/device_runtime/device_runtime.hpp"
#include "simt/device_runtime/device_runtime_call.hpp"

namespace lockstep::simt {
namespace {

using call = device_runtime_call;

// Rows of `width` bytes: a linear range has one of them.
struct pitched {
  std::uint64_t address = 0;
  std::uint64_t pitch = 0, slice = 0;  // bytes from row to row, from slice to slice
  std::uint64_t row(std::uint64_t y, std::uint64_t z) const {
    return address + z * slice + y * pitch;
  }
};

struct extent {
  std::uint64_t width = 0, height = 1, depth = 1;  // bytes, rows, slices
};

// Whether rows or slices lie over each other: the runtime refuses that, and they would never end.
bool overlap(const pitched& rows, const extent& size) {
  return (size.height > 1 && rows.pitch < size.width) ||
         (size.depth > 1 && rows.slice / size.height < rows.pitch);
}

// Host address of a row, nullptr if it is not all in one allocation.
std::byte* row_of(const memory::address_space& memory, std::uint64_t address, std::uint64_t bytes) {
  const memory::allocation* found = memory.find(address);
  if (found == nullptr || !found->contains(address, bytes)) return nullptr;
  return found->host + (address - found->address);
}

std::string outside(const std::string& what, std::uint64_t address, std::uint64_t bytes) {
  char at[24];
  std::snprintf(at, sizeof at, "%#llx", static_cast<unsigned long long>(address));
  return protocol::phrase("device-copy-outside",
                          "asks for {} of {} bytes at {}, which is not device memory of that size",
                          what, bytes, std::string(at));
}

void enqueue(const call& c, std::uint64_t stream, std::function<std::string()> work) {
  auto grid = std::make_shared<child_grid>();
  grid->work = std::move(work);
  grid->requested_by = c.launch().kernel;
  c.answer(c.tree().enqueue(c.self(), std::move(grid), stream));
}

void copy(const call& c, pitched to, pitched from, extent size, std::uint64_t stream) {
  if (size.width == 0 || size.height == 0 || size.depth == 0) return c.answer(cudaSuccess);
  if (overlap(to, size) || overlap(from, size)) return c.answer(cudaErrorInvalidPitchValue);
  enqueue(c, stream,
          [=, memory = c.launch().memory, monitor = c.launch().monitor]() -> std::string {
            for (std::uint64_t z = 0; z < size.depth; ++z) {
              for (std::uint64_t y = 0; y < size.height; ++y) {
                const std::byte* source = row_of(*memory, from.row(y, z), size.width);
                std::byte* target = row_of(*memory, to.row(y, z), size.width);
                if (source == nullptr)
                  return outside(protocol::phrase("copy-from-row", "a copy from a row"),
                                 from.row(y, z), size.width);
                if (target == nullptr)
                  return outside(protocol::phrase("copy-to-row", "a copy to a row"), to.row(y, z),
                                 size.width);
                std::memmove(target, source, size.width);
                if (monitor != nullptr) monitor->host_writes(to.row(y, z), size.width);
              }
            }
            return {};
          });
}

void fill(const call& c, pitched to, int value, extent size, std::uint64_t stream) {
  if (size.width == 0 || size.height == 0 || size.depth == 0) return c.answer(cudaSuccess);
  if (overlap(to, size)) return c.answer(cudaErrorInvalidPitchValue);
  enqueue(c, stream,
          [=, memory = c.launch().memory, monitor = c.launch().monitor]() -> std::string {
            for (std::uint64_t z = 0; z < size.depth; ++z) {
              for (std::uint64_t y = 0; y < size.height; ++y) {
                std::byte* target = row_of(*memory, to.row(y, z), size.width);
                if (target == nullptr)
                  return outside(protocol::phrase("fill-of-row", "a fill of a row"), to.row(y, z),
                                 size.width);
                std::memset(target, value, size.width);
                if (monitor != nullptr) monitor->host_writes(to.row(y, z), size.width);
              }
            }
            return {};
          });
}

// MemcpyAsync(dst, src, count, kind, stream)
void memcpy_1d(const call& c) {
  copy(c, {c.argument(0)}, {c.argument(1)}, {c.argument(2)}, c.argument(4));
}

// Memcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream)
void memcpy_2d(const call& c) {
  const extent size{c.argument(4), c.argument(5)};
  if (size.width > c.argument(1) || size.width > c.argument(3))
    return c.answer(cudaErrorInvalidPitchValue);
  copy(c, {c.argument(0), c.argument(1)}, {c.argument(2), c.argument(3)}, size, c.argument(7));
}

pitched from_pointer(const cudaPitchedPtr& p, const cudaPos& at) {
  const std::uint64_t slice = p.pitch * p.ysize;
  return {reinterpret_cast<std::uint64_t>(p.ptr) + at.z * slice + at.y * p.pitch + at.x, p.pitch,
          slice};
}

// Memcpy3DAsync(const cudaMemcpy3DParms *, stream)
void memcpy_3d(const call& c) {
  const auto p = c.read<cudaMemcpy3DParms>(c.argument(0));
  if (p.srcArray != nullptr || p.dstArray != nullptr) return c.answer(cudaErrorNotSupported);
  copy(c, from_pointer(p.dstPtr, p.dstPos), from_pointer(p.srcPtr, p.srcPos),
       {p.extent.width, p.extent.height, p.extent.depth}, c.argument(1));
}

// MemsetAsync(ptr, value, count, stream)
void memset_1d(const call& c) {
  fill(c, {c.argument(0)}, c.argument<int>(1), {c.argument(2)}, c.argument(3));
}

// Memset2DAsync(ptr, pitch, value, width, height, stream)
void memset_2d(const call& c) {
  fill(c, {c.argument(0), c.argument(1)}, c.argument<int>(2), {c.argument(3), c.argument(4)},
       c.argument(5));
}

// Memset3DAsync(cudaPitchedPtr, value, cudaExtent, stream)
void memset_3d(const call& c) {
  const auto size = c.argument<cudaExtent>(2);
  fill(c, from_pointer(c.argument<cudaPitchedPtr>(0), {}), c.argument<int>(1),
       {size.width, size.height, size.depth}, c.argument(3));
}

constexpr named_action functions[] = {
    {"MemcpyAsync", &device_function<memcpy_1d>},   {"Memcpy2DAsync", &device_function<memcpy_2d>},
    {"Memcpy3DAsync", &device_function<memcpy_3d>}, {"MemsetAsync", &device_function<memset_1d>},
    {"Memset2DAsync", &device_function<memset_2d>}, {"Memset3DAsync", &device_function<memset_3d>},
};

}  // namespace

action device_copy_function(std::string_view name) { return find_action(functions, name); }

}  // namespace lockstep::simt
