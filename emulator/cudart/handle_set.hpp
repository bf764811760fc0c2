// The live objects behind opaque handles, so that a handle that was destroyed, or never was one, is
// told apart instead of followed.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace lockstep::cudart {

template <typename object_t>
class handle_set {
 public:
  object_t* add(std::unique_ptr<object_t> object) {
    const std::scoped_lock lock(mutex_);
    object_t* handle = object.get();
    objects_[handle] = std::move(object);
    return handle;
  }
  bool contains(const object_t* handle) const {
    const std::scoped_lock lock(mutex_);
    return objects_.count(handle) > 0;
  }
  bool remove(const object_t* handle) {
    const std::scoped_lock lock(mutex_);
    return objects_.erase(handle) > 0;
  }
  void clear() {
    const std::scoped_lock lock(mutex_);
    objects_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<const object_t*, std::unique_ptr<object_t>> objects_;
};

}  // namespace lockstep::cudart
