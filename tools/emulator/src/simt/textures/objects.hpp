// The texture and surface objects of the process, by the handles that kernels get.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "simt/textures/texture.hpp"

namespace lockstep::simt::textures {

class object_table {
 public:
  std::uint64_t add(texture t);
  std::uint64_t add_surface(image i);
  // False: there was none.
  bool remove(std::uint64_t handle);
  bool remove_surface(std::uint64_t handle);
  void clear();

  // nullptr: there is none.
  [[nodiscard]] std::shared_ptr<const texture> find(std::uint64_t handle) const;
  [[nodiscard]] std::shared_ptr<const image> find_surface(std::uint64_t handle) const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;  // handles are not used again
  std::unordered_map<std::uint64_t, std::shared_ptr<const texture>> textures_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const image>> surfaces_;
};

object_table& objects();

}  // namespace lockstep::simt::textures
