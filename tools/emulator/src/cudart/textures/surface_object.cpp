#include <cuda_runtime_api.h>

#include <mutex>
#include <unordered_map>

#include "cudart/api_call.hpp"
#include "cudart/textures/images.hpp"
#include "simt/textures/objects.hpp"

namespace lockstep::cudart {
namespace {

struct surface_descriptions {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, cudaResourceDesc> of;
};

surface_descriptions& known_surfaces() {
  static auto& all = *new surface_descriptions;
  return all;
}

}  // namespace
}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object,
                                               const cudaResourceDesc* resource) {
  return api_call(__func__, context_use::needed, [&] {
    require(object != nullptr && resource != nullptr, cudaErrorInvalidValue);
    require(resource->resType == cudaResourceTypeArray, cudaErrorInvalidValue);
    *object = lockstep::simt::textures::objects().add_surface(image_of(*resource));
    surface_descriptions& known = known_surfaces();
    const std::scoped_lock lock(known.mutex);
    known.of[*object] = *resource;
  });
}

extern "C" cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    if (object == 0) return;
    require(lockstep::simt::textures::objects().remove_surface(object), cudaErrorInvalidValue);
    surface_descriptions& known = known_surfaces();
    const std::scoped_lock lock(known.mutex);
    known.of.erase(object);
  });
}

extern "C" cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaSurfaceObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    surface_descriptions& known = known_surfaces();
    const std::scoped_lock lock(known.mutex);
    const auto found = known.of.find(object);
    require(resource != nullptr && found != known.of.end(), cudaErrorInvalidValue);
    *resource = found->second;
  });
}
