#include "lockstep/protocol/trace_record.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "lockstep/protocol/json_field.hpp"

namespace lockstep::protocol {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view parameter_space = "parameter";

// By lane: a value, a list of them if lanes access several elements, or null.
using value_list = std::vector<std::optional<std::uint64_t>>;

ordered_json values_json(const trace_access& access, const value_list& values) {
  ordered_json lanes = ordered_json::array();
  for (std::size_t first = 0; first < values.size(); first += access.elements) {
    ordered_json elements = ordered_json::array();
    for (std::size_t i = first; i < first + access.elements && i < values.size(); ++i)
      elements.push_back(values[i] ? json_of(access.type.value(), *values[i]) : ordered_json());
    const bool is_none = !values[first].has_value();
    lanes.push_back(is_none                ? ordered_json()
                    : access.elements == 1 ? std::move(elements[0])
                                           : std::move(elements));
  }
  return lanes;
}

value_list values_from(trace_access& access, const ordered_json& lanes) {
  value_list values;
  for (const ordered_json& lane : lanes)
    if (lane.is_array() && !lane.empty()) access.elements = static_cast<std::uint32_t>(lane.size());
  for (const ordered_json& lane : lanes) {
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      const ordered_json one = !lane.is_array() ? lane : i < lane.size() ? lane[i] : ordered_json();
      values.push_back(bits_from(access.type.value(), one));
    }
  }
  return values;
}

ordered_json json_of(const trace_access& access) {
  ordered_json addresses = ordered_json::array();
  for (const auto& offset : access.addresses)
    addresses.push_back(offset ? ordered_json(*offset) : ordered_json());
  ordered_json object = {{"space", trace_name(access.space)},
                         {"lanes", access.lanes},
                         {"bytes", access.bytes},
                         {"addresses", std::move(addresses)}};
  if (access.allocation) object["allocation"] = *access.allocation;
  if (access.sectors) object["sectors"] = *access.sectors;
  if (access.conflicts) object["conflicts"] = *access.conflicts;
  if (access.type != value_type::none) {
    object["type"] = access.type.name();
    object["values"] = values_json(access, access.values);
    if (!access.found.empty()) object["found"] = values_json(access, access.found);
  }
  return object;
}

template <class T>
std::optional<T> optional_field(const ordered_json& object, const char* name) {
  if (!object.contains(name) || !object.at(name).is_number_unsigned()) return std::nullopt;
  return object.at(name).get<T>();
}

trace_access traced_access_from(const ordered_json& object) {
  trace_access access;
  const auto space = field<std::string>(object, "space");
  access.space = space == parameter_space ? recorded(memory_space::parameter)
                                          : recorded<memory_space>::parse(space);
  access.lanes = field<lane_mask>(object, "lanes");
  access.bytes = field<std::uint32_t>(object, "bytes");
  for (const auto& offset : field<std::vector<ordered_json>>(object, "addresses"))
    access.addresses.push_back(
        offset.is_number_integer() ? std::optional(offset.get<std::int64_t>()) : std::nullopt);
  access.allocation = optional_field<std::uint64_t>(object, "allocation");
  access.sectors = optional_field<std::uint32_t>(object, "sectors");
  access.conflicts = optional_field<std::uint32_t>(object, "conflicts");
  access.type = recorded<value_type>::parse(field<std::string>(object, "type"));
  if (access.type == value_type::none) return access;
  access.values = values_from(access, field<ordered_json>(object, "values"));
  access.found = values_from(access, field<ordered_json>(object, "found"));
  return access;
}

ordered_json json_of(const trace_exchange& exchange) {
  const auto by_lane = [&](const value_list& values) {
    ordered_json lanes = ordered_json::array();
    for (const auto& one : values)
      lanes.push_back(one ? json_of(exchange.type.value(), *one) : ordered_json());
    return lanes;
  };
  return {{"lanes", exchange.lanes},
          {"by", exchange.by},
          {"type", exchange.type.name()},
          {"gave", by_lane(exchange.gave)},
          {"got", by_lane(exchange.got)}};
}

