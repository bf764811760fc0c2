#include "viewer/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

constexpr int trace_version = 1, document_version = 1;
constexpr std::size_t most_unseen = 200;  // launches without steps, as many as the page lists
constexpr std::int64_t most_exact = std::int64_t{1} << 53;  // in a browser

// JavaScript has no integers of 64 bits: those that it would round become text.
ordered_json exact(const ordered_json& value) {
  if (value.is_array()) {
    ordered_json all = ordered_json::array();
    for (const auto& one : value) all.push_back(exact(one));
    return all;
  }
  const bool large = value.is_number_unsigned()
                         ? value.get<std::uint64_t>() > std::uint64_t{most_exact}
                     : value.is_number_integer() ? value.get<std::int64_t>() < -most_exact
                                                 : false;
  return large ? ordered_json(value.dump()) : value;
}

// Of a list by lane what the lanes have that take part. Numbers in equal distances, as most are,
// become {"first", "step"}.
ordered_json packed_lanes(const ordered_json& by_lane) {
  ordered_json some = ordered_json::array();
  for (const auto& one : by_lane)
    if (!one.is_null()) some.push_back(exact(one));
  const auto is_exact = [](const ordered_json& one) { return one.is_number_integer(); };
  if (some.size() < 3 || !std::all_of(some.begin(), some.end(), is_exact)) return some;
  const auto first = some[0].get<std::int64_t>(), step = some[1].get<std::int64_t>() - first;
  for (std::size_t i = 2; i < some.size(); ++i)
    if (some[i].get<std::int64_t>() - some[i - 1].get<std::int64_t>() != step) return some;
  return {{"first", first}, {"step", step}};
}

class packer {
 public:
  explicit packer(const source_finder& find) : find_(find) {}

  // [number, moment, site, active] and, if there is more to say, an object.
  ordered_json step(const ordered_json& given) {
    ordered_json all = {given.at("step"), given.at("at"), site(given), given.at("active")};
    ordered_json more = ordered_json::object();
    for (const char* member : {"executing", "split", "met"})
      if (given.contains(member)) more[member] = given.at(member);
    if (given.contains("accesses"))
      for (const auto& one : given.at("accesses")) more["accesses"].push_back(packed(one));
    if (given.contains("exchange")) more["exchange"] = packed(given.at("exchange"));
    if (!more.empty()) all.push_back(std::move(more));
    return all;
  }

  ordered_json launch(const ordered_json& given) {
    ordered_json packed = given;
    packed["warps"] = ordered_json::array();
    for (const auto& warp : given.at("warps")) {
      ordered_json steps = ordered_json::array();
      for (const auto& one : warp.at("steps")) steps.push_back(step(one));
      packed["warps"].push_back({{"block", warp.at("block")},
                                 {"warp", warp.at("warp")},
                                 {"lanes", warp.at("lanes")},
                                 {"steps", std::move(steps)}});
    }
    return packed;
  }

  ordered_json files() const { return files_; }
  ordered_json sites() const { return sites_; }

 private:
  // An access, or an exchange of values: what it has by lane takes less space.
  static ordered_json packed(const ordered_json& given) {
    ordered_json less = given;
    for (const char* member : {"addresses", "values", "found", "gave", "got"})
      if (given.contains(member)) less[member] = packed_lanes(given.at(member));
    return less;
  }

  std::size_t site(const ordered_json& step) {
    ordered_json one = {step.at("kind"), step.at("op"), file(step.at("file")), step.at("line")};
    if (step.contains("callee")) one.push_back(step.at("callee"));
    const auto [known, is_new] = site_of_.try_emplace(one.dump(), sites_.size());
    if (is_new) sites_.push_back(std::move(one));
    return known->second;
  }

  std::size_t file(const std::string& name) {
    const auto [known, is_new] = file_of_.try_emplace(name, files_.size());
    if (!is_new) return known->second;
    const auto source = find_(name);
    files_.push_back({{"name", name}, {"text", nullptr}});
    if (!source.empty()) files_.back()["text"] = readable_text(content_of(source));
    return known->second;
  }

  const source_finder& find_;
  ordered_json files_ = ordered_json::array(), sites_ = ordered_json::array();
  std::map<std::string, std::size_t> file_of_, site_of_;
};

}  // namespace

ordered_json viewer_document(const ordered_json& trace, const std::string& title,
                             const source_finder& find) {
  if (!trace.is_object() || !trace.contains("launches") || !trace.contains("version"))
    throw wrong_usage("this is not a trace",
                      "./lockstep trace --json PROGRAM >trace.json makes one.");
  if (trace.at("version") != trace_version)
    throw wrong_usage(fmt::format("this is a trace of version {}, and only {} is known here",
                                  trace.at("version").dump(), trace_version),
                      "Create it again: ./lockstep trace --json PROGRAM >trace.json");
  packer pack(find);
  ordered_json launches = ordered_json::array();
  try {
    std::size_t unseen = 0;
    for (const auto& one : trace.at("launches"))
      if (!one.at("warps").empty() || ++unseen <= most_unseen) launches.push_back(pack.launch(one));
  } catch (const ordered_json::exception&) {
    throw wrong_usage("this trace is damaged",
                      "Create it again: ./lockstep trace --json PROGRAM >trace.json");
  }
  ordered_json document = {{"document", document_version}, {"title", title}};
  for (const char* member : {"backend", "device", "truncated", "left_out", "findings"})
    if (trace.contains(member)) document[member] = trace.at(member);
  document["files"] = pack.files();
  document["sites"] = pack.sites();
  document["launches"] = std::move(launches);
  return document;
}

}  // namespace lockstep::tutor
