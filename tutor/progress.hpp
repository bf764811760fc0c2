// What the learner has done so far: .lockstep/progress.json in the checkout.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace lockstep::tutor {

struct exercise_progress {
  bool passed = false;       // at the last verdict
  std::string first_passed;  // UTC time, as in 2025-01-31T12:00:00Z; empty: never
  std::string last_status;   // of the last verdict; empty: none yet
  unsigned attempts = 0;
  unsigned hints_seen = 0;
};

class progress {
 public:
  // A damaged file is kept beside the new one, and said so on standard error; a missing one is an
  // empty progress.
  explicit progress(std::filesystem::path file);

  const exercise_progress& of(const std::string& exercise) const;
  void record_verdict(const std::string& exercise, bool passed, const std::string& status);
  // Notes that one more hint was shown, of `available`; returns which (0 is the first).
  unsigned next_hint(const std::string& exercise, unsigned available);

 private:
  void save() const;

  std::filesystem::path file_;
  std::map<std::string, exercise_progress> exercises_;
};

}  // namespace lockstep::tutor
