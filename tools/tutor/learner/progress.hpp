// What the learner has done so far: .lockstep/progress.json in the checkout. The file may be copied
// to another machine. Its format has a version: an older one is read, a newer one is left alone.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "records/records.hpp"

namespace lockstep::tutor {

// A property over the learner's attempts.
struct property_history {
  measurement first, best;
};

struct exercise_progress {
  bool passed = false;       // at the last verdict
  std::string first_passed;  // UTC time, as in 2025-01-31T12:00:00Z; empty: never
  std::string last_status;   // of the last verdict; empty: none yet
  unsigned attempts = 0;
  unsigned hints_seen = 0;
  std::vector<property_history> properties;
  std::map<std::string, double> best_milliseconds;  // on a GPU, of answers that passed

  const property_history* history_of(const measurement& one) const;
};

// Names that exercises had before, and those that they have now.
using new_names = std::map<std::string, std::string>;

class progress {
 public:
  // A damaged file is kept beside the new one, and said so on standard error; a missing one is an
  // empty progress.
  explicit progress(std::filesystem::path file, const new_names& renamed = {});

  // Who hears from now on that progress cannot be kept; at first it goes to standard error.
  using listener = std::function<void(const std::string&)>;
  void on_problem(listener who) { on_problem_ = std::move(who); }

  // As the file is now.
  void load();

  const exercise_progress& of(const std::string& exercise) const;

  // Whether any exercise has been attempted, or a hint been seen.
  bool begun() const;

  // Each of these reads the file again, changes it and writes it, one process at a time.
  struct outcome {
    bool passed = false;
    std::string status;
    std::vector<measurement> measurements;
    std::vector<timing> times;
    bool attempted = true;  // false: the file is still the stub
  };
  void record_verdict(const std::string& exercise, const outcome& seen);
  // Notes that one more hint was shown, of `available`; returns which (0 is the first).
  unsigned next_hint(const std::string& exercise, unsigned available);
  // Notes how many hints were seen, if it is more than before.
  void record_hints(const std::string& exercise, unsigned seen);
  // The exercise begins anew; when it was first passed, and the number of attempts, are kept.
  void reopen(const std::string& exercise);

 private:
  void change(const std::string& exercise, const std::function<void(exercise_progress&)>& how);
  void save() const;

  std::filesystem::path file_;
  new_names renamed_;
  std::map<std::string, exercise_progress> exercises_;
  bool newer_ = false;  // than this tutor: not written
  listener on_problem_;
};

}  // namespace lockstep::tutor
