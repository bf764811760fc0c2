#include "records/records.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "records/json_field.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::json;

// Calls `handle` with each line that is a JSON object; returns how many lines are not.
template <class F>
unsigned for_each_record(std::string_view text, F handle) {
  unsigned malformed = 0;
  for (const auto& line : lines_of(text)) {
    const json record = json::parse(line, nullptr, false);
    if (record.is_object()) {
      handle(record, line);
    } else {
      ++malformed;
    }
  }
  return malformed;
}

case_record to_case(const json& record) {
  case_record one;
  one.suite = field<std::string>(record, "suite");
  one.name = field<std::string>(record, "name");
  one.passed = field(record, "passed", false);
  one.undecided = field<std::string>(record, "undecided");
  if (const auto list = record.find("failures"); list != record.end() && list->is_array()) {
    for (const json& failure : *list) {
      if (!failure.is_object()) continue;
      one.failures.push_back({field<std::string>(failure, "message"),
                              field<std::string>(failure, "file"), field(failure, "line", 0u)});
    }
  }
  return one;
}

// Keeps, of all trials, the one nearest to the bound.
void keep_nearest(std::vector<measurement>& all, const measurement& one) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const measurement& other) {
    return other.is_of_same_property(one);
  });
  if (same == all.end()) {
    all.push_back(one);
  } else if (one.margin() < same->margin()) {
    *same = one;
  }
}

measurement to_measurement(const json& record) {
  return {field<std::string>(record, "name"), field<std::string>(record, "what"),
          field<std::string>(record, "relation"), field(record, "bound", 0.0),
          field(record, "measured", 0.0)};
}

timing to_timing(const json& record) {
  return {field<std::string>(record, "name"),  field(record, "milliseconds", 0.0),
          field(record, "bytes", 0.0),         field(record, "peak_gigabytes_per_second", 0.0),
          field<std::string>(record, "rival"), field(record, "rival_milliseconds", 0.0)};
}

using triple = std::array<std::uint32_t, 3>;

checks::access to_access(const json& object) {
  checks::access one{field<triple>(object, "block"),
                     field<triple>(object, "thread"),
                     field<std::string>(object, "access"),
                     field<std::string>(object, "file"),
                     field(object, "line", 0u),
                     field(object, "column", 0u),
                     {},
                     0};
  one.call = field<std::string>(object, "call");
  if (const auto header = object.find("header"); header != object.end() && header->is_object()) {
    one.header = field<std::string>(*header, "file");
    one.in_line = field(*header, "line", 0u);
  }
  return one;
}

checks::finding to_finding(const json& record) {
  checks::finding found;
  found.kind = field<std::string>(record, "kind");
  found.severity = field<std::string>(record, "severity", "error");
  found.space = field<std::string>(record, "space");
  found.kernel = field<std::string>(record, "kernel");
  found.where = to_access(record);
  if (const auto other = record.find("other"); other != record.end() && other->is_object()) {
    found.other = to_access(*other);
    found.other->kernel = field<std::string>(*other, "kernel");
  }
  const auto address = field<std::string>(record, "address");
  if (address.starts_with("0x")) {
    std::from_chars(address.data() + 2, address.data() + address.size(), found.address, 16);
  }
  found.count = field<std::uint64_t>(record, "count", 1);
  found.stopped = field(record, "stopped", false);
  found.launches = field<std::uint64_t>(record, "launches", 1);
  found.message = field<std::string>(record, "message");
  found.why = field<std::string>(record, "why");
  found.advice = field<std::string>(record, "advice");
  if (const auto launch = record.find("launch"); launch != record.end() && launch->is_object())
    found.launch = {field<triple>(*launch, "grid"), field<triple>(*launch, "block")};
  return found;
}

}  // namespace

double measurement::margin() const {
  const double room = relation == "at least" ? measured - bound : bound - measured;
  const double signed_room = relation == "exactly" ? -std::abs(room) : room;
  return bound == 0 ? signed_room : signed_room / std::abs(bound);
}

grader_records parse_grader_records(std::string_view text) {
  grader_records records;
  records.malformed = for_each_record(text, [&](const json& record, const std::string&) {
    const auto type = field<std::string>(record, "type");
    if (type == "begin") {
      records.exercise = field<std::string>(record, "exercise");
    } else if (type == "trial") {
      records.last_trial = field<std::string>(record, "trial");
    } else if (type == "case") {
      records.last_trial.clear();
      records.cases.push_back(to_case(record));
    } else if (type == "measured") {
      keep_nearest(records.measurements, to_measurement(record));
    } else if (type == "time") {
      records.times.push_back(to_timing(record));
    } else if (type == "end") {
      records.ends.push_back({field<std::string>(record, "nonce"), field(record, "passed", false),
                              field<std::uint64_t>(record, "cases"),
                              field<std::uint64_t>(record, "failed")});
    } else {
      ++records.malformed;
    }
  });
  return records;
}

report parse_report(std::string_view text) {
  report all;
  for_each_record(text, [&](const json& record, const std::string& line) {
    const auto type = field<std::string>(record, "type");
    if (type == "start") {
      all.started = true;
      all.backend = field<std::string>(record, "backend");
      all.device = field<std::string>(record, "device");
    } else if (type == "finding") {
      const checks::finding found = to_finding(record);
      if (found.count != 0) all.findings.push_back(found);  // 0: told again, as an error
    } else if (type == "refusal") {
      all.refusals.push_back({field<std::string>(record, "message"),
                              field<std::string>(record, "reason"),
                              field<std::string>(record, "kernel")});
    } else if (type == "kernel") {
      all.kernels[field<std::string>(record, "kernel")] += field<std::uint64_t>(record, "launches");
    } else if (type == "launch") {
      all.launches.push_back(line);
    } else if (type.starts_with("trace_")) {
      all.trace.push_back(line);
    }
  });
  return all;
}

}  // namespace lockstep::tutor
