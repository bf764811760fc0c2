// Runs the tutor itself on a copy of the fixture course, as a learner would.
#pragma once

#include <filesystem>
#include <string>

struct outcome {
  int code = 0;
  std::string out, err;  // the course's own path is written as COURSE
};

class fixture {
 public:
  // One copy for all tests: it is built once.
  static fixture& instance();

  // `arguments` and `environment` are shell words: "verify --json square", "NO_COLOR=1".
  outcome tutor(const std::string& arguments, const std::string& environment = {});
  // Any shell command, in the course's folder, with the tutor as $TUTOR.
  outcome shell(const std::string& command, const std::string& environment = {});

  // Puts an answer where the learner writes theirs: a label of tools/graders/wrong, "solution" or
  // "stub".
  void answer(const std::string& which);
  void forget_progress();
  const std::filesystem::path& course() const { return course_; }

 private:
  fixture();
  ~fixture();
  std::filesystem::path folder_, course_;
  std::string stub_;
};

// The fixture course's program, as seen from its folder.
constexpr const char* demo = "build/chapters/01_first/01_first_demo";

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Compares with end_to_end/golden/NAME.txt; with LOCKSTEP_UPDATE_GOLDEN=1 in the environment it
// writes that file.
void check_golden(const std::string& name, const std::string& text);
