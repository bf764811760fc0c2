#include "bench/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <lockstep/table.hpp>
#include <nlohmann/json.hpp>

#include "lockstep/protocol/json_field.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::bench {
namespace {

using protocol::field;

using json = nlohmann::ordered_json;
using nlohmann::ordered_json;

// A time that can be divided by; whatever else is there counts as none.
std::optional<double> time_field(const json& record, const char* name) {
  const auto value = field<double>(record, name, 0);
  return value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> texts_of(const json& record, const char* name) {
  std::vector<std::pair<std::string, std::string>> all;
  const auto found = record.find(name);
  if (found == record.end() || !found->is_object()) return all;
  for (const auto& [key, value] : found->items())
    all.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  std::ranges::sort(all);  // so that records can be compared, whatever wrote them
  return all;
}

machine to_machine(const json& record) {
  machine one;
  one.device = field<std::string>(record, "device");
  one.compute_capability = field<std::string>(record, "compute_capability");
  one.line = field<std::string>(record, "line", one.device);
  one.multiprocessors = field(record, "multiprocessors", 0u);
  one.peak_gbps = field(record, "peak_gbps", 0.0);
  one.sm_mhz = field(record, "sm_mhz", 0.0);
  one.memory_mhz = field(record, "memory_mhz", 0.0);
  return one;
}

// Nothing, if it lacks what a result must have.
std::optional<result> to_result(const json& record) {
  result one;
  one.chapter = field<std::string>(record, "chapter");
  one.kernel = field<std::string>(record, "kernel");
  one.type = field<std::string>(record, "type");
  one.operation = field<std::string>(record, "operation");
  one.residency = field<std::string>(record, "residency");
  one.note = field<std::string>(record, "note");
  one.parameters = texts_of(record, "parameters");
  one.found = texts_of(record, "found");
  one.elements = field<std::uint64_t>(record, "elements");
  one.bytes = field(record, "bytes", 0.0);
  one.right = field(record, "right", false);
  one.us = one.right ? time_field(record, "us") : std::nullopt;
  one.spread = field(record, "spread", 0.0);
  one.samples = field(record, "samples", 0u);
  one.sm_mhz = field(record, "sm_mhz", 0.0);
  one.ceiling_us = time_field(record, "ceiling_us");
  one.cub_us = time_field(record, "cub_us");
  one.thrust_us = time_field(record, "thrust_us");
  if (one.kernel.empty() || (one.right && !one.us)) return std::nullopt;
  return one;
}

std::optional<double> quotient(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b ? std::optional(*a / *b) : std::nullopt;
}

selection to_selection(const json& record) {
  using strings = std::vector<std::string>;
  selection one;
  one.chapters = field<strings>(record, "chapters");
  one.sizes = field<strings>(record, "sizes");
  one.types = field<strings>(record, "types");
  one.operations = field<strings>(record, "operations");
  one.residency = field<strings>(record, "residency");
  one.kernels = field<strings>(record, "kernels");
  one.spread = time_field(record, "spread");
  one.seconds = time_field(record, "seconds");
  return one;
}

}  // namespace

std::optional<double> result::gbps() const {
  return us && bytes > 0 ? std::optional(bytes / *us / 1e3) : std::nullopt;
}

std::optional<double> result::share_of_peak(const machine& on) const {
  const auto speed = gbps();
  if (!speed || on.peak_gbps <= 0 || residency != "dram") return std::nullopt;
  return 100 * *speed / on.peak_gbps;
}

std::optional<double> result::share_of_ceiling() const {
  const auto share = quotient(ceiling_us, us);
  return share ? std::optional(100 * *share) : std::nullopt;
}

std::optional<double> result::against_cub() const { return quotient(cub_us, us); }
std::optional<double> result::against_thrust() const { return quotient(thrust_us, us); }

std::string result::name() const {
  std::vector<std::string> parts{kernel, trimmed(type + " " + operation)};
  if (elements > 0) parts.push_back(size_text(elements));
  parts.push_back(residency);
  for (const auto& [name, value] : parameters) parts.push_back(name + " " + value);
  std::erase(parts, std::string());
  return join(parts, ", ");
}

bool is_reference(std::string_view kernel) {
  return kernel == "CUB" || kernel == "Thrust" || kernel.starts_with("read only");
}

bool is_same_case(const result& a, const result& b) {
  return a.elements == b.elements && a.kernel == b.kernel && a.residency == b.residency &&
         a.type == b.type && a.operation == b.operation && a.parameters == b.parameters;
}

std::string size_text(std::uint64_t elements) {
  const bool power = std::has_single_bit(elements) && elements >= 1024;
  return power ? fmt::format("2^{}", std::countr_zero(elements)) : grouped(elements);
}

std::vector<std::string> selection::arguments() const {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    if (!values.empty()) words.insert(words.end(), {option, join(values, ",")});
  };
  add("--sizes", sizes);
  add("--types", types);
  add("--operations", operations);
  add("--residency", residency);
  add("--kernels", kernels);
  if (spread) add("--spread", {fmt::format("{}", *spread)});
  if (seconds) add("--seconds", {fmt::format("{}", *seconds)});
  return words;
}

