// Questions that a program asks itself in a fresh process: what happens at a first call, and what a
// fault leaves behind, shows only there.
//
//   int main(...) {
//     if (is_fresh_process()) return answer_in_fresh_process();   // before anything else
//     const answer a = ask("errors", "store to a null pointer");
//
// The words of an answer are whatever the question's function prints by say().
#pragma once

#include <lockstep/process.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace fresh_process {

struct answer {
  std::vector<std::string> words;
  int exit_code = 0;
  int signal = 0;  // that ended the process, or 0
  bool complete() const { return exit_code == 0 && signal == 0 && !words.empty(); }
};

// By topic ("errors"), the function that answers its questions. It runs in the fresh process.
using topic_function = void (*)(const std::string& question);
inline std::map<std::string, topic_function>& topics() {
  static std::map<std::string, topic_function> all;
  return all;
}

// What starts this program as one that answers; the tests are started in another way.
inline std::vector<std::string>& arguments() {
  static std::vector<std::string> all;
  return all;
}

constexpr const char* topic_variable = "LOCKSTEP_01_TOPIC";
constexpr const char* question_variable = "LOCKSTEP_01_QUESTION";

inline bool is_fresh_process() { return std::getenv(topic_variable) != nullptr; }

inline void say(const std::string& word) { std::printf("answer:%s\n", word.c_str()); }
inline void say(int number) { say(std::to_string(number)); }
inline void say(double number) { say(std::to_string(number)); }

inline int answer_in_fresh_process() {
  topics().at(std::getenv(topic_variable))(std::getenv(question_variable));
  std::fflush(stdout);
  return 0;
}

inline answer ask(const std::string& topic, const std::string& question,
                  lockstep::environment_changes environment = {}) {
  environment.emplace_back(topic_variable, topic);
  environment.emplace_back(question_variable, question);
  std::fflush(stdout);
  const lockstep::process_result result = lockstep::run_again(arguments(), environment);
  answer a{{}, result.exit_code, result.signal};
  const std::string mark = "answer:";
  for (std::size_t at = 0; at < result.output.size();) {
    std::size_t end = result.output.find('\n', at);
    if (end == std::string::npos) end = result.output.size();
    if (result.output.compare(at, mark.size(), mark) == 0)
      a.words.push_back(result.output.substr(at + mark.size(), end - at - mark.size()));
    at = end + 1;
  }
  return a;
}

}  // namespace fresh_process
