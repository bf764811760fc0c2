// txq, suq.
#include "simt/textures/actions.hpp"
#include "simt/textures/lane_memory.hpp"

namespace lockstep::simt::textures {
namespace {

std::uint32_t answer(const image& i, query what) {
  const level& l = i.levels.front();
  switch (what) {
    case query::width:
      return static_cast<std::uint32_t>(l.width);
    case query::height:
      return i.dimensions > 1 ? static_cast<std::uint32_t>(l.height) : 0;
    case query::depth:
      return i.dimensions > 2 ? static_cast<std::uint32_t>(l.depth) : 0;
    case query::layers:
      return i.layered ? i.layers : 0;
    default:
      return static_cast<std::uint32_t>(i.levels.size());
  }
}

template <class F>
const step* each_answer(warp& w, const step* s, F find) {
  const auto* handles = row<std::uint64_t>(w, s->a);
  std::uint32_t results[lanes_per_warp];
  const auto what = static_cast<query>(s->immediate);
  for_lanes(w.active,
            [&](unsigned lane) { results[lane] = answer(find(lane, handles[lane]), what); });
  auto* const out = row<std::uint32_t>(w, s->d);
  for_lanes(w.active, [&](unsigned lane) { out[lane] = results[lane]; });
  return s + 1;
}

}  // namespace

const step* query_texture(warp& w, const step* s) {
  texture_cache cache;
  return each_answer(w, s, [&](unsigned lane, std::uint64_t handle) -> const image& {
    const texture* const t = cache.find(handle);
    if (t == nullptr) no_object(w, s, lane, handle, "texture");
    return t->of;
  });
}

const step* query_surface(warp& w, const step* s) {
  surface_cache cache;
  return each_answer(w, s, [&](unsigned lane, std::uint64_t handle) -> const image& {
    const image* const i = cache.find(handle);
    if (i == nullptr) no_object(w, s, lane, handle, "surface");
    return *i;
  });
}

}  // namespace lockstep::simt::textures