trace_exchange exchange_from(const ordered_json& object) {
  trace_exchange exchange;
  exchange.lanes = field<lane_mask>(object, "lanes");
  exchange.by = field<std::uint32_t>(object, "by");
  exchange.type = recorded<value_type>::parse(field<std::string>(object, "type"));
  for (const auto& one : field<std::vector<ordered_json>>(object, "gave"))
    exchange.gave.push_back(bits_from(exchange.type.value(), one));
  for (const auto& one : field<std::vector<ordered_json>>(object, "got"))
    exchange.got.push_back(bits_from(exchange.type.value(), one));
  return exchange;
}

// Nothing unless all members are there, each of its type.
std::optional<device_launch> device_launch_from(const ordered_json& by) {
  const auto is_index = [&](const char* name) {
    return field<std::vector<std::uint32_t>>(by, name).size() == 3;
  };
  const auto is_number = [&](const char* name) {
    return by.contains(name) && by.at(name).is_number_unsigned();
  };
  const auto is_text = [&](const char* name) {
    return by.contains(name) && by.at(name).is_string();
  };
  if (!by.is_object() || !is_index("block") || !is_index("thread") || !is_number("launch") ||
      !is_number("line") || !is_text("file") || !is_text("stream"))
    return std::nullopt;
  return device_launch{by.at("launch").get<std::uint64_t>(),
                       by.at("block").get<dimensions>(),
                       by.at("thread").get<dimensions>(),
                       recorded<device_stream>::parse(by.at("stream").get<std::string>()),
                       by.at("file").get<std::string>(),
                       by.at("line").get<std::uint32_t>()};
}

trace_launch traced_launch_from(const ordered_json& record) {
  trace_launch launch;
  launch.launch = field<std::uint64_t>(record, "launch");
  launch.at = field<std::uint64_t>(record, "at");
  launch.kernel = field<std::string>(record, "kernel");
  launch.grid = field(record, "grid", launch.grid);
  launch.block = field(record, "block", launch.block);
  launch.traced = field(record, "traced", false);
  if (const auto by = record.find("by"); by != record.end()) launch.by = device_launch_from(*by);
  launch.cluster = field(record, "cluster", launch.cluster);
  return launch;
}

std::optional<trace_step> step_from(const ordered_json& record) {
  for (const char* number : {"step", "line", "active"})
    if (!record.contains(number) || !record.at(number).is_number_unsigned()) return std::nullopt;
  for (const char* text : {"kind", "file"})
    if (!record.contains(text) || !record.at(text).is_string()) return std::nullopt;
  trace_step step;
  step.launch = field<std::uint64_t>(record, "launch");
  step.block = field<dimensions>(record, "block");
  step.warp = field<std::uint32_t>(record, "warp");
  step.step = field<std::uint64_t>(record, "step");
  step.at = field<std::uint64_t>(record, "at");
  step.kind = recorded<step_kind>::parse(field<std::string>(record, "kind"));
  step.op = field<std::string>(record, "op");
  step.file = field<std::string>(record, "file");
  step.line = field<std::uint32_t>(record, "line");
  step.active = field<lane_mask>(record, "active");
  step.executing = field(record, "executing", step.active);
  step.callee = field<std::string>(record, "callee");
  step.split = field<std::vector<lane_mask>>(record, "split");
  step.met = field<std::vector<lane_mask>>(record, "met");
  for (const auto& access : field<std::vector<ordered_json>>(record, "accesses"))
    if (access.is_object()) step.accesses.push_back(traced_access_from(access));
  if (const auto made = record.find("exchange"); made != record.end() && made->is_object())
    step.exchange = exchange_from(*made);
  return step;
}

traced_array array_from(const ordered_json& object) {
  traced_array array{field<std::uint64_t>(object, "allocation"),
                     field<std::uint64_t>(object, "bytes"),
                     field<std::string>(object, "name"),
                     {}};
  for (const auto& one : field<std::vector<ordered_json>>(object, "parameters"))
    if (one.is_object())
      array.parameters.push_back(
          {field<std::uint32_t>(one, "number"), field<std::uint64_t>(one, "offset")});
  return array;
}

