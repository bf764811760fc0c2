// suld.b, sust.b.
#include <algorithm>
#include <cstring>

#include "lockstep/protocol/phrase.hpp"
#include "simt/semantics/semantics.hpp"
#include "simt/state/fault.hpp"
#include "simt/textures/actions.hpp"
#include "simt/textures/lane_memory.hpp"

namespace lockstep::simt::textures {
namespace {

constexpr unsigned most_bytes = 16;

std::uint32_t layers_of(const image& i) { return i.layers * (i.cube ? 6 : 1); }

// Surfaces of cubes are accessed by face.
bool fits(const image& i, const geometry& g) {
  const bool by_layer = i.layered || i.cube;
  return i.dimensions == g.dimensions && by_layer == g.layered;
}

struct surface_access {
  std::int32_t x = 0;  // bytes
  std::int32_t y = 0, z = 0;
  bool inside = true;
};

[[noreturn]] void outside_of(warp& w, const step* s, unsigned lane, const surface_access& a,
                             const level& l, std::uint32_t row_bytes) {
  raise(fault_at(w, s, lane, finding_kind::out_of_bounds,
                 protocol::phrase("outside-surface",
                                  "accesses a surface at byte {} of row {} of slice {}; it has {} "
                                  "bytes a row, {} rows and {} slices",
                                  a.x, a.y, a.z, row_bytes, l.height, l.depth)));
}

// Where the lane's access goes.
surface_access located(warp& w, const step* s, unsigned lane, const surface_form& f,
                       const image& of, const std::int32_t* const* at) {
  const level& l = of.levels.front();
  const auto bytes = static_cast<std::int32_t>(f.bytes * f.elements);
  const auto row_bytes =
      static_cast<std::int32_t>(l.width * static_cast<std::int32_t>(texel_bytes(of)));
  surface_access a;
  unsigned next = 0;
  if (f.shape.layered) a.z = at[next++][lane];
  a.x = at[next++][lane];
  if (f.shape.dimensions > 1) a.y = at[next++][lane];
  if (f.shape.dimensions > 2) a.z = at[next++][lane];
  if (a.x % bytes != 0)
    raise(fault_at(w, s, lane, finding_kind::misaligned,
                   protocol::phrase("misaligned-surface",
                                    "accesses {} bytes of a surface at byte {} of a row; x counts "
                                    "bytes, and must be a multiple of the size",
                                    bytes, a.x)));
  const auto slices = static_cast<std::int32_t>(of.dimensions > 2 ? l.depth : layers_of(of));
  const auto is_in = [](std::int32_t i, std::int32_t size) { return i >= 0 && i < size; };
  a.inside = is_in(a.x, row_bytes - bytes + 1) && is_in(a.y, l.height) && is_in(a.z, slices);
  if (a.inside) return a;
  if (f.at == boundary::trap) outside_of(w, s, lane, a, l, static_cast<std::uint32_t>(row_bytes));
  if (f.at == boundary::clamp && bytes <= row_bytes) {
    a.x = std::clamp(a.x, 0, (row_bytes - bytes) / bytes * bytes);
    a.y = std::clamp(a.y, 0, l.height - 1);
    a.z = std::clamp(a.z, 0, slices - 1);
    a.inside = true;
  }
  return a;
}

std::uint64_t address_of(const image& of, const surface_access& a) {
  const level& l = of.levels.front();
  return l.address + static_cast<std::uint64_t>(a.z) * l.slice +
         static_cast<std::uint64_t>(a.y) * l.row + static_cast<std::uint64_t>(a.x);
}

struct lane_access {
  const image* of = nullptr;
  surface_access at;
};

// The operands of an instruction for surfaces, and where its lanes' accesses go.
struct warp_access {
  surface_form form;
  const std::uint32_t* elements;  // rows
  lane_access lanes[lanes_per_warp];
  surface_cache cache;

  warp_access(warp& w, const step* s) : form(surface_form::unpack(s->immediate)) {
    const std::vector<std::uint32_t>& rows = w.on->launch->code->row_lists[s->extra];
    const unsigned count = form.shape.dimensions + (form.shape.layered ? 1 : 0);
    const std::int32_t* at[4] = {};
    for (unsigned i = 0; i < count; ++i) at[i] = row<std::int32_t>(w, rows[i]);
    elements = rows.data() + count;
    const auto* handles = row<std::uint64_t>(w, s->a);
    for_lanes(w.active, [&](unsigned lane) {
      const image* const of = cache.find(handles[lane]);
      if (of == nullptr) no_object(w, s, lane, handles[lane], "surface");
      if (!fits(*of, form.shape)) other_shape(w, s, lane, "surface");
      lanes[lane] = {of, located(w, s, lane, form, *of, at)};
    });
  }
  std::uint32_t bytes() const { return std::uint32_t{form.bytes} * form.elements; }
};

constexpr std::uint32_t register_bytes(std::uint32_t element) { return std::max(element, 2u); }

std::byte* in_row(const warp& w, std::uint32_t row_at, unsigned lane, std::uint32_t element) {
  return row<std::byte>(w, row_at) + lane * register_bytes(element);
}

}  // namespace

const step* load_surface(warp& w, const step* s) {
  const warp_access access(w, s);
  lane_memory memory(w, s);
  // A result's row may be a coordinate's: all lanes read before one is written.
  std::byte loaded[lanes_per_warp][most_bytes] = {};
  for_lanes(w.active, [&](unsigned lane) {
    const lane_access& a = access.lanes[lane];
    memory.set_lane(lane);
    if (a.at.inside)
      std::memcpy(loaded[lane], memory.at(address_of(*a.of, a.at), access.bytes()), access.bytes());
  });
  const std::uint32_t bytes = access.form.bytes;
  for (unsigned e = 0; e < access.form.elements; ++e) {
    if (access.elements[e] == no_row) continue;
    for_lanes(w.active, [&](unsigned lane) {
      std::byte* const to = in_row(w, access.elements[e], lane, bytes);
      std::memset(to, 0, register_bytes(bytes));
      std::memcpy(to, loaded[lane] + e * bytes, bytes);
    });
  }
  return s + 1;
}

const step* store_surface(warp& w, const step* s) {
  const warp_access access(w, s);
  lane_memory memory(w, s);
  const std::uint32_t bytes = access.form.bytes;
  std::byte* to[lanes_per_warp] = {};
  for_lanes(w.active, [&](unsigned lane) {
    const lane_access& a = access.lanes[lane];
    memory.set_lane(lane);
    if (a.at.inside) to[lane] = memory.to(address_of(*a.of, a.at), access.bytes());
  });
  // Where several lanes store to one place, what the lowest has stored stays, as on an H100.
  for (unsigned lane = lanes_per_warp; lane-- > 0;) {
    if (to[lane] == nullptr) continue;
    for (unsigned e = 0; e < access.form.elements; ++e)
      std::memcpy(to[lane] + e * bytes, in_row(w, access.elements[e], lane, bytes), bytes);
  }
  return s + 1;
}

}  // namespace lockstep::simt::textures
