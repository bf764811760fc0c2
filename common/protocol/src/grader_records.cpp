#include "lockstep/protocol/grader_records.hpp"

#include <algorithm>
#include <cmath>

#include "json_text.hpp"
#include "lockstep/protocol/json_field.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "phrase_json.hpp"

namespace lockstep::protocol {
namespace {

using json = nlohmann::ordered_json;

json of_case(const char* type, const std::string& suite, const std::string& name) {
  return {{"type", type}, {"suite", suite}, {"name", name}};
}

case_record case_from(const json& record) {
  case_record judged;
  judged.suite = field<std::string>(record, "suite");
  judged.name = field<std::string>(record, "name");
  judged.passed = field(record, "passed", false);
  judged.undecided = field<std::string>(record, "undecided");
  if (const auto list = record.find("failures"); list != record.end() && list->is_array()) {
    for (const json& failure : *list) {
      if (!failure.is_object()) continue;
      judged.failures.push_back(
          {field<std::string>(failure, "message"), field<std::string>(failure, "file"),
           field(failure, "line", 0u), field<std::string>(failure, "cause_file"),
           field(failure, "cause_line", 0u), field<std::string>(failure, "cause_launch"),
           field<std::string>(failure, "cause_name"), field(failure, "cause_occurrence", 0u),
           field<std::string>(failure, "cause_seen_from")});
    }
  }
  return judged;
}

crash_record crash_from(const json& record) {
  crash_record crash{field<std::string>(record, "why"), field<std::string>(record, "error"), {}};
  if (const auto list = record.find("frames"); list != record.end() && list->is_array()) {
    for (const json& frame : *list)
      if (frame.is_number_unsigned()) crash.frames.push_back(frame.get<std::uint64_t>());
  }
  return crash;
}

// Keeps, of all trials, the one nearest to the bound.
void keep_nearest(std::vector<measurement>& all, const measurement& trial) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const measurement& other) {
    return other.is_of_same_property(trial);
  });
  if (same == all.end()) {
    all.push_back(trial);
  } else if (trial.margin() < same->margin()) {
    *same = trial;
  }
}

measurement measurement_from(const json& record) {
  return {field<std::string>(record, "name"), field<std::string>(record, "what"),
          field<std::string>(record, "relation"), field(record, "bound", 0.0),
          field(record, "measured", 0.0)};
}

timing timing_from(const json& record) {
  return {field<std::string>(record, "name"),  field(record, "milliseconds", 0.0),
          field(record, "bytes", 0.0),         field(record, "peak_gigabytes_per_second", 0.0),
          field<std::string>(record, "rival"), field(record, "rival_milliseconds", 0.0)};
}

modelled_timing modelled_timing_from(const json& record) {
  modelled_timing m;
  m.what = field<std::string>(record, "name");
  m.device = field<std::string>(record, "device");
  m.microseconds = field(record, "microseconds", 0.0);
  m.error_percent = field(record, "error_percent", 0.0);
  m.limited_by = field<std::string>(record, "limited_by");
  m.other_work = field(record, "other_work", 0u);
  m.refused = field<std::string>(record, "refused");
  m.rival = field<std::string>(record, "rival");
  m.rival_microseconds = field(record, "rival_microseconds", 0.0);
  return m;
}

std::string line(const json& record) { return line_text(record) + '\n'; }

}  // namespace

double measurement::margin() const {
  const double room = relation == "at least" ? measured - bound : bound - measured;
  const double signed_room = relation == "exactly" ? -std::abs(room) : room;
  return bound == 0 ? signed_room : signed_room / std::abs(bound);
}

std::string line_of(const begin_record& begin) {
  return line({{"type", "begin"},
               {"exercise", begin.exercise},
               {"seed", begin.seed},
               {"backend", begin.backend}});
}

std::string line_of(const trial_record& trial) {
  json record = of_case("trial", trial.suite, trial.name);
  record["trial"] = trial.trial;
  return line(record);
}

