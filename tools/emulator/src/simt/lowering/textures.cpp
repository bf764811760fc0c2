// Binding of instructions for textures and surfaces (PTX ISA 9.7.10, 9.7.11). Objects are in
// 64-bit registers, as nvcc makes them; references by name (.texref) are refused.
#include "simt/lowering/function_lowering.hpp"
#include "simt/textures/actions.hpp"

namespace lockstep::simt {

using ptx::decoded;
using ptx::op;
using ptx::operand;
using ptx::scalar;
using ptx::word;

namespace {

std::optional<textures::geometry> geometry_of(const decoded& i) {
  struct named {
    word name;
    textures::geometry shape;
  };
  static constexpr named all[] = {
      {word::in_1d, {1, false, false}},  {word::in_2d, {2, false, false}},
      {word::in_3d, {3, false, false}},  {word::in_a1d, {1, true, false}},
      {word::in_a2d, {2, true, false}},  {word::in_cube, {2, false, true}},
      {word::in_acube, {2, true, true}},
  };
  for (const named& n : all) {
    if (i.has(n.name)) return n.shape;
  }
  return {};
}

const std::vector<operand>* list_of(const operand& o) {
  if (o.kind == operand::kind_t::list) return &o.elements;
  return nullptr;
}

// The object's register and the coordinates of [object, {x, y}].
bool is_place(const operand& o) {
  return o.kind == operand::kind_t::address && o.base == operand::kind_t::reg && o.offset == 0 &&
         o.elements.size() == 1;
}

std::vector<operand> coordinates_of(const operand& place) {
  const auto* list = list_of(place.elements[0]);
  return list != nullptr ? *list : place.elements;
}

std::optional<textures::query> query_of(const decoded& i) {
  if (i.has(word::width)) return textures::query::width;
  if (i.has(word::height)) return textures::query::height;
  if (i.has(word::depth)) return textures::query::depth;
  if (i.has(word::array_size)) return textures::query::layers;
  if (i.has(word::num_mipmap_levels)) return textures::query::levels;
  return {};
}

std::optional<textures::boundary> boundary_of(const decoded& i) {
  if (i.has(word::trap)) return textures::boundary::trap;
  if (i.has(word::clamp)) return textures::boundary::clamp;
  if (i.has(word::zero)) return textures::boundary::zero;
  return {};
}

}  // namespace

std::uint32_t function_lowering::object_row(const operand& place) {
  operand object = place;
  object.kind = kind::reg;
  object.elements.clear();
  return source(object, 8);
}

void function_lowering::lower_texture(const decoded& i) {
  const auto& o = i.source->operands;
  const auto shape = geometry_of(i);
  const bool gathers = i.operation == op::tld4;
  if (!shape || i.type_count != 2 || i.vector != 4 || !is_place(o[1]) || list_of(o[0]) == nullptr ||
      o[0].elements.size() != 4 || ptx::size_of(i.types[0]) != 4 || i.types[0] == scalar::f16x2)
    refuse(i);
  textures::texture_form form;
  form.shape = *shape;
  form.by_index = i.types[1] == scalar::s32;
  form.by = i.has(word::level)  ? textures::detail::level
            : i.has(word::grad) ? textures::detail::gradient
                                : textures::detail::none;
  form.channel = i.has(word::g) ? 1 : i.has(word::b) ? 2 : i.has(word::a) ? 3 : 0;
  const bool takes_detail = form.by != textures::detail::none;
  const std::size_t operands = form.by == textures::detail::gradient ? 4 : takes_detail ? 3 : 2;
  const bool by_index_only_where_linear =
      form.by_index && (shape->dimensions != 1 || shape->layered || takes_detail || gathers);
  if (o.size() != operands || by_index_only_where_linear ||
      (!form.by_index && i.types[1] != scalar::f32) || (gathers && shape->dimensions != 2))
    refuse(i);
  const std::vector<operand> at = coordinates_of(o[1]);
  const unsigned count = shape->coordinates() + (shape->layered ? 1 : 0);
  if (at.size() < count) refuse(i);
  std::vector<std::uint32_t> rows;
  for (unsigned c = 0; c < count; ++c)
    rows.push_back(source(at[c], 4, c == 0 && shape->layered ? scalar::u32 : i.types[1]));
  for (std::size_t n = 2; n < o.size(); ++n) {
    const auto* list = list_of(o[n]);
    const unsigned values = form.by == textures::detail::gradient ? shape->coordinates() : 1;
    if (list == nullptr && values != 1) refuse(i);
    if (list != nullptr && list->size() < values) refuse(i);
    for (unsigned c = 0; c < values; ++c)
      rows.push_back(source(list == nullptr ? o[n] : (*list)[c], 4, scalar::f32));
  }
  step s;
  s.instruction = instruction_;
  s.a = object_row(o[1]);
  for (const operand& e : o[0].elements)
    rows.push_back(e.kind == kind::sink ? no_row : destination(e, 4));
  s.extra = static_cast<std::uint32_t>(shared_.out->row_lists.size());
  s.immediate = form.pack();
  s.run = gathers ? &textures::gather_texture : &textures::read_texture;
  shared_.out->row_lists.push_back(rows);
  note_site();
  steps_.push_back(s);
  for (std::size_t e = 0; e < 4; ++e) {
    if (o[0].elements[e].kind != kind::sink)
      store_result(o[0].elements[e], rows[rows.size() - 4 + e], 4, false);
  }
}

void function_lowering::lower_surface(const decoded& i) {
  const auto& o = i.source->operands;
  const bool is_store = i.operation == op::sust;
  const operand &where = o[is_store ? 0 : 1], &data = o[is_store ? 1 : 0];
  const auto shape = geometry_of(i);
  const auto at = boundary_of(i);
  const auto bytes = static_cast<unsigned>(ptx::size_of(i.type));
  if (!shape || shape->cube || !at || !i.has(word::b) || i.type_count != 1 || bytes == 0 ||
      bytes * i.vector > 16 || !is_place(where) || list_of(data) == nullptr ||
      data.elements.size() != i.vector)
    refuse(i);
  textures::surface_form form;
  form.shape = *shape;
  form.at = *at;
  form.bytes = static_cast<std::uint8_t>(bytes);
  form.elements = i.vector;
  const std::vector<operand> coordinates = coordinates_of(where);
  const unsigned count = shape->dimensions + (shape->layered ? 1 : 0);
  if (coordinates.size() < count) refuse(i);
  std::vector<std::uint32_t> rows;
  for (unsigned c = 0; c < count; ++c) rows.push_back(source(coordinates[c], 4, scalar::s32));
  step s;
  s.instruction = instruction_;
  s.a = object_row(where);
  const unsigned in_register = bytes < 2 ? 2 : bytes;
  for (const operand& e : data.elements) {
    if (is_store)
      rows.push_back(source(e, in_register, i.type));
    else
      rows.push_back(e.kind == kind::sink ? no_row : destination(e, in_register));
  }
  s.extra = static_cast<std::uint32_t>(shared_.out->row_lists.size());
  s.immediate = form.pack();
  s.run = is_store ? &textures::store_surface : &textures::load_surface;
  shared_.out->row_lists.push_back(rows);
  note_site();
  steps_.push_back(s);
  for (std::size_t e = 0; !is_store && e < data.elements.size(); ++e) {
    if (data.elements[e].kind != kind::sink)
      store_result(data.elements[e], rows[count + e], in_register, false);
  }
}

void function_lowering::lower_query(const decoded& i) {
  const auto& o = i.source->operands;
  const auto what = query_of(i);
  if (!what || o[1].kind != kind::address || o[1].base != kind::reg || i.has(word::level))
    refuse(i);
  step s;
  s.instruction = instruction_;
  s.a = object_row(o[1]);
  s.d = destination(o[0], 4);
  s.immediate = static_cast<std::uint64_t>(*what);
  s.run = i.operation == op::txq ? &textures::query_texture : &textures::query_surface;
  steps_.push_back(s);
  store_result(o[0], s.d, 4, false);
}

}  // namespace lockstep::simt
