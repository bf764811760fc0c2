#include "lockstep/protocol/report.hpp"

#include "json_text.hpp"
#include "lockstep/protocol/finding_record.hpp"
#include "lockstep/protocol/json_field.hpp"
#include "phrase_json.hpp"

namespace lockstep::protocol {

using json = nlohmann::ordered_json;
using nlohmann::ordered_json;

namespace {

// The record of a launch whose estimate was withdrawn.
std::string without_estimate(const std::string& line, const std::string& why) {
  ordered_json launch = ordered_json::parse(line, nullptr, false);
  if (!launch.is_object() || !launch.contains("estimate")) return line;
  const std::string device = launch["estimate"].value("device", "");
  launch["estimate"] = {{"refused", why}, {"device", device}};
  return line_text(launch);
}

}  // namespace

report parse_report(std::string_view text) {
  report all;
  for_each_object(text, [&](const json& record, std::string_view line) {
    const auto type = field<std::string>(record, "type");
    if (type == "start") {
      all.started = true;
      all.backend = field<std::string>(record, "backend");
      all.device = field<std::string>(record, "device");
    } else if (type == "finding") {
      finding found = finding_from(record);
      // 0: reported once more, as an error
      if (found.count != 0) all.findings.push_back(std::move(found));
    } else if (type == "refusal") {
      note_phrases_of(record);
      all.refusals.push_back({field<std::string>(record, "message"),
                              recorded<refusal_reason>::parse(field<std::string>(record, "reason")),
                              field<std::string>(record, "kernel")});
    } else if (type == "kernel") {
      const auto kernel = field<std::string>(record, "kernel");
      all.kernels[kernel] += field<std::uint64_t>(record, "launches");
      if (field(record, "locks", false)) all.locking.insert(kernel);
    } else if (type == "launch") {
      all.launches.emplace_back(line);
    } else if (type == "overlap") {
      const auto number = field<std::uint64_t>(record, "launch");
      if (number < all.launches.size())
        all.launches[number] =
            without_estimate(all.launches[number], field<std::string>(record, "refused"));
    } else if (type.starts_with("trace_")) {
      all.trace.emplace_back(line);
    }
  });
  return all;
}

std::string record_line(std::string_view type, std::string_view members) {
  std::string line = "{\"type\":\"" + std::string(type) + "\"";
  if (members.size() > 2)
    line.append(",").append(members.substr(1));
  else
    line += "}";
  return line + '\n';
}

std::string start_members(std::string_view backend, std::string_view device) {
  return line_text(ordered_json{{"backend", backend}, {"device", device}});
}

std::string members_of(const refusal& refused) {
  ordered_json object{
      {"message", refused.message}, {"reason", refused.reason.name()}, {"kernel", refused.kernel}};
  if (auto phrases = json_of_phrases_in(refused.message); !phrases.empty())
    object["phrases"] = phrases;
  return line_text(object);
}

std::string overlap_members(std::uint64_t launch, std::string_view why) {
  return line_text(ordered_json{{"launch", launch}, {"refused", why}});
}

std::string kernel_members(std::string_view kernel, bool locks) {
  ordered_json object{{"kernel", kernel}};
  if (locks) object["locks"] = true;
  return line_text(object);
}

}  // namespace lockstep::protocol
