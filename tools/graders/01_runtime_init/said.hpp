// Numbers that a separate process says to the grader that started it.
#pragma once

#include <lockstep/grader/separate_process.hpp>
#include <lockstep/grader/trials.hpp>
#include <lockstep/protocol/phrase.hpp>

#include <sstream>
#include <string>
#include <vector>

namespace lockstep::grader {

using numbers = std::vector<double>;

inline void say(const std::string& about, const numbers& values) {
  std::ostringstream line;
  line.precision(17);
  line << about;
  for (const double value : values) line << ' ' << value;
  give_result(line.str() + "\n");
}

// Everything said about it, in order. The answer is wrong if the process did not come to its end.
inline std::vector<numbers> said(const ending& end, const std::string& about) {
  if (end.exit_code != 0) {
    throw wrong(
        lockstep::protocol::phrase("did-not-go-on", "the program did not run to its end: {}{}",
                                   end.in_words(), (end.errors.empty() ? "" : "\n" + end.errors)));
  }
  std::vector<numbers> all;
  std::istringstream lines(end.results);
  const std::string begin = about + " ";
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
