#include "programs/warnings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_warning = 1000;  // bytes: std::regex recurses for each of them

bool read_warning(const std::string& line, const checkout_paths& paths, compiler_warning& warning) {
  static const std::regex nvcc(R"(^(.+?)\((\d+)\): warning(?: #([\w-]+))?: (.*)$)");
  static const std::regex host(R"(^(.+?):(\d+):(?:\d+:)? [Ww]arning: (.*?)(?: \[(-W[^\]]*)\])?$)");
  std::smatch match;
  if (std::regex_match(line, match, nvcc)) {
    warning = {paths.shown(match[1].str()), static_cast<unsigned>(std::stoul(match[2])), match[3],
               match[4]};
    return true;
  }
  if (std::regex_match(line, match, host)) {
    warning = {paths.shown(match[1].str()), static_cast<unsigned>(std::stoul(match[2])), match[4],
               match[3]};
    return true;
  }
  return false;
}

bool is_nvccs(const compiler_warning& one) { return !one.code.starts_with("-W"); }

// When the object was made: another one has other warnings.
std::int64_t time_of(const fs::path& object) {
  std::error_code error;
  const auto time = fs::last_write_time(object, error);
  return error ? 0 : static_cast<std::int64_t>(time.time_since_epoch().count());
}

fs::path kept_beside(const fs::path& object) { return object.string() + ".warnings"; }

void keep(const std::vector<compiler_warning>& warnings, const fs::path& object) {
  ordered_json root{{"object", time_of(object)}, {"warnings", ordered_json::array()}};
  for (const auto& one : warnings)
    root["warnings"].push_back({{"line", one.line}, {"code", one.code}, {"message", one.message}});
  // A full disk is no reason not to grade.
  static_cast<void>(
      write_file(kept_beside(object),
                 root.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n"));
}

// Whether those of this very object are kept.
bool read_kept(const fs::path& object, const std::string& source,
               std::vector<compiler_warning>& warnings) {
  try {
    const auto root = ordered_json::parse(content_of(kept_beside(object)));
    if (root.at("object") != time_of(object)) return false;
    std::vector<compiler_warning> read;
    for (const auto& one : root.at("warnings"))
      read.push_back({source, one.at("line"), one.at("code"), one.at("message")});
    warnings = std::move(read);
    return true;
  } catch (const ordered_json::exception&) {
    return false;  // there is no file, or it is damaged
  }
}

}  // namespace

std::vector<compiler_warning> warnings_in(std::string_view output, const checkout_paths& paths,
                                          const std::string& source) {
  std::vector<compiler_warning> found;
  for (const auto& line : lines_of(output)) {
    compiler_warning one;
    if (line.find("arning") == std::string::npos || line.size() > longest_warning) continue;
    if (!read_warning(line, paths, one) || one.file != source) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const compiler_warning& other) {
      return other.line == one.line && (other.code == one.code || is_nvccs(other) != is_nvccs(one));
    });
    if (same == found.end())
      found.push_back(std::move(one));
    else if (is_nvccs(one) && !is_nvccs(*same))
      *same = std::move(one);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  return found;
}

std::vector<compiler_warning> latest_warnings(std::string_view output, const checkout_paths& paths,
                                              const std::string& source,
                                              const std::string& object) {
  const fs::path file = paths.build / object;
  std::vector<compiler_warning> warnings;
  if (read_kept(file, source, warnings)) return warnings;
  if (output.find(object) == std::string_view::npos) return {};
  warnings = warnings_in(output, paths, source);
  keep(warnings, file);
  return warnings;
}

}  // namespace lockstep::tutor
