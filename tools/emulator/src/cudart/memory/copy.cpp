#include "cudart/memory/copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "cudart/api_call.hpp"
#include "cudart/environment.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/observations/caller.hpp"
#include "cudart/observations/estimates.hpp"
#include "cudart/observations/observations.hpp"
#include "cudart/runtime.hpp"
#include "cudart/streams/stream_order.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::cudart {

const char* name_of(cudaMemcpyKind kind) {
  static constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                          "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                          "cudaMemcpyDefault"};
  require(kind >= cudaMemcpyHostToHost && kind <= cudaMemcpyDefault,
          cudaErrorInvalidMemcpyDirection);
  return names[kind];
}

copy_work linear_copy(const char* call, void* to, const void* from, std::size_t size,
                      cudaMemcpyKind kind) {
  return pitched_copy(call, to, size, from, size, size, 1, kind);
}

copy_work pitched_copy(const char* call, void* to, std::size_t to_pitch, const void* from,
                       std::size_t from_pitch, std::size_t width, std::size_t height,
                       cudaMemcpyKind kind) {
  copy_work copy{call, {}};
  copy.what.dstPtr = {to, to_pitch, width, height};
  copy.what.srcPtr = {const_cast<void*>(from), from_pitch, width, height};
  copy.what.extent = {width, height, 1};
  copy.what.kind = kind;
  return copy;
}