chapter_run* recorded_run::find(std::string_view chapter) {
  const auto found = std::find_if(chapters.begin(), chapters.end(),
                                  [&](const chapter_run& one) { return one.name == chapter; });
  return found == chapters.end() ? nullptr : &*found;
}

chapter_run& recorded_run::chapter(const std::string& name) {
  if (chapter_run* known = find(name)) return *known;
  return chapters.emplace_back(chapter_run{name, {}, 0, 0, {}, false, {}});
}

bool recorded_run::refuse(std::string_view line) {
  chapter(current_).malformed.emplace_back(line);
  return false;
}

const result* recorded_run::find_case(const result& like) const {
  for (const auto& chapter : chapters) {
    if (chapter.name != like.chapter) continue;
    for (const auto& one : chapter.results) {
      if (is_same_case(one, like)) return &one;
    }
  }
  return nullptr;
}

void recorded_run::keep(result one) {
  // A program may have kernels of another chapter beside its own; it is its run all the same.
  if (one.chapter.empty()) one.chapter = current_;
  auto& all = chapter(current_.empty() ? one.chapter : current_).results;
  const auto before = std::find_if(all.begin(), all.end(),
                                   [&](const result& other) { return is_same_case(other, one); });
  if (before == all.end()) {
    all.push_back(std::move(one));
  } else {
    *before = std::move(one);
  }
}

bool recorded_run::read(std::string_view line) {
  const json record = json::parse(line, nullptr, false);
  if (!record.is_object()) return refuse(line);
  const auto kind = field<std::string>(record, "record");
  if (kind == "run") {
    asked = to_selection(record);
  } else if (kind == "machine") {
    machine here = to_machine(record);
    if (on && on->device != here.device) other_machine = here.device;
    if (!on) on = std::move(here);
  } else if (kind == "begin") {
    chapter_run& to = chapter(field<std::string>(record, "chapter"));
    to.planned.reset();  // its program will say
    current_ = to.name;
  } else if (kind == "plan") {
    chapter_run& to = chapter(current_);
    to.planned = to.settled + field<std::size_t>(record, "cases");
  } else if (kind == "group") {
    chapter_run& to = chapter(current_);
    to.groups = field(record, "finished", to.groups);
    to.settled = to.results.size();
    to.planned = to.settled + field<std::size_t>(record, "left");
  } else if (kind == "result") {
    auto one = to_result(record);
    if (!one) return refuse(line);
    keep(std::move(*one));
  } else if (kind == "end") {
    const int code = field(record, "exit_code", -1);
    chapter(current_).finished = code == 0 || code == 3;  // a wrong result is a result
  } else if (kind.empty()) {
    return refuse(line);
  }
  return true;
}

bool recorded_run::complete() const {
  return std::all_of(asked.chapters.begin(), asked.chapters.end(), [&](const std::string& name) {
    return std::any_of(chapters.begin(), chapters.end(),
                       [&](const chapter_run& one) { return one.name == name && one.finished; });
  });
}

bool recorded_run::all_right() const {
  return std::all_of(chapters.begin(), chapters.end(), [](const chapter_run& one) {
    return std::all_of(one.results.begin(), one.results.end(),
                       [](const result& each) { return each.right; });
  });
}

std::size_t recorded_run::measured() const {
  std::size_t count = 0;
  for (const auto& one : chapters) count += one.results.size();
  return count;
}

std::size_t recorded_run::malformed() const {
  std::size_t count = 0;
  for (const auto& one : chapters) count += one.malformed.size();
  return count;
}

recorded_run parse_run(std::string_view text) {
  recorded_run all;
  for (const auto& line : lines_of(text)) all.read(line);
  return all;
}

std::string run_record(const selection& asked) {
  ordered_json record{
      {"record", "run"},         {"chapters", asked.chapters},     {"sizes", asked.sizes},
      {"types", asked.types},    {"operations", asked.operations}, {"residency", asked.residency},
      {"kernels", asked.kernels}};
  if (asked.spread) record["spread"] = *asked.spread;
  if (asked.seconds) record["seconds"] = *asked.seconds;
  return record.dump() + "\n";
}

std::string begin_record(const std::string& chapter) {
  return ordered_json{{"record", "begin"}, {"chapter", chapter}}.dump() + "\n";
}

std::string end_record(const std::string& chapter, int exit_code) {
  return ordered_json{{"record", "end"}, {"chapter", chapter}, {"exit_code", exit_code}}.dump() +
         "\n";
}

}  // namespace lockstep::tutor::bench
