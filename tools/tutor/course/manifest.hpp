// The manifest course.toml: what chapters and exercises there are.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

struct chapter {
  std::string name;  // "05_reduction"
  std::string title;
  std::vector<std::string> programs;  // executables are called CHAPTER_PROGRAM
  std::string headline = {};          // the program that `lockstep demo` runs; empty: none
  bool bench = false;                 // has a program CHAPTER_bench: docs/bench.md
};

// What the parts of an exercise are worth. Those that it does not have go to its results.
struct points {
  double results = 6, checks = 2, properties = 2;
  double total() const { return results + checks + properties; }
};

struct exercise {
  std::string name;  // "05_reduction/ragged"
  std::string title;
  std::string book;  // the book's problem; empty if there is none
  std::vector<std::string> properties, hints;
  std::vector<std::string> formerly;  // names that it had before
  // Flags of nvcc, one a word: for answers, and for the kernels of the grader.
  std::vector<std::string> nvcc_flags = {}, kernels_nvcc_flags = {};
  std::vector<std::string> without = {};  // words that an answer may not use, such as "double"
  points worth = {};
  bool kernels_only = false;  // or constants: no host code of an answer is linked
  bool constants = false;     // are asked for, such as predictions
  bool any_means = false;     // an answer may have parts of CUB, and instructions in assembler
  bool apart = false;         // an answer's host code runs in a process of its own
  // A set of docs/data/h200_model.csv in which the answer's time has a place, and the case that is
  // timed as that set was; empty: none.
  std::string ladder = {}, ladder_case = {};
  std::string learned = {};  // one sentence to remember, shown once it passes; may be empty

  // An answer is what nvcc makes of it for the device, and nothing besides.
  bool is_device_code() const { return kernels_only && !constants; }
  std::string chapter() const { return name.substr(0, name.find('/')); }
  std::string stem() const { return name.substr(name.find('/') + 1); }
};

struct manifest {
  std::string name;
  std::vector<chapter> chapters;
  std::vector<exercise> exercises;
  std::vector<std::string> first = {};  // names of the exercises that a learner begins with

  // By name, by the part after the slash where only one exercise has it, or by the path of its
  // file. Throws failure (usage), with near matches.
  const exercise& find_exercise(std::string_view word) const;
  // By name, number ("05", "5") or the name's words ("reduction").
  const chapter& find_chapter(std::string_view word) const;
  std::vector<const exercise*> of_chapter(std::string_view chapter) const;
  // All exercises in the order in which a learner does them: `first`, then the others as listed.
  std::vector<const exercise*> in_order() const;
  // Names of before, and those of today.
  std::map<std::string, std::string> renamed() const;
};

// `source` is the name that messages give. Throws failure (setup missing) that names the line.
[[nodiscard]] manifest parse_manifest(std::string_view text, const std::string& source);
[[nodiscard]] manifest load_manifest(const std::filesystem::path& file);

}  // namespace lockstep::tutor