std::string line_of(const case_record& judged) {
  json record = of_case("case", judged.suite, judged.name);
  record["passed"] = judged.passed;
  record["failures"] = json::array();
  for (const case_failure& failure : judged.failures) {
    record["failures"].push_back(
        {{"message", failure.message}, {"file", failure.file}, {"line", failure.line}});
    auto& written = record["failures"].back();
    if (!failure.cause_file.empty()) {
      written["cause_file"] = failure.cause_file;
      written["cause_line"] = failure.cause_line;
    }
    if (!failure.cause_launch.empty()) written["cause_launch"] = failure.cause_launch;
    if (!failure.cause_name.empty()) written["cause_name"] = failure.cause_name;
    if (!failure.cause_seen_from.empty()) written["cause_seen_from"] = failure.cause_seen_from;
    if (failure.cause_occurrence != 0) written["cause_occurrence"] = failure.cause_occurrence;
  }
  if (!judged.undecided.empty()) record["undecided"] = judged.undecided;
  std::string texts = judged.undecided;
  for (const case_failure& failure : judged.failures) texts += "\n" + failure.message;
  if (json phrases = json_of_phrases_in(texts); !phrases.empty())
    record["phrases"] = std::move(phrases);
  return line(record);
}

std::string line_of(const measurement& measured) {
  json record = of_case("measured", "properties", measured.property);
  record.update({{"what", measured.what},
                 {"relation", measured.relation},
                 {"bound", measured.bound},
                 {"measured", measured.measured}});
  return line(record);
}

std::string line_of(const timing& timed) {
  json record = of_case("time", "time", timed.what);
  record.update({{"milliseconds", timed.milliseconds},
                 {"bytes", timed.bytes},
                 {"peak_gigabytes_per_second", timed.peak_gigabytes_per_second}});
  if (!timed.rival.empty())
    record.update({{"rival", timed.rival}, {"rival_milliseconds", timed.rival_milliseconds}});
  return line(record);
}

std::string line_of(const modelled_timing& modelled) {
  json record = of_case("model_time", "time", modelled.what);
  record["device"] = modelled.device;
  if (!modelled.refused.empty()) {
    record["refused"] = modelled.refused;
    return line(record);
  }
  record.update({{"microseconds", modelled.microseconds},
                 {"error_percent", modelled.error_percent},
                 {"limited_by", modelled.limited_by},
                 {"other_work", modelled.other_work}});
  if (!modelled.rival.empty())
    record.update({{"rival", modelled.rival}, {"rival_microseconds", modelled.rival_microseconds}});
  return line(record);
}

std::string line_of(const end_record& end) {
  return line({{"type", "end"},
               {"nonce", end.nonce},
               {"passed", end.passed},
               {"cases", end.cases},
               {"failed", end.failed}});
}

grader_records parse_grader_records(std::string_view text) {
  grader_records records;
  unsigned unknown = 0;
  records.malformed = for_each_object(text, [&](const json& record, std::string_view) {
    const auto type = field<std::string>(record, "type");
    if (type == "begin") {
      records.exercise = field<std::string>(record, "exercise");
    } else if (type == "trial") {
      records.last_trial = field<std::string>(record, "trial");
    } else if (type == "case") {
      records.last_trial.clear();
      note_phrases_of(record);
      records.cases.push_back(case_from(record));
    } else if (type == "measured") {
      keep_nearest(records.measurements, measurement_from(record));
    } else if (type == "time") {
      records.times.push_back(timing_from(record));
    } else if (type == "model_time") {
      records.model_times.push_back(modelled_timing_from(record));
    } else if (type == "crash") {
      records.crash = crash_from(record);
    } else if (type == "end") {
      records.ends.push_back({field<std::string>(record, "nonce"), field(record, "passed", false),
                              field<std::uint64_t>(record, "cases"),
                              field<std::uint64_t>(record, "failed")});
    } else {
      ++unknown;
    }
  });
  records.malformed += unknown;
  return records;
}

}  // namespace lockstep::protocol
