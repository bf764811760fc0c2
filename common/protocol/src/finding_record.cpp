#include "lockstep/protocol/finding_record.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "lockstep/protocol/finding_text.hpp"
#include "lockstep/protocol/json_field.hpp"
#include "phrase_json.hpp"

namespace lockstep::protocol {
namespace {

using nlohmann::ordered_json;

ordered_json side(const access& of) {
  const auto number = [](std::uint32_t n) { return n == 0 ? ordered_json() : ordered_json(n); };
  ordered_json object = {{"block", of.block},        {"thread", of.thread},
                         {"access", of.kind.name()}, {"file", of.file},
                         {"line", number(of.line)},  {"column", number(of.column)}};
  if (!of.kernel.empty()) object["kernel"] = of.kernel;
  if (!of.call.empty()) object["call"] = of.call;
  if (!of.function.empty()) object["function"] = of.function;
  for (const source_place& caller : of.callers)
    object["callers"].push_back({{"file", caller.file}, {"line", caller.line}});
  if (!of.header.empty()) object["header"] = {{"file", of.header}, {"line", of.in_line}};
  return object;
}

ordered_json object_of(const launch_shape& launch) {
  ordered_json object = {{"grid", launch.grid}, {"block", launch.block}};
  if (launch.from.line != 0) {
    object["file"] = launch.from.file;
    object["line"] = launch.from.line;
  }
  if (launch.to_blame != launch_part::none) object["to_blame"] = name_of(launch.to_blame);
  return object;
}

launch_shape launch_from(const nlohmann::ordered_json& object) {
  launch_shape launch{field<dimensions>(object, "grid"), field<dimensions>(object, "block")};
  launch.from = {field<std::string>(object, "file"), field(object, "line", 0u)};
  launch.to_blame =
      value_named<launch_part>(field<std::string>(object, "to_blame")).value_or(launch_part::none);
  return launch;
}

ordered_json object_of(const finding& found) {
  ordered_json object = {{"kind", found.kind.name()},
                         {"severity", name_of(found.severity)},
                         {"space", found.space.name()},
                         {"kernel", found.kernel}};
  object.update(side(found.where));
  object["other"] = found.other ? side(*found.other) : ordered_json();
  object["address"] = fmt::format("{:#x}", found.address);
  if (!found.array.empty()) object["array"] = found.array;
  object["message"] = one_line(found.message);
  object["why"] = why(found);
  object["advice"] = advice(found);
  object["stopped"] = found.stopped;
  object["went_on"] = found.went_on;
  if (found.in_step) object["in_step"] = true;
  if (!found.also_in.empty()) object["also_in"] = found.also_in;
  object["launch"] = ordered_json();
  if (found.launch) object["launch"] = object_of(*found.launch);
  return object;
}

access access_from(const nlohmann::ordered_json& object) {
  access of;
  of.block = field<dimensions>(object, "block");
  of.thread = field<dimensions>(object, "thread");
  of.kind = recorded<access_kind>::parse(field<std::string>(object, "access"));
  of.file = field<std::string>(object, "file");
  of.line = field(object, "line", 0u);
  of.column = field(object, "column", 0u);
  of.call = field<std::string>(object, "call");
  of.function = field<std::string>(object, "function");
  if (const auto callers = object.find("callers"); callers != object.end() && callers->is_array())
    for (const nlohmann::ordered_json& caller : *callers)
      of.callers.push_back({field<std::string>(caller, "file"), field(caller, "line", 0u)});
  if (const auto header = object.find("header"); header != object.end() && header->is_object()) {
    of.header = field<std::string>(*header, "file");
    of.in_line = field(*header, "line", 0u);
  }
  return of;
}

}  // namespace

std::string members_without_counts(const finding& found) {
  ordered_json object = object_of(found);
  const std::string texts = found.message + "\n" + found.advice + "\n" + found.why;
  if (auto phrases = json_of_phrases_in(texts); !phrases.empty()) object["phrases"] = phrases;
  return line_text(object);
}

std::string members_of(const finding& found) {
  ordered_json object = object_of(found);
  object["count"] = found.count;
  object["launches"] = found.launches;
  return line_text(object);
}

finding finding_from(const nlohmann::ordered_json& record) {
  finding found;
  note_phrases_of(record);
  found.kind = recorded<finding_kind>::parse(field<std::string>(record, "kind"));
  found.severity = value_named<finding_severity>(field<std::string>(record, "severity"))
                       .value_or(finding_severity::error);
  found.space = recorded<memory_space>::parse(field<std::string>(record, "space"));
  found.kernel = field<std::string>(record, "kernel");
  found.where = access_from(record);
  if (const auto other = record.find("other"); other != record.end() && other->is_object()) {
    found.other = access_from(*other);
    found.other->kernel = field<std::string>(*other, "kernel");
  }
  const auto address = field<std::string>(record, "address");
  if (address.starts_with("0x"))
    std::from_chars(address.data() + 2, address.data() + address.size(), found.address, 16);
  found.count = field<std::uint64_t>(record, "count", 1);
  found.launches = field<std::uint64_t>(record, "launches", 1);
  found.array = field<std::string>(record, "array");
  found.message = field<std::string>(record, "message");
  found.why = field<std::string>(record, "why");
  found.advice = field<std::string>(record, "advice");
  found.stopped = field(record, "stopped", false);
  found.went_on = field(record, "went_on", false);
  found.in_step = field(record, "in_step", false);
  if (const auto kernels = record.find("also_in"); kernels != record.end() && kernels->is_array())
    for (const nlohmann::ordered_json& kernel : *kernels)
      if (kernel.is_string()) found.also_in.push_back(kernel.get<std::string>());
  if (const auto launch = record.find("launch"); launch != record.end() && launch->is_object())
    found.launch = launch_from(*launch);
  return found;
}

}  // namespace lockstep::protocol
