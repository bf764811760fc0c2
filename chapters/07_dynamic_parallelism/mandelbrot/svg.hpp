// A picture as SVG: a format that is text, that every browser shows, and in which a square of one
// dwell is one rectangle. (docs/decisions says why not PNG.)
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>

#include "reference.hpp"

namespace mandelbrot {

constexpr unsigned colours = 16;

// Which colour a dwell has: the points that never leave their own, the others by the logarithm.
inline unsigned colour_of(unsigned dwell, unsigned limit) {
  if (dwell >= limit) return colours;
  const double share =
      std::log1p(static_cast<double>(dwell)) / std::log1p(static_cast<double>(limit));
  return std::min(colours - 1, static_cast<unsigned>(share * colours));
}

// From deep blue over orange to white; near black for the set itself.
inline std::string colour_name(unsigned colour) {
  if (colour == colours) return "#14161c";
  const double t = static_cast<double>(colour) / (colours - 1);
  const auto channel = [&](double low, double middle, double high) {
    const double value =
        t < 0.5 ? low + 2 * t * (middle - low) : middle + (2 * t - 1) * (high - middle);
    return static_cast<int>(std::lround(value));
  };
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", channel(32, 222, 255), channel(60, 140, 250),
                channel(120, 60, 220));
  return text;
}

// One path per colour, of runs of pixels; then the outlines of `squares`, thin where they were
// computed and thick where they were filled.
inline void write_svg(std::ostream& out, const picture& image, const view& v,
                      const std::vector<decided>& squares, const std::string& title) {
  std::map<unsigned, std::string> runs;
  for (unsigned y = 0; y < v.side; ++y) {
    const unsigned* row = image.data() + std::size_t{y} * v.side;
    for (unsigned x = 0; x < v.side;) {
      const unsigned colour = colour_of(row[x], v.limit);
      unsigned end = x;
      while (end < v.side && colour_of(row[end], v.limit) == colour) ++end;
      runs[colour] += "M" + std::to_string(x) + " " + std::to_string(v.side - 1 - y) + "h" +
                      std::to_string(end - x);
      x = end;
    }
  }
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -0.5 " << v.side << ' ' << v.side
      << "\" width=\"768\" height=\"768\" role=\"img\">\n<title>" << title << "</title>\n"
      << "<g fill=\"none\" stroke-width=\"1\" shape-rendering=\"crispEdges\">\n";
  for (const auto& [colour, path] : runs)
    out << "<path stroke=\"" << colour_name(colour) << "\" d=\"" << path << "\"/>\n";
  out << "</g>\n<g fill=\"none\" stroke=\"#7fd0ff\">\n";
  for (const fate how : {fate::computed, fate::filled}) {
    std::string path;
    for (const decided& one : squares) {
      if (one.how != how) continue;
      const std::string side = std::to_string(one.where.side);
      path += "M" + std::to_string(one.where.x) + " " +
              std::to_string(v.side - one.where.y - one.where.side) + "h" + side + "v" + side +
              "h-" + side + "z";
    }
    const bool filled = how == fate::filled;
    out << "<path transform=\"translate(0 -0.5)\" stroke-width=\"" << (filled ? "0.8" : "0.25")
        << "\" d=\"" << path << "\"/>\n";
  }
  out << "</g>\n</svg>\n";
}

}  // namespace mandelbrot
