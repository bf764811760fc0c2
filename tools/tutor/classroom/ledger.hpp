// What has been graded of a class, kept between calls: a file for each answer, so that a stop at
// any moment costs at most the answers that were being graded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "verdict/verdict.hpp"

namespace lockstep::tutor::classroom {

class ledger {
 public:
  // `folder` is made when something is kept.
  explicit ledger(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // How answers were graded in the call before: the seed, so that all students get the same inputs,
  // and what else a verdict depends on, in words.
  struct conditions {
    std::uint64_t seed = 0;
    std::string others;
  };
  std::optional<conditions> graded_under() const;
  void keep_conditions(const conditions& of) const;

  // The verdict on a student's answer; nothing if there is none, if it was made in another way
  // (`key` says how), or if a file that went into it has changed.
  std::optional<verdict> find(const std::string& student, const std::string& exercise,
                              const std::string& key) const;
  // The verdict on this answer of a student's, whatever build of the course has made it, and
  // wherever the file lay.
  std::optional<verdict> find_made_elsewhere(const std::string& student,
                                             const std::string& exercise,
                                             const std::filesystem::path& answer) const;
  // Throws failure (setup missing) if it cannot be written.
  void keep(const std::string& student, const std::string& key, const verdict& of,
            const std::vector<std::filesystem::path>& inputs) const;

 private:
  std::filesystem::path file_for(const std::string& student, const std::string& exercise) const;

  std::filesystem::path folder_;
};

}  // namespace lockstep::tutor::classroom
