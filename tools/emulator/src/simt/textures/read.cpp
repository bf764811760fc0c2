// tex, tld4.
#include <algorithm>

#include "simt/semantics/semantics.hpp"
#include "simt/textures/actions.hpp"
#include "simt/textures/lane_memory.hpp"

namespace lockstep::simt::textures {
namespace {

// The rows of an instruction's operands, in written order.
class operand_rows {
 public:
  operand_rows(const warp& w, const step* s)
      : warp_(w), next_(w.on->launch->code->row_lists[s->extra].data()) {}
  template <class T>
  const T* next() {
    return row<T>(warp_, *next_++);
  }
  const std::uint32_t* rest() const { return next_; }

 private:
  const warp& warp_;
  const std::uint32_t* next_;
};

bool fits(const texture& t, const texture_form& f) {
  if (t.of.linear || f.by_index) return t.of.linear && f.by_index && f.shape.dimensions == 1;
  return t.of.dimensions == f.shape.dimensions && t.of.layered == f.shape.layered &&
         t.of.cube == f.shape.cube;
}

struct point_rows {
  const std::uint32_t* layer = nullptr;
  const std::uint32_t* at[3] = {};  // floats or integers
  const float* level = nullptr;
  const float* across[3] = {};
  const float* down[3] = {};
  const std::uint32_t* results = nullptr;

  point_rows(const warp& w, const step* s, const texture_form& f) {
    operand_rows rows(w, s);
    const unsigned count = f.shape.coordinates();
    if (f.shape.layered) layer = rows.next<std::uint32_t>();
    for (unsigned i = 0; i < count; ++i) at[i] = rows.next<std::uint32_t>();
    if (f.by == detail::level) level = rows.next<float>();
    for (unsigned i = 0; f.by == detail::gradient && i < count; ++i) across[i] = rows.next<float>();
    for (unsigned i = 0; f.by == detail::gradient && i < count; ++i) down[i] = rows.next<float>();
    results = rows.rest();
  }
  point of(const texture_form& f, unsigned lane) const {
    point p;
    const auto take = [lane](const auto* const* from, float* to) {
      for (unsigned i = 0; i < 3; ++i) {
        if (from[i] != nullptr) __builtin_memcpy(&to[i], &from[i][lane], sizeof to[i]);
      }
    };
    take(at, p.at);
    take(across, p.across);
    take(down, p.down);
    p.by = f.by;
    if (layer != nullptr) p.layer = layer[lane];
    if (level != nullptr) p.level = level[lane];
    return p;
  }
};

// Gives each lane's result, once all lanes have read: a result's row may be a coordinate's.
template <class F>
const step* each_point(warp& w, const step* s, F read) {
  const texture_form form = texture_form::unpack(s->immediate);
  const point_rows rows(w, s, form);
  const auto* handles = row<std::uint64_t>(w, s->a);
  lane_memory memory(w, s);
  texture_cache cache;
  texel results[lanes_per_warp];
  for_lanes(w.active, [&](unsigned lane) {
    const texture* const t = cache.find(handles[lane]);
    if (t == nullptr) no_object(w, s, lane, handles[lane], "texture");
    if (!fits(*t, form)) other_shape(w, s, lane, "texture");
    memory.set_lane(lane);
    results[lane] = read(*t, form, rows, lane, memory);
  });
  for (unsigned c = 0; c < 4; ++c) {
    if (rows.results[c] == no_row) continue;
    auto* const out = row<std::uint32_t>(w, rows.results[c]);
    for_lanes(w.active, [&](unsigned lane) { out[lane] = results[lane][c]; });
  }
  return s + 1;
}

}  // namespace

const step* read_texture(warp& w, const step* s) {
  return each_point(w, s,
                    [](const texture& t, const texture_form& f, const point_rows& rows,
                       unsigned lane, texel_memory& memory) {
                      return f.by_index
                                 ? fetch(t, static_cast<std::int32_t>(rows.at[0][lane]), memory)
                                 : sample(t, rows.of(f, lane), memory);
                    });
}

const step* gather_texture(warp& w, const step* s) {
  return each_point(
      w, s,
      [](const texture& t, const texture_form& f, const point_rows& rows, unsigned lane,
         texel_memory& memory) { return gather(t, rows.of(f, lane), f.channel, memory); });
}

}  // namespace lockstep::simt::textures
