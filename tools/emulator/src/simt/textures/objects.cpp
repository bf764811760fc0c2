#include "simt/textures/objects.hpp"

#include <utility>

namespace lockstep::simt::textures {

std::uint64_t object_table::add(texture t) {
  const std::scoped_lock lock(mutex_);
  textures_[++last_] = std::make_shared<const texture>(std::move(t));
  return last_;
}

std::uint64_t object_table::add_surface(image i) {
  const std::scoped_lock lock(mutex_);
  surfaces_[++last_] = std::make_shared<const image>(std::move(i));
  return last_;
}

bool object_table::remove(std::uint64_t handle) {
  const std::scoped_lock lock(mutex_);
  return textures_.erase(handle) != 0;
}

bool object_table::remove_surface(std::uint64_t handle) {
  const std::scoped_lock lock(mutex_);
  return surfaces_.erase(handle) != 0;
}

void object_table::clear() {
  const std::scoped_lock lock(mutex_);
  textures_.clear();
  surfaces_.clear();
}

std::shared_ptr<const texture> object_table::find(std::uint64_t handle) const {
  const std::scoped_lock lock(mutex_);
  const auto found = textures_.find(handle);
  return found == textures_.end() ? nullptr : found->second;
}

std::shared_ptr<const image> object_table::find_surface(std::uint64_t handle) const {
  const std::scoped_lock lock(mutex_);
  const auto found = surfaces_.find(handle);
  return found == surfaces_.end() ? nullptr : found->second;
}

object_table& objects() {
  static auto& all = *new object_table;
  return all;
}

}  // namespace lockstep::simt::textures
