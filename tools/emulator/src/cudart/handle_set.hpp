// The live objects behind opaque handles, so that a handle that was destroyed, or never was one, is
// recognised instead of followed.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

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
  // Both destroy outside of the lock: what an object lets go of may call back into the program.
  bool remove(const object_t* handle) {
    std::unique_ptr<object_t> gone;
    const std::scoped_lock lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) return false;
    gone = std::move(found->second);
    objects_.erase(found);
    return true;
  }
  // Gives the handles that were live.
  std::vector<const object_t*> clear() {
    map gone;
    const std::scoped_lock lock(mutex_);
    gone.swap(objects_);
    std::vector<const object_t*> handles;
    for (const auto& [handle, object] : gone) handles.push_back(handle);
    return handles;
  }

 private:
  using map = std::unordered_map<const object_t*, std::unique_ptr<object_t>>;
  mutable std::mutex mutex_;
  map objects_;
};

}  // namespace lockstep::cudart
