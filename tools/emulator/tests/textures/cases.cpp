#include "cases.hpp"

#include <cstdio>

namespace {

constexpr cudaTextureAddressMode modes[] = {cudaAddressModeWrap, cudaAddressModeClamp,
                                            cudaAddressModeMirror, cudaAddressModeBorder};

std::vector<format> formats() {
  std::vector<format> all;
  for (const int channels : {1, 2, 4}) {
    all.push_back({"u8", 8, channels, cudaChannelFormatKindUnsigned});
    all.push_back({"s8", 8, channels, cudaChannelFormatKindSigned});
    all.push_back({"u16", 16, channels, cudaChannelFormatKindUnsigned});
    all.push_back({"s16", 16, channels, cudaChannelFormatKindSigned});
    all.push_back({"f16", 16, channels, cudaChannelFormatKindFloat});
    all.push_back({"u32", 32, channels, cudaChannelFormatKindUnsigned});
    all.push_back({"s32", 32, channels, cudaChannelFormatKindSigned});
    all.push_back({"f32", 32, channels, cudaChannelFormatKindFloat});
  }
  return all;
}

bool is_float(const format& f) { return f.kind == cudaChannelFormatKindFloat; }

texture_case sized(shape of) {
  texture_case c;
  c.of = of;
  if (of == shape::d1 || of == shape::layers1 || of == shape::linear) c.height = 0;
  if (of == shape::linear) c.width = 64;
  if (of == shape::d3) c.depth = 6;
  if (of == shape::layers1 || of == shape::layers2) c.depth = 5;
  if (of == shape::cube || of == shape::cubes) c.width = c.height = 12;
  if (of == shape::cubes) c.depth = 3;
  return c;
}

void filters_and_addresses(std::vector<texture_case>& out) {
  for (const shape of : {shape::d1, shape::d2, shape::d3, shape::pitch}) {
    for (const bool linear : {false, true}) {
      for (const bool normalised : {false, true}) {
        for (const auto mode : modes) {
          texture_case c = sized(of);
          c.linear = linear;
          c.normalised = normalised;
          c.address = mode;
          out.push_back(c);
        }
        texture_case c = sized(of);  // values of very different size
        c.linear = linear;
        c.normalised = normalised;
        c.wide = true;
        out.push_back(c);
      }
    }
  }
}

void elements(std::vector<texture_case>& out) {
  for (const format& f : formats()) {
    texture_case c = sized(shape::d2), l = sized(shape::linear);
    c.element = l.element = f;
    c.address = cudaAddressModeBorder;
    l.read = how::fetch;
    out.push_back(c);
    out.push_back(l);
    if (f.bits < 32 && !is_float(f)) {
      c.fraction = l.fraction = true;
      out.push_back(l);
      out.push_back(c);
      c.linear = true;
      out.push_back(c);
      texture_case volume = sized(shape::d3);
      volume.element = f;
      volume.fraction = volume.linear = true;
      out.push_back(volume);
      if (f.bits != 8) continue;
      c.srgb = true;
      out.push_back(c);
      c.address = cudaAddressModeClamp;
      out.push_back(c);
      c.linear = false;
      out.push_back(c);
    } else if (is_float(f)) {
      c.linear = true;
      out.push_back(c);
    }
  }
}

void layers_and_faces(std::vector<texture_case>& out) {
  for (const shape of : {shape::layers1, shape::layers2, shape::cube, shape::cubes}) {
    for (const bool linear : {false, true}) {
      for (const bool normalised : {false, true}) {
        const bool is_cube = of == shape::cube || of == shape::cubes;
        if (is_cube && !normalised) continue;
        texture_case c = sized(of);
        c.linear = linear;
        c.normalised = normalised;
        out.push_back(c);
        c.address = cudaAddressModeWrap;
        if (is_cube) out.push_back(c);
      }
    }
  }
}

void levels(std::vector<texture_case>& out) {
  for (const shape of : {shape::d1, shape::d2, shape::d3, shape::layers2, shape::cube}) {
    for (const bool linear : {false, true}) {
      for (const bool linear_levels : {false, true}) {
        texture_case c = sized(of);
        c.normalised = true;
        c.linear = linear;
        c.linear_levels = linear_levels;
        c.levels = of == shape::cube ? 3 : 4;
        for (const how read : {how::plain, how::level, how::gradient}) {
          c.read = read;
          if (of != shape::cube || read != how::gradient) out.push_back(c);
        }
        if (of != shape::d2) continue;
        for (const how read : {how::plain, how::level}) {
          c.read = read;
          c.bias = 0.37f;
          out.push_back(c);
          c.bias = -0.81f;
          out.push_back(c);
          c.bias = 0;
          c.lowest = 1.3f;
          c.highest = 2.6f;
          out.push_back(c);
          c.lowest = c.highest = 0;
          out.push_back(c);
          c.highest = 20;
        }
      }
    }
  }
  texture_case c = sized(shape::d2);  // no levels to choose from
  c.normalised = c.linear = true;
  for (const how read : {how::level, how::gradient}) {
    c.read = read;
    out.push_back(c);
  }
}

void gathers(std::vector<texture_case>& out) {
  for (const format& f : formats()) {
    for (const how read : {how::gather0, how::gather1, how::gather2, how::gather3}) {
      texture_case c = sized(shape::d2);
      c.read = read;
      c.element = f;
      if (f.channels == 2) continue;
      out.push_back(c);
      if (f.bits == 8) {
        c.fraction = true;
        out.push_back(c);
      }
      c.normalised = true;
      c.address = cudaAddressModeWrap;
      out.push_back(c);
    }
  }
}

}  // namespace

std::string texture_case::name() const {
  static const char* const shapes[] = {"linear",    "pitch",     "1d",   "2d",   "3d",
                                       "1d_layers", "2d_layers", "cube", "cubes"};
  static const char* const reads[] = {"fetch",    "tex",      "lod",      "grad",
                                      "gather_r", "gather_g", "gather_b", "gather_a"};
  static const char* const addresses[] = {"wrap", "clamp", "mirror", "border"};
  char text[200];
  std::snprintf(text, sizeof text, "%s %s %sx%d%s %s %s %s%s%s", shapes[static_cast<int>(of)],
                reads[static_cast<int>(read)], element.name, element.channels,
                fraction ? " fraction" : "", linear ? "linear" : "point", addresses[address],
                normalised ? "normalised" : "texels", srgb ? " srgb" : "", wide ? " wide" : "");
  std::string result = text;
  if (levels == 0) return result;
  std::snprintf(text, sizeof text, " %d levels %s bias %g from %g to %g", levels,
                linear_levels ? "linear" : "point", bias, lowest, highest);
  return result + text;
}

std::vector<texture_case> all_cases() {
  std::vector<texture_case> all;
  filters_and_addresses(all);
  elements(all);
  layers_and_faces(all);
  levels(all);
  gathers(all);
  return all;
}
