// What a new exercise consists of, as text. Pure but for reading the templates.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "course/manifest.hpp"

namespace lockstep::tutor {

struct new_file {
  std::string path;  // in the checkout
  std::string purpose;
  std::string text;
};

// Throws failure (usage) unless `name` is CHAPTER/NAME with a chapter of the course, and new.
void require_new_name(const manifest& course, std::string_view name);

// In the order in which they are to be written.
std::vector<new_file> files_of_new_exercise(const std::filesystem::path& templates,
                                            const std::string& name);

// A template's text, with the exercise's name where it says NN_chapter/NAME.
std::string filled_in(std::string text, const std::string& name);

// The manifest's text with `entry` behind the last exercise of the same or an earlier chapter.
std::string with_new_entry(const std::string& manifest_text, const manifest& course,
                           const std::string& entry, const std::string& name);

}  // namespace lockstep::tutor
