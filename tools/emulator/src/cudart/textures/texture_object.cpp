#include <cuda_runtime_api.h>

#include <mutex>
#include <unordered_map>

#include "cudart/api_call.hpp"
#include "cudart/observations/refusal.hpp"
#include "cudart/runtime.hpp"
#include "cudart/textures/images.hpp"
#include "simt/textures/objects.hpp"

namespace lockstep::cudart {
namespace {

using simt::textures::addressing;
using simt::textures::element;
using simt::textures::texture;

// What an object was made of, for those who ask.
struct made_of {
  cudaResourceDesc resource;
  cudaTextureDesc texture;
  cudaResourceViewDesc view;
  bool has_view;
};

struct descriptions {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, made_of> of;
};

descriptions& known_textures() {
  static auto& all = *new descriptions;
  return all;
}

made_of description_of(cudaTextureObject_t object) {
  descriptions& known = known_textures();
  const std::scoped_lock lock(known.mutex);
  const auto found = known.of.find(object);
  require(found != known.of.end(), cudaErrorInvalidValue);
  return found->second;
}

[[noreturn]] void refuse(const char* reason) {
  refuse_call("cudaCreateTextureObject", reason);
  throw failure{cudaErrorNotSupported};
}

// A view may restate what it looks at. Another format or part is refused.
void require_whole(const cudaResourceViewDesc& view, const texture& t) {
  const auto& base = t.of.levels.front();
  const bool same = view.firstMipmapLevel == 0 && view.firstLayer == 0 &&
                    view.lastMipmapLevel + 1 >= t.of.levels.size() &&
                    (view.width == 0 || view.width == static_cast<std::size_t>(base.width));
  if (!same || view.format > cudaResViewFormatFloat4)
    refuse("views show a whole array in its own format");
}

texture described(const cudaResourceDesc& resource, const cudaTextureDesc& how) {
  texture t;
  t.of = image_of(resource);
  const element e = t.of.of;
  t.as_fraction = how.readMode == cudaReadModeNormalizedFloat && is_short_integer(e);
  require(how.readMode == cudaReadModeElementType || !is_long_integer(e),
          cudaErrorInvalidNormSetting);
  t.linear = how.filterMode == cudaFilterModeLinear;
  require(!t.linear || t.as_fraction || e == element::f16 || e == element::f32,
          cudaErrorInvalidFilterSetting);
  t.linear_between_levels = how.mipmapFilterMode == cudaFilterModeLinear;
  t.normalised = how.normalizedCoords != 0;
  t.srgb = how.sRGB != 0;
  for (unsigned i = 0; i < 3; ++i) {
    require(
        how.addressMode[i] >= cudaAddressModeWrap && how.addressMode[i] <= cudaAddressModeBorder,
        cudaErrorInvalidValue);
    t.address[i] = static_cast<addressing>(how.addressMode[i]);
  }
  for (unsigned i = 0; i < 4; ++i) t.border[i] = how.borderColor[i];
  t.bias = how.mipmapLevelBias;
  t.lowest = how.minMipmapLevelClamp;
  t.highest = how.maxMipmapLevelClamp;
  if (how.maxAnisotropy > 1 && t.of.levels.size() > 1) refuse("there is no anisotropic filtering");
  if (how.seamlessCubemap != 0 && t.of.cube) refuse("cubes are not filtered across their edges");
  return t;
}

}  // namespace

void forget_textures() {
  simt::textures::objects().clear();
  descriptions& known = known_textures();
  const std::scoped_lock lock(known.mutex);
  known.of.clear();
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object,
                                               const cudaResourceDesc* resource,
                                               const cudaTextureDesc* how,
                                               const cudaResourceViewDesc* view) {
  return api_call(__func__, context_use::needed, [&] {
    require(resource != nullptr && how != nullptr, cudaErrorInvalidValue);
    texture t = described(*resource, *how);
    require(object != nullptr, cudaErrorInvalidValue);
    if (view != nullptr) require_whole(*view, t);
    *object = lockstep::simt::textures::objects().add(std::move(t));
    descriptions& known = known_textures();
    const std::scoped_lock lock(known.mutex);
    known.of[*object] = {*resource, *how, view != nullptr ? *view : cudaResourceViewDesc{},
                         view != nullptr};
  });
}

extern "C" cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    if (object == 0) return;
    require(lockstep::simt::textures::objects().remove(object), cudaErrorInvalidValue);
    descriptions& known = known_textures();
    const std::scoped_lock lock(known.mutex);
    known.of.erase(object);
  });
}

extern "C" cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                                        cudaTextureObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    require(resource != nullptr, cudaErrorInvalidValue);
    *resource = description_of(object).resource;
  });
}

extern "C" cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* how,
                                                       cudaTextureObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    require(how != nullptr, cudaErrorInvalidValue);
    *how = description_of(object).texture;
  });
}

extern "C" cudaError_t cudaGetTextureObjectResourceViewDesc(cudaResourceViewDesc* view,
                                                            cudaTextureObject_t object) {
  return api_call(__func__, context_use::needed, [&] {
    const made_of made = description_of(object);
    require(view != nullptr && made.has_view, cudaErrorInvalidValue);
    *view = made.view;
  });
}
