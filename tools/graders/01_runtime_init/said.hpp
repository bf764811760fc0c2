// Numbers that a separate process says to the grader that started it, among whatever the answer
// prints.
#pragma once

#include <lockstep/grader/separate_process.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace lockstep::grader {

using numbers = std::vector<double>;

inline void say(const std::string& about, const numbers& values) {
  std::printf("\ngrader: %s", about.c_str());
  for (const double value : values) std::printf(" %.17g", value);
  std::printf("\n");
  std::fflush(stdout);
}

// Everything said about it, in order. The answer is wrong if the process did not come to its end.
inline std::vector<numbers> said(const ending& end, const std::string& about) {
  if (end.exit_code != 0) {
    throw wrong(
        lockstep::protocol::phrase("did-not-go-on", "the program did not go on to its end: {}{}",
                                   end.in_words(), (end.errors.empty() ? "" : "\n" + end.errors)));
  }
  std::vector<numbers> all;
  std::istringstream lines(end.output);
  const std::string begin = "grader: " + about + " ";
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, begin.size(), begin) != 0) continue;
    std::istringstream words(line.substr(begin.size()));
    numbers values;
    for (double value = 0; words >> value;) values.push_back(value);
    all.push_back(values);
  }
  return all;
}

}  // namespace lockstep::grader