trace_end end_from(const ordered_json& record) {
  trace_end end{field<std::uint64_t>(record, "launch"),
                field<std::uint64_t>(record, "at"),
                {},
                field<std::uint64_t>(record, "steps_left_out"),
                {},
                {}};
  if (const auto kind = field<std::string>(record, "stopped_by"); !kind.empty())
    end.stopped_by = recorded<finding_kind>::parse(kind);
  for (const auto& array : field<std::vector<ordered_json>>(record, "arrays"))
    if (array.is_object()) end.arrays.push_back(array_from(array));
  for (const auto& array : field<std::vector<ordered_json>>(record, "shared"))
    if (array.is_object())
      end.shared.push_back({field<std::string>(array, "name"),
                            field<std::uint64_t>(array, "offset"),
                            field<std::uint64_t>(array, "bytes")});
  return end;
}

}  // namespace

std::string_view trace_name(const recorded<memory_space>& space) {
  return space == memory_space::parameter ? parameter_space : space.name();
}

ordered_json json_of(const std::optional<device_launch>& by) {
  if (!by) return {};
  return {{"launch", by->launch},        {"block", by->block}, {"thread", by->thread},
          {"stream", by->stream.name()}, {"file", by->file},   {"line", by->line}};
}

ordered_json json_of(const trace_step& step) {
  ordered_json object = {{"step", step.step},    {"at", step.at},     {"kind", step.kind.name()},
                         {"op", step.op},        {"file", step.file}, {"line", step.line},
                         {"active", step.active}};
  if (step.executing != step.active) object["executing"] = step.executing;
  if (!step.callee.empty()) object["callee"] = step.callee;
  if (!step.split.empty()) object["split"] = step.split;
  if (!step.met.empty()) object["met"] = step.met;
  for (const trace_access& access : step.accesses) object["accesses"].push_back(json_of(access));
  if (step.exchange) object["exchange"] = json_of(*step.exchange);
  return object;
}

ordered_json json_of(const traced_array& array) {
  ordered_json object = {{"allocation", array.allocation}, {"bytes", array.bytes}};
  if (!array.name.empty()) object["name"] = array.name;
  for (const auto& one : array.parameters)
    object["parameters"].push_back({{"number", one.number}, {"offset", one.offset}});
  return object;
}

ordered_json json_of(const shared_array& array) {
  return {{"name", array.name}, {"offset", array.offset}, {"bytes", array.bytes}};
}

std::string members_of(const trace_launch& launch) {
  ordered_json object = {{"launch", launch.launch}, {"at", launch.at},
                         {"kernel", launch.kernel}, {"grid", launch.grid},
                         {"block", launch.block},   {"traced", launch.traced},
                         {"by", json_of(launch.by)}};
  if (launch.cluster[0] != 0) object["cluster"] = launch.cluster;
  return line_text(object);
}

std::string members_of(const trace_step& step) {
  ordered_json object = {{"launch", step.launch}, {"block", step.block}, {"warp", step.warp}};
  object.update(json_of(step));
  return line_text(object);
}

std::string members_of(const trace_end& end) {
  ordered_json object = {{"launch", end.launch},
                         {"at", end.at},
                         {"stopped_by", nullptr},
                         {"steps_left_out", end.steps_left_out}};
  if (end.stopped_by) object["stopped_by"] = end.stopped_by->name();
  for (const traced_array& array : end.arrays) object["arrays"].push_back(json_of(array));
  for (const shared_array& array : end.shared) object["shared"].push_back(json_of(array));
  return line_text(object);
}

std::optional<trace_record> parse_trace_record(std::string_view line) {
  const auto record = ordered_json::parse(line, nullptr, false);
  if (!record.is_object()) return std::nullopt;
  const auto type = field<std::string>(record, "type");
  if (type == trace_launch_type) return traced_launch_from(record);
  if (type == trace_end_type) return end_from(record);
  if (type != trace_step_type) return std::nullopt;
  if (auto step = step_from(record)) return std::move(*step);
  return std::nullopt;
}

}  // namespace lockstep::protocol
