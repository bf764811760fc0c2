#include "progress.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

using nlohmann::ordered_json;

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

ordered_json to_json(const exercise_progress& one) {
  return {{"passed", one.passed},
          {"first_passed", one.first_passed},
          {"last_status", one.last_status},
          {"attempts", one.attempts},
          {"hints_seen", one.hints_seen}};
}

exercise_progress from_json(const ordered_json& object) {
  exercise_progress one;
  one.passed = object.value("passed", false);
  one.first_passed = object.value("first_passed", "");
  one.last_status = object.value("last_status", "");
  one.attempts = object.value("attempts", 0u);
  one.hints_seen = object.value("hints_seen", 0u);
  return one;
}

}  // namespace

progress::progress(fs::path file) : file_(std::move(file)) {
  if (!fs::exists(file_)) return;
  try {
    const auto root = ordered_json::parse(content_of(file_));
    for (const auto& [name, object] : root.at("exercises").items()) {
      exercises_[name] = from_json(object);
    }
  } catch (const ordered_json::exception&) {
    exercises_.clear();
    fs::path kept = file_;
    kept += ".damaged";
    std::error_code error;
    fs::rename(file_, kept, error);
    fmt::print(stderr, "lockstep: {} cannot be read; it is kept as {}, and progress begins anew\n",
               file_.string(), kept.filename().string());
  }
}

const exercise_progress& progress::of(const std::string& exercise) const {
  static const exercise_progress none;
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? none : found->second;
}

void progress::record_verdict(const std::string& exercise, bool passed, const std::string& status) {
  auto& one = exercises_[exercise];
  one.passed = passed;
  one.last_status = status;
  ++one.attempts;
  if (passed && one.first_passed.empty()) one.first_passed = now();
  save();
}

unsigned progress::next_hint(const std::string& exercise, unsigned available) {
  auto& one = exercises_[exercise];
  const unsigned shown = std::min(one.hints_seen, available - 1);
  one.hints_seen = shown + 1;
  save();
  return shown;
}

// Written to another file and renamed, so that at no moment there is half a file. Not being able to
// write is a warning only: the verdict counts, not the book-keeping.
void progress::save() const {
  ordered_json root{{"version", 1}, {"exercises", ordered_json::object()}};
  for (const auto& [name, one] : exercises_) root["exercises"][name] = to_json(one);

  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  const fs::path temporary = fmt::format("{}.{}", file_.string(), getpid());
  {
    std::ofstream out(temporary);
    out << root.dump(2) << "\n";
    out.flush();
    if (!out) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(temporary, file_, error);
  if (error) {
    fs::remove(temporary, error);
    fmt::print(stderr, "lockstep: progress cannot be saved in {}\n", file_.string());
  }
}

}  // namespace lockstep::tutor
