#include "trace/perfetto.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "support/text.hpp"

namespace lockstep::tutor {

using nlohmann::ordered_json;

namespace {

// A line of the file, where it belongs: in the order of time, what encloses others before them.
struct placed_event {
  double begin, length;
  std::string line;
};

using track = std::pair<int, int>;  // process and thread: a launch, and a place for a warp in it

std::string name_of(const track& of) {
  const std::string name = of.second == 0 ? "blocks" : "warp slot " + std::to_string(of.second);
  return ordered_json{{"ph", "M"},
                      {"name", "thread_name"},
                      {"pid", of.first},
                      {"tid", of.second},
                      {"args", {{"name", name}}}}
      .dump();
}

std::string text_of(std::vector<placed_event> events, const std::set<track>& tracks) {
  std::string list;
  const auto add = [&](const std::string& line) { list += (list.empty() ? "\n" : ",\n") + line; };
  std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
    return std::pair(a.begin, -a.length) < std::pair(b.begin, -b.length);
  });
  for (const track& one : tracks) add(name_of(one));
  for (const placed_event& one : events) add(one.line);
  return list;
}

}  // namespace

perfetto_trace perfetto_from(std::string_view events, const std::regex& kernels,
                             const protocol::number_set& launches) {
  perfetto_trace result;
  std::map<std::string, std::uint64_t> count;  // of each kernel that matches
  std::set<int> wanted;
  std::vector<placed_event> kept;
  std::set<track> tracks;
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
    if (event.contains("tid")) tracks.emplace(launch, event.value("tid", 0));
    // Those without a time name things.
    kept.push_back({event.value("ts", -1.0), event.value("dur", 0.0), line});
  }
  result.launches = static_cast<unsigned>(wanted.size());
  result.json = R"({"displayTimeUnit": "ms", "otherData": {"version": "1", "measured": "no: by a )"
                R"(model", "unit": "a microsecond is a cycle"}, "traceEvents": [)" +
                text_of(std::move(kept), tracks) + "\n]}\n";
  return result;
}

}  // namespace lockstep::tutor
