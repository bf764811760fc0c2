#include "trace/perfetto.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "support/text.hpp"

namespace lockstep::tutor {

using nlohmann::ordered_json;

perfetto_trace perfetto_from(std::string_view events, const std::regex& kernels,
                             const protocol::number_set& launches) {
  perfetto_trace result;
  std::map<std::string, std::uint64_t> count;  // of each kernel that matches
  std::set<int> wanted;
  std::string list;
  for (const auto& line : lines_of(std::string(events))) {
    const auto event = ordered_json::parse(line, nullptr, false);
    if (!event.is_object()) continue;  // torn, as by a full disk
    const int launch = event.value("pid", 0);
    if (event.value("name", "") == "process_name") {
      const auto& about = event["args"];
      const std::string kernel = about.value("kernel", "");
      if (!std::regex_search(kernel, kernels) || !launches.contains(++count[kernel])) continue;
      wanted.insert(launch);
      result.is_cut = result.is_cut || about.value("cut_at", 0.0) != 0;
    }
    if (wanted.count(launch) == 0) continue;
    list += (list.empty() ? "\n" : ",\n") + line;
  }
  result.launches = static_cast<unsigned>(wanted.size());
  result.json = R"({"displayTimeUnit": "ms", "otherData": {"version": "1", "measured": "no: by a )"
                R"(model", "unit": "a microsecond is a cycle"}, "traceEvents": [)" +
                list + "\n]}\n";
  return result;
}

}  // namespace lockstep::tutor
