#include "classroom/kept_verdict.hpp"

#include <nlohmann/json.hpp>

#include "records/records.hpp"
#include "verdict/output.hpp"

namespace lockstep::tutor::classroom {

using nlohmann::ordered_json;

ordered_json to_kept(const verdict& of) {
  ordered_json kept = to_json(of);
  kept["graded"] = of.graded;
  kept["cause"] = of.cause;
  kept["cases"] = ordered_json::array();
  for (const auto& one : of.cases) {
    ordered_json failures = ordered_json::array();
    for (const auto& failure : one.failures)
      failures.push_back(
          {{"message", failure.message}, {"file", failure.file}, {"line", failure.line}});
    kept["cases"].push_back({{"suite", one.suite},
                             {"name", one.name},
                             {"passed", one.passed},
                             {"failures", failures},
                             {"undecided", one.undecided}});
  }
  return kept;
}

verdict verdict_from(const ordered_json& kept) {
  verdict of;
  const auto read = [&](const char* name, auto& to) { kept.at(name).get_to(to); };
  read("exercise", of.exercise);
  of.code = static_cast<exit_code>(kept.at("exit_code").get<int>());
  read("headline", of.headline);
  if (!kept.at("file").is_null()) read("file", of.file);
  if (!kept.at("line").is_null()) read("line", of.line);
  read("details", of.details);
  read("next", of.next);
  read("seed", of.seed);
  read("also", of.also);
  read("graded", of.graded);
  of.cause = kept.value("cause", "");
  for (const auto& one : kept.value("warnings", ordered_json::array()))
    of.warnings.push_back({{one.at("file"), one.at("line"), one.at("code"), one.at("message")},
                           one.at("likely_cause")});
  for (const auto& [name, count] : kept.at("suites").items())
    of.suites.push_back({name, count.at("passed"), count.at("total")});
  for (const auto& one : kept.at("measured"))
    of.measurements.push_back(
        {one.at("case"), one.at("what"), one.at("relation"), one.at("bound"), one.at("measured")});
  for (const auto& one : kept.at("findings")) {
    ordered_json record = one;
    record["type"] = "finding";
    for (auto& found : parse_report(record.dump() + "\n").findings)
      of.findings.push_back(std::move(found));
  }
  for (const auto& one : kept.at("cases")) {
    case_record made{one.at("suite"), one.at("name"), one.at("passed"), {}, one.at("undecided")};
    for (const auto& failure : one.at("failures"))
      made.failures.push_back({failure.at("message"), failure.at("file"), failure.at("line")});
    of.cases.push_back(std::move(made));
  }
  kept.at("seconds").at("build").get_to(of.build_seconds);
  kept.at("seconds").at("run").get_to(of.run_seconds);
  return of;
}

}  // namespace lockstep::tutor::classroom
