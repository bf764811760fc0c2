#include "learner/welcome.hpp"

#include <fmt/format.h>

#include "language/language.hpp"
#include "learner/work.hpp"

namespace lockstep::tutor {

std::vector<std::string> welcome(const context& all, const exercise& first) {
  const palette& colours = all.colours;
  std::vector<std::string> text{
      colours.bold(tr("Welcome to Lockstep.")) + " " +
          tr("{} exercises teach how a GPU executes CUDA code. No GPU is needed: an emulator runs "
             "your kernels here and counts what they do.",
             all.course.exercises.size()),
      tr("Each exercise is one file with a TODO in it. Open the first in your editor, in another "
         "window:"),
      "  " + colours.bold(shown_file_of(first))};
  if (all.watched) {
    text.push_back(tr(
        "Do what the TODO says and save the file. Each time you save, your code is compiled, run "
        "and marked, and the verdict appears here: what is wrong, why, and what to do next."));
    text.push_back(tr(
        "{} shows a hint, {} goes to the next exercise once this one passes, {} lists them all, {} "
        "quits. ./lockstep continues where you stopped.",
        colours.bold("h"), colours.bold("n"), colours.bold("l"), colours.bold("q")));
  } else {
    text.push_back(
        tr("Write what the TODO asks for, save the file, and run ./lockstep verify {}: it says "
           "what is wrong, why, and what to do next.",
           first.name));
    text.push_back(
        tr("In a terminal, ./lockstep stays open beside your editor and marks every save."));
  }
  return text;
}

}  // namespace lockstep::tutor
