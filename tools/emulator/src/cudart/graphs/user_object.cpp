// User objects: a callback for when the last graph that uses the object is gone.
#include <cuda_runtime_api.h>

#include <mutex>
#include <unordered_map>

#include "cudart/api_call.hpp"
#include "cudart/graphs/graph.hpp"

struct CUuserObject_st {
  void* data;
  cudaHostFn_t destroy;
  ~CUuserObject_st() { destroy(data); }
};

namespace {

using namespace lockstep::cudart;

// The references that the program itself holds.
struct holdings {
  std::shared_ptr<CUuserObject_st> object;
  unsigned count;
};

struct table {
  std::mutex mutex;
  std::unordered_map<cudaUserObject_t, holdings> held;
};

table& held_objects() {
  static auto& made_once = *new table;
  return made_once;
}

// The last reference may go here: the object is destroyed outside of the lock, by what is returned.
std::shared_ptr<CUuserObject_st> release(cudaUserObject_t object, unsigned count) {
  const std::scoped_lock lock(held_objects().mutex);
  const auto found = held_objects().held.find(object);
  require(count > 0 && found != held_objects().held.end() && found->second.count >= count,
          cudaErrorInvalidValue);
  auto kept = found->second.object;
  found->second.count -= count;
  if (found->second.count == 0) held_objects().held.erase(found);
  return kept;
}

}  // namespace

extern "C" cudaError_t cudaUserObjectCreate(cudaUserObject_t* object, void* data,
                                            cudaHostFn_t destroy, unsigned count, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(object != nullptr && destroy != nullptr && count > 0, cudaErrorInvalidValue);
    require(flags == cudaUserObjectNoDestructorSync, cudaErrorInvalidValue);
    const std::shared_ptr<CUuserObject_st> made(new CUuserObject_st{data, destroy});
    const std::scoped_lock lock(held_objects().mutex);
    *object = made.get();
    held_objects().held[made.get()] = {made, count};
  });
}

extern "C" cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  return api_call(__func__, context_use::needed, [&] {
    const std::scoped_lock lock(held_objects().mutex);
    const auto found = held_objects().held.find(object);
    require(count > 0 && found != held_objects().held.end(), cudaErrorInvalidValue);
    found->second.count += count;
  });
}

extern "C" cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  return api_call(__func__, context_use::needed, [&] { release(object, count); });
}

extern "C" cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                                 unsigned count, unsigned flags) {
  return api_call(__func__, context_use::needed, [&] {
    require(count > 0 && flags <= cudaGraphUserObjectMove, cudaErrorInvalidValue);
    CUgraph_st& where = require_graph(graph);
    std::shared_ptr<CUuserObject_st> kept;
    if (flags == cudaGraphUserObjectMove) {
      kept = release(object, count);
    } else {
      const std::scoped_lock lock(held_objects().mutex);
      const auto found = held_objects().held.find(object);
      require(found != held_objects().held.end(), cudaErrorInvalidValue);
      kept = found->second.object;
    }
    where.user_objects.insert(where.user_objects.end(), count, kept);
  });
}

extern "C" cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                                  unsigned count) {
  return api_call(__func__, context_use::needed, [&] {
    auto& kept = require_graph(graph).user_objects;
    for (unsigned i = 0; i < count; ++i) {
      auto found = kept.begin();
      while (found != kept.end() && found->get() != object) ++found;
      require(found != kept.end(), cudaErrorInvalidValue);
      kept.erase(found);
    }
  });
}
