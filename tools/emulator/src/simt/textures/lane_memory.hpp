// How a lane's reads of a texture or surface reach device memory, and how objects are found.
#pragma once

#include <memory>
#include <string>

#include "simt/textures/actions.hpp"
#include "simt/textures/objects.hpp"

namespace lockstep::simt::textures {

// Every access is checked as that of an ordinary load or store, and seen by the checks.
class lane_memory final : public texel_memory {
 public:
  lane_memory(warp& w, const step* s) : warp_(w), step_(s) {}
  void set_lane(unsigned lane) { lane_ = lane; }
  const std::byte* at(std::uint64_t address, std::uint32_t bytes) override;
  std::byte* to(std::uint64_t address, std::uint32_t bytes);

 private:
  warp& warp_;
  const step* step_;
  unsigned lane_ = 0;
};

// Stops the kernel: the lane has no such texture or surface.
[[noreturn]] void no_object(warp& w, const step* s, unsigned lane, std::uint64_t handle,
                            const char* what);
// The instruction is for another shape than the object's.
[[noreturn]] void other_shape(warp& w, const step* s, unsigned lane, const char* what);

// The last object found, since most lanes name the same one.
template <class Object, auto Find>
class object_cache {
 public:
  const Object* find(std::uint64_t handle) {
    if (object_ == nullptr || handle != handle_) {
      object_ = (objects().*Find)(handle);
      handle_ = handle;
    }
    return object_.get();
  }

 private:
  std::uint64_t handle_ = 0;
  std::shared_ptr<const Object> object_;
};
using texture_cache = object_cache<texture, &object_table::find>;
using surface_cache = object_cache<image, &object_table::find_surface>;

}  // namespace lockstep::simt::textures