namespace {

// One end of a copy: its first byte, and the distances of rows and slices.
struct place {
  char* first;
  std::size_t pitch, slice;
  std::uint64_t address(std::size_t of_slice, std::size_t row) const {
    return reinterpret_cast<std::uint64_t>(first) + of_slice * slice + row * pitch;
  }
};

place pitched_place(const cudaPitchedPtr& base, std::size_t x, const cudaPos& at) {
  const std::size_t slice = base.pitch * base.ysize;
  return {static_cast<char*>(base.ptr) + at.z * slice + at.y * base.pitch + x, base.pitch, slice};
}

place array_place(const cudaArray& array, const cudaPos& at, const cudaExtent& extent) {
  require(at.x + extent.width <= array.extent.width && at.y + extent.height <= array.rows() &&
              at.z + extent.depth <= array.slices(),
          cudaErrorInvalidValue);
  return pitched_place(memory_of(array), at.x * array.element, at);
}

// A copy with both ends worked out, and its width in bytes.
struct resolved_copy {
  place to, from;
  std::size_t width, height, depth;
  bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

// `pitch` bytes lie between the beginnings of rows.
void require_pitch(const char* call, const char* role, std::size_t width, std::size_t pitch) {
  if (width <= pitch) return;
  report_api_error(
      protocol::finding_kind::api_error,
      protocol::phrase("pitch-too-small",
                       "{}: rows of {} bytes do not fit into the pitch of the {}, {} bytes", call,
                       width, role, pitch),
      protocol::phrase("pass-pitch",
                       "pass the pitch in bytes: the distance from one row to the next, as "
                       "cudaMallocPitch gives it"));
  throw failure{cudaErrorInvalidPitchValue};
}

resolved_copy resolve(const char* call, const cudaMemcpy3DParms& p) {
  const cudaArray* to = p.dstArray == nullptr ? nullptr : &require_array(p.dstArray);
  const cudaArray* from = p.srcArray == nullptr ? nullptr : &require_array(p.srcArray);
  require(to == nullptr || from == nullptr || to->element == from->element, cudaErrorInvalidValue);
  require(to == nullptr || p.dstPtr.ptr == nullptr, cudaErrorInvalidValue);
  require(from == nullptr || p.srcPtr.ptr == nullptr, cudaErrorInvalidValue);
  // The width is in elements as soon as an array takes part.
  const std::size_t element = to != nullptr ? to->element : from != nullptr ? from->element : 1;
  resolved_copy copy{{}, {}, p.extent.width * element, p.extent.height, p.extent.depth};
  if (copy.empty()) return copy;
  copy.to = to != nullptr ? array_place(*to, p.dstPos, p.extent)
                          : pitched_place(p.dstPtr, p.dstPos.x, p.dstPos);
  copy.from = from != nullptr ? array_place(*from, p.srcPos, p.extent)
                              : pitched_place(p.srcPtr, p.srcPos.x, p.srcPos);
  require_pitch(call, "destination", copy.width, copy.to.pitch);
  require_pitch(call, "source", copy.width, copy.from.pitch);
  return copy;
}

struct endpoints {
  std::byte* to;
  std::byte* from;
};

endpoints slice_of(const copy_work& copy, const resolved_copy& resolved, std::size_t number) {
  const cudaMemcpyKind kind = copy.what.kind;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const char* name = name_of(kind);
  const rectangle to{resolved.width, resolved.height, resolved.to.pitch};
  const rectangle from{resolved.width, resolved.height, resolved.from.pitch};
  return {host_bytes(resolved.to.first + number * resolved.to.slice, to.extent(),
                     {copy.call, "destination", true, to_device, name}),
          host_bytes(resolved.from.first + number * resolved.from.slice, from.extent(),
                     {copy.call, "source", false, from_device, name})};
}

// Where rows of the source are to be written, nothing says in which order.
void report_overlap(const char* call, const resolved_copy& copy) {
  if (!settings().memcheck) return;
  const auto begin = [](const place& at) { return reinterpret_cast<std::uint64_t>(at.first); };
  const auto extent = [&](const place& at) {
    return (copy.depth - 1) * at.slice + (copy.height - 1) * at.pitch + copy.width;
  };
  const std::uint64_t to = begin(copy.to), from = begin(copy.from);
  const std::uint64_t end = std::min(to + extent(copy.to), from + extent(copy.from));
  const bool rows_lie_apart = copy.height > 1 || copy.depth > 1;  // and may be side by side
  if (to == from || rows_lie_apart || std::max(to, from) >= end) return;
  protocol::finding found;
  found.kind = protocol::finding_kind::api_error;
  found.where = call_of_program();
  found.message = protocol::phrase(
      "copy-overlaps", "{} of {} bytes from {} to {}: the two overlap by {} bytes", call,
      copy.width, fmt::format("{:#x}", from), fmt::format("{:#x}", to), end - std::max(to, from));
  found.why = protocol::phrase(
      "why-overlap", "The bytes are copied in no defined order, so the result is undefined.");
  found.advice = protocol::phrase("copy-elsewhere-first",
                                  "copy to another place first, or move the data with a kernel");
  report_finding(std::move(found));
}

}  // namespace

void check_copy(const copy_work& copy) {
  const resolved_copy resolved = resolve(copy.call, copy.what);
  if (resolved.empty()) return;
  for (std::size_t slice = 0; slice < resolved.depth; ++slice) slice_of(copy, resolved, slice);
}

void run_copy(const copy_work& copy) {
  const resolved_copy resolved = resolve(copy.call, copy.what);
  if (resolved.empty()) return;
  report_overlap(copy.call, resolved);
  checked_transfer checked(copy.call);
  for (std::size_t slice = 0; slice < resolved.depth; ++slice) {
    const endpoints sides = slice_of(copy, resolved, slice);
    if (runtime::get().fault.pending()) return;  // work of a lost context is not done
    for (std::size_t row = 0; row < resolved.height; ++row) {
      std::memmove(sides.to + row * resolved.to.pitch, sides.from + row * resolved.from.pitch,
                   resolved.width);
      note_traffic(resolved.from.address(slice, row), resolved.width, false);
      note_traffic(resolved.to.address(slice, row), resolved.width, true);
      checked.copies(resolved.to.address(slice, row), resolved.from.address(slice, row),
                     resolved.width);
    }
  }
}

}  // namespace lockstep::cudart
