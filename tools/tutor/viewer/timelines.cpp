#include "viewer/timelines.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

constexpr unsigned kinds_of_slices = 16;  // more than the model has reasons to wait

// A tenth of a cycle is more than anybody can see, and whole numbers are short.
std::int64_t tenths(const ordered_json& cycles) { return std::llround(10 * cycles.get<double>()); }

struct slice {
  std::size_t place = 0, code = 0;
  std::int64_t from = 0, to = 0;
};

// A timeline while its events are read.
struct timeline_parts {
  ordered_json about;
  std::vector<slice> slices;
  ordered_json warps = ordered_json::array(), starts = ordered_json::array(),
               barriers = ordered_json::array(), loads = ordered_json::array();
};

// Values, each numbered when it is first met.
class numbered {
 public:
  std::size_t number_of(ordered_json value) {
    const auto [known, is_new] = numbers_.try_emplace(value.dump(), all_.size());
    if (is_new) all_.push_back(std::move(value));
    return known->second;
  }
  const ordered_json& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  ordered_json all_ = ordered_json::array();
};

class reader {
 public:
  void read(std::string_view events) {
    for (const auto& line : lines_of(std::string(events))) {
      const auto event = ordered_json::parse(line, nullptr, false);
      if (event.is_object()) add(event);  // else torn, as by a full disk
    }
  }

  std::map<int, timeline_parts>& timelines() { return timelines_; }
  const numbered& kinds() const { return kinds_; }
  const numbered& sites() const { return sites_; }

 private:
  void add(const ordered_json& event) {
    timeline_parts& to = timelines_[event.value("pid", 0)];
    const std::string phase = event.value("ph", "");
    if (phase == "M" && event.value("name", "") == "process_name") to.about = event.at("args");
    if (phase == "C") to.loads.push_back({tenths(event.at("ts")), event.at("args").at("loads")});
    if (phase == "i")
      (event.at("cat") == "start" ? to.starts : to.barriers)
          .push_back({number_in(event.at("name")), tenths(event.at("ts"))});
    if (phase == "X") add_span(to, event);
  }

  void add_span(timeline_parts& to, const ordered_json& event) {
    const auto place = event.at("tid").get<std::size_t>() - 1;
    const std::int64_t from = tenths(event.at("ts"));
    const std::int64_t end =
        std::llround(10 * (event.at("ts").get<double>() + event.at("dur").get<double>()));
    if (event.at("cat") == "warp") {
      const auto name = event.at("name").get<std::string>();
      to.warps.push_back(
          {place, number_in(name), number_in(name.substr(name.find("like"))), from, end});
      return;
    }
    const auto& at = event.at("args");
    const std::size_t kind = kinds_.number_of(event.at("name"));
    const std::size_t site = sites_.number_of({at.at("line"), at.at("ptx")});
    to.slices.push_back({place, site * kinds_of_slices + kind, from, end});
  }

  // "block 3 starts": 3.
  static std::uint64_t number_in(const std::string& name) {
    const auto digit = name.find_first_of("0123456789");
    return digit == std::string::npos ? 0 : std::stoull(name.substr(digit));
  }

  std::map<int, timeline_parts> timelines_;
  numbered kinds_, sites_;
};

// The launch that a timeline is of: the first such one, as the model simulates no second one like
// it. 0: no step of it was traced.
std::uint64_t launch_of(const ordered_json& about, const ordered_json& trace) {
  for (const auto& launch : trace.at("launches"))
    if (launch.at("kernel") == about.value("kernel", "") && launch.at("grid") == about["grid"] &&
        launch.at("block") == about["block"] && !launch.at("warps").empty())
      return launch.at("launch");
  return 0;
}

// Events by time, from the one on that no longer counts.
void cut(ordered_json& events, std::size_t time, std::int64_t at) {
  ordered_json kept = ordered_json::array();
  for (auto& one : events)
    if (one.at(time) < at) kept.push_back(std::move(one));
  events = std::move(kept);
}

// Leaves `most` slices, the first ones.
void shorten(timeline_parts& of, std::size_t most) {
  if (of.slices.size() <= most) return;
  std::vector<std::int64_t> begins;
  for (const slice& one : of.slices) begins.push_back(one.from);
  std::nth_element(begins.begin(), begins.begin() + static_cast<std::ptrdiff_t>(most),
                   begins.end());
  const std::int64_t at = begins[most];
  std::erase_if(of.slices, [&](const slice& one) { return one.from >= at; });
  for (slice& one : of.slices) one.to = std::min(one.to, at);
  cut(of.warps, 3, at);
  for (auto& warp : of.warps) warp.at(4) = std::min(warp.at(4).get<std::int64_t>(), at);
  for (ordered_json* events : {&of.starts, &of.barriers}) cut(*events, 1, at);
  cut(of.loads, 0, at);
  of.about["cut_at"] = static_cast<double>(at) / 10;
}

// By place: code and length of each slice, one after another; code -1 where nothing is.
ordered_json tracks_of(const timeline_parts& of) {
  std::vector<std::vector<const slice*>> places;
  for (const slice& one : of.slices) {
    if (places.size() <= one.place) places.resize(one.place + 1);
    places[one.place].push_back(&one);
  }
  ordered_json tracks = ordered_json::array();
  for (auto& place : places) {
    std::sort(place.begin(), place.end(),
              [](const slice* a, const slice* b) { return a->from < b->from; });
    ordered_json track = ordered_json::array();
    std::int64_t end = 0;
    for (const slice* one : place) {
      if (one->from > end) track.insert(track.end(), {-1, one->from - end});
      const std::int64_t from = std::max(end, one->from);
      if (one->to <= from) continue;
      track.insert(track.end(), {one->code, one->to - from});
      end = one->to;
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

}  // namespace

ordered_json packed_timelines(std::string_view events, const ordered_json& trace,
                              std::size_t most_slices) {
  reader seen;
  seen.read(events);
  std::vector<std::pair<std::uint64_t, timeline_parts*>> kept;
  for (auto& [number, parts] : seen.timelines())
    if (const auto launch = launch_of(parts.about, trace); launch != 0)
      kept.emplace_back(launch, &parts);
  // The short ones stay whole, and what they do not use goes to the longer ones.
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
    return a.second->slices.size() < b.second->slices.size();
  });
  ordered_json packed = {{"kinds", seen.kinds().all()},
                         {"sites", seen.sites().all()},
                         {"launches", ordered_json::array()}};
  std::size_t left = most_slices;
  for (std::size_t n = 0; n < kept.size(); ++n) {
    auto& [launch, parts] = kept[n];
    shorten(*parts, left / (kept.size() - n));
    left -= parts->slices.size();
    packed["launches"].push_back({{"launch", launch},
                                  {"device", parts->about.value("device", "")},
                                  {"cut_at", parts->about.value("cut_at", 0.0)},
                                  {"warps", std::move(parts->warps)},
                                  {"starts", std::move(parts->starts)},
                                  {"barriers", std::move(parts->barriers)},
                                  {"loads", std::move(parts->loads)},
                                  {"tracks", tracks_of(*parts)}});
  }
  return packed;
}

}  // namespace lockstep::tutor
