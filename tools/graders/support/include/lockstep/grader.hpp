// What graders are written with. A grader is one doctest program that calls the answer to an
// exercise, over and over:
//
//   TEST_SUITE("results") {
//     TEST_CASE("right for every N") {
//       for_every("N", awkward_sizes(), "Which threads have no element?", [](unsigned n) {
//         const std::vector<int> values = integers(n);
//         const input_buffer<int> input("input", values);
//         const int got = run([&] { return sum(input.data(), n); });
//         require_equal(std::accumulate(values.begin(), values.end(), 0), got);
//         input.require_unchanged();
//       });
//     }
//   }
//
// A case is a loop of trials. In a trial `run`, `launch` and `measure` call the answer, and what
// begins with `require` ends the trial with a message if the answer is wrong. docs/authoring.md
// leads through a whole exercise.
#pragma once

#include <doctest/doctest.h>
#include <lockstep/grader/buffers.hpp>
#include <lockstep/grader/counts.hpp>
#include <lockstep/grader/inputs.hpp>
#include <lockstep/grader/launches.hpp>
#include <lockstep/grader/matrices.hpp>
#include <lockstep/grader/predictions.hpp>
#include <lockstep/grader/requirements.hpp>
#include <lockstep/grader/run.hpp>
#include <lockstep/grader/separate_process.hpp>
#include <lockstep/grader/shares.hpp>
#include <lockstep/grader/stopwatch.hpp>
#include <lockstep/grader/trials.hpp>

// The build says which exercise it builds the grader of. A grader is one source file, so this is
// the one definition.
namespace lockstep::grader {
extern const char* const exercise;
const char* const exercise = LOCKSTEP_EXERCISE;
}  // namespace lockstep::grader
