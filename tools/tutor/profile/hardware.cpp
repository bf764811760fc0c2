#include "profile/hardware.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using row = std::vector<std::string>;

// The cells of a line of CSV; a quoted cell may have commas, and quotes written twice.
row cells_of(std::string_view line) {
  row cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

// Numbers may have thousands set apart: "16,777,216".
std::optional<double> number_of(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string demangled(std::string name) {
  // A kernel of one source file alone: __nv_static_30__..._limits_cu_...__ZN...
  if (name.starts_with("__nv_static_")) {
    if (const auto at = name.find("__Z"); at != std::string::npos) name.erase(0, at + 1);
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

hardware_launch launch_of(const row& names, const row& cells) {
  hardware_launch launch;
  for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
    if (names[i] == "Kernel Name") {
      launch.kernel = demangled(cells[i]);
    } else if (names[i] == "Grid Size") {
      launch.grid = parse_shape(cells[i]);
    } else if (names[i] == "Block Size") {
      launch.block = parse_shape(cells[i]);
    } else if (names[i].find("__") != std::string::npos) {  // that of a metric
      if (const auto value = number_of(cells[i])) launch.values[names[i]] = *value;
    }
  }
  return launch;
}

}  // namespace

dimensions parse_shape(std::string_view text) {
  dimensions sizes{1, 1, 1};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (auto& size : sizes) {
    at = std::find_if(at, end, [](char c) { return c >= '0' && c <= '9'; });
    at = std::from_chars(at, end, size).ptr;
  }
  return sizes;
}

std::vector<hardware_launch> parse_hardware(std::string_view csv) {
  std::vector<hardware_launch> launches;
  row names;
  for (const auto& line : lines_of(csv)) {
    if (!line.starts_with('"')) continue;
    row cells = cells_of(line);
    if (cells[0] == "ID") {
      names = std::move(cells);
    } else if (!names.empty() && number_of(cells[0])) {  // not the line of units
      launches.push_back(launch_of(names, cells));
    }
  }
  return launches;
}

std::vector<std::string> not_counted(const std::vector<hardware_launch>& launches,
                                     const std::vector<std::string>& names) {
  std::vector<std::string> missing;
  for (const auto& name : names) {
    const bool somewhere = std::any_of(launches.begin(), launches.end(),
                                       [&](const auto& one) { return one.values.contains(name); });
    if (!somewhere) missing.push_back(name);
  }
  return missing;
}

}  // namespace lockstep::tutor
