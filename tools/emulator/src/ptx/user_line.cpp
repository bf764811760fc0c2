// Which line of the user's own source an instruction belongs to.
//
// The problem: with inlining, most locations name a line of a CUDA or system header (an intrinsic,
// a part of CUB). What a learner can act on is the line of their own file that called it.
#include "ptx/user_line.hpp"

#include <vector>

#include "ptx/syntax.hpp"

namespace lockstep::ptx {
namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// "/a/b/../c" -> a, c
std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> result;
  result.reserve(32);  // this runs once for each instruction
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
    if (part == "..") {
      if (!result.empty()) result.pop_back();
    } else if (!part.empty() && part != ".") {
      result.push_back(part);
    }
  }
  return result;
}

// A directory that a toolkit is installed in: cuda, cuda-13.0, cuda_runtime, cu13.
bool names_toolkit(std::string_view directory, std::string_view parent) {
  if (starts_with(directory, "cuda")) {
    const std::string_view rest = directory.substr(4);
    return rest.empty() || rest[0] == '-' || (rest[0] >= '0' && rest[0] <= '9') ||
           parent == "nvidia";
  }
  return parent == "nvidia";
}

}  // namespace

bool is_installed_header(std::string_view path) {
  const std::vector<std::string_view> parts = components(path);
  const auto part = [&parts](std::size_t i) { return i < parts.size() ? parts[i] : ""; };
  if (part(0) == "usr" && (part(1) == "include" || (part(1) == "lib" && part(2) == "gcc") ||
                           (part(1) == "local" && part(2) == "include"))) {
    return true;
  }
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i] == "cccl") return true;
    if (parts[i] != "include") continue;
    if (parts[i + 1] == "crt" && i + 2 < parts.size()) return true;
    if (i >= 2 && parts[i - 2] == "targets") return true;
    if (i >= 1 && names_toolkit(parts[i - 1], i >= 2 ? parts[i - 2] : "")) return true;
  }
  return false;
}

source_line module::user_line(std::uint32_t index) const {
  const auto line_of = [this](const location& l) {
    return source_line{
        l.file < files.size() ? files[l.file] : std::string_view(), l.line, l.column, {}, 0};
  };
  if (index == 0 || index >= locations.size()) return {};
  const source_line innermost = line_of(locations[index]);
  // A call stands in the table before what was inlined there, so this ends.
  for (std::uint32_t i = index; i != 0; i = locations[i].inlined_at) {
    source_line here = line_of(locations[i]);
    if (here.line == 0 || is_installed_header(here.file)) continue;
    if (i != index) {
      here.header = innermost.file;
      here.in_line = innermost.line;
    }
    return here;
  }
  return innermost;
}

}  // namespace lockstep::ptx
