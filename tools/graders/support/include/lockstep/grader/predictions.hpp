// Questions whose answers are numbers that can be measured: the learner predicts, the grader
// measures, and compares.
#pragma once

#include <lockstep/compare.hpp>
#include <lockstep/prediction.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lockstep::grader {

struct question {
  std::string what;  // as in "a block of 40 x 2: warps"
  prediction predicted;
  std::function<double()> measured;  // called only if there is a prediction
  tolerance allowed = {};            // exactly right, if nothing is said
};

// Fails the test case if a prediction is missing or wrong. The message begins with the first of
// them ("a block of 40 x 2: warps: predicted 2, which is too low"; "...: not answered yet"), never
// says what was measured, names the others, and ends with `advice`. Yes or no (1, 0) and codes
// (negative) are judged by topic, which is what stands before the last ": ". Fails, too, if a
// kernel has been launched since the test case began: what is measured is not predicted.
//
// Write the questions in a suite `predictions`: it is judged as results are, and on the emulator
// alone.
void for_every_prediction(const std::vector<question>& questions, const char* advice);

}  // namespace lockstep::grader
