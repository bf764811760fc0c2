#include "learner/progress.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "language/language.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

// 1: without properties and times.
constexpr int version = 2;

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

ordered_json to_json(const measurement& one) {
  return {{"bound", one.bound}, {"measured", one.measured}};
}

measurement from_json(const ordered_json& object, const measurement& named) {
  measurement one = named;
  one.bound = object.value("bound", 0.0);
  one.measured = object.value("measured", 0.0);
  return one;
}

ordered_json to_json(const property_history& one) {
  return {{"property", one.first.property},
          {"what", one.first.what},
          {"relation", one.first.relation},
          {"first", to_json(one.first)},
          {"best", to_json(one.best)}};
}

property_history history_from_json(const ordered_json& object) {
  measurement named;
  named.property = object.value("property", "");
  named.what = object.value("what", "");
  named.relation = object.value("relation", "");
  return {from_json(object.at("first"), named), from_json(object.at("best"), named)};
}

ordered_json to_json(const exercise_progress& one) {
  ordered_json object{{"passed", one.passed},           {"first_passed", one.first_passed},
                      {"last_status", one.last_status}, {"attempts", one.attempts},
                      {"hints_seen", one.hints_seen},   {"properties", ordered_json::array()}};
  for (const auto& property : one.properties) object["properties"].push_back(to_json(property));
  object["best_milliseconds"] = one.best_milliseconds;
  return object;
}

exercise_progress from_json(const ordered_json& object) {
  exercise_progress one;
  one.passed = object.value("passed", false);
  one.first_passed = object.value("first_passed", "");
  one.last_status = object.value("last_status", "");
  one.attempts = object.value("attempts", 0u);
  one.hints_seen = object.value("hints_seen", 0u);
  for (const auto& property : object.value("properties", ordered_json::array()))
    one.properties.push_back(history_from_json(property));
  one.best_milliseconds = object.value("best_milliseconds", std::map<std::string, double>{});
  return one;
}

// Holds off other processes that want to change the same file, for as long as it lives. Where files
// cannot be locked, nobody is held off.
class only_one {
 public:
  explicit only_one(const fs::path& file) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    descriptor_ = open((file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) flock(descriptor_, LOCK_EX);
  }
  ~only_one() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  only_one(const only_one&) = delete;
  only_one& operator=(const only_one&) = delete;

 private:
  int descriptor_ = -1;
};

void remember(std::vector<property_history>& histories, const measurement& one) {
  const auto same = std::find_if(histories.begin(), histories.end(), [&](const auto& other) {
    return other.first.is_of_same_property(one);
  });
  if (same == histories.end()) {
    histories.push_back({one, one});
  } else if (one.margin() > same->best.margin()) {
    same->best = one;
  }
}

}  // namespace

const property_history* exercise_progress::history_of(const measurement& one) const {
  for (const auto& history : properties) {
    if (history.first.is_of_same_property(one)) return &history;
  }
  return nullptr;
}

progress::progress(fs::path file, const new_names& renamed)
    : file_(std::move(file)), renamed_(renamed), on_problem_([](const std::string& problem) {
        fmt::print(stderr, "lockstep: {}\n", problem);
      }) {
  load();
}

void progress::load() {
  exercises_.clear();
  newer_ = false;
  if (!fs::exists(file_)) return;
  try {
    const auto root = ordered_json::parse(content_of(file_));
    newer_ = root.value("version", version) > version;
    for (const auto& [name, object] : root.at("exercises").items()) {
      const auto renamed = renamed_.find(name);
      const bool known =
          renamed == renamed_.end() || root.at("exercises").contains(renamed->second);
      exercises_[known ? name : renamed->second] = from_json(object);
    }
  } catch (const ordered_json::exception&) {
    exercises_.clear();
    if (newer_) return;  // not ours to judge
    fs::path kept = file_;
    kept += ".damaged";
    for (int i = 2; fs::exists(kept); ++i) kept = fmt::format("{}.damaged{}", file_.string(), i);
    std::error_code error;
    fs::rename(file_, kept, error);
    on_problem_(tr("{} cannot be read; it is kept as {}, and progress starts afresh",
                   file_.string(), kept.filename().string()));
  }
}

const exercise_progress& progress::of(const std::string& exercise) const {
  static const exercise_progress none;
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? none : found->second;
}

bool progress::begun() const {
  return std::any_of(exercises_.begin(), exercises_.end(), [](const auto& entry) {
    return entry.second.attempts > 0 || entry.second.passed || entry.second.hints_seen > 0;
  });
}

void progress::change(const std::string& exercise,
                      const std::function<void(exercise_progress&)>& how) {
  const only_one lock(file_);
  load();
  how(exercises_[exercise]);
  save();
}

void progress::record_verdict(const std::string& exercise, const outcome& seen) {
  change(exercise, [&](exercise_progress& one) {
    one.passed = seen.passed;
    one.last_status = seen.status;
    if (seen.attempted) ++one.attempts;
    if (seen.passed && one.first_passed.empty()) one.first_passed = now();
    for (const auto& measured : seen.measurements) remember(one.properties, measured);
    if (!seen.passed) return;
    for (const auto& time : seen.times) {
      const auto best = one.best_milliseconds.try_emplace(time.what, time.milliseconds).first;
      best->second = std::min(best->second, time.milliseconds);
    }
  });
}

unsigned progress::next_hint(const std::string& exercise, unsigned available) {
  unsigned shown = 0;
  change(exercise, [&](exercise_progress& one) {
    shown = std::min(one.hints_seen, available - 1);
    one.hints_seen = shown + 1;
  });
  return shown;
}

void progress::record_hints(const std::string& exercise, unsigned seen) {
  change(exercise,
         [&](exercise_progress& one) { one.hints_seen = std::max(one.hints_seen, seen); });
}

void progress::reopen(const std::string& exercise) {
  change(exercise, [](exercise_progress& one) {
    exercise_progress fresh;
    fresh.first_passed = one.first_passed;
    fresh.attempts = one.attempts;
    one = fresh;
  });
}

// Not being able to write is a warning only: the verdict counts, not the book-keeping.
void progress::save() const {
  if (newer_) {
    on_problem_(
        tr("{} was written by a newer Lockstep; it is left as it is, and nothing is recorded",
           file_.string()));
    return;
  }
  ordered_json root{{"version", version}, {"exercises", ordered_json::object()}};
  for (const auto& [name, one] : exercises_) root["exercises"][name] = to_json(one);
  if (const std::string problem = write_file(file_, root.dump(2) + "\n"); !problem.empty()) {
    on_problem_(tr("progress cannot be saved in {}: {}", file_.string(), problem));
  }
}

}  // namespace lockstep::tutor
