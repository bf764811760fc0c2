// Small operations on text that several parts need.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

std::vector<std::string> lines_of(std::string_view text);  // without line ends
std::string trimmed(std::string_view text);                // without spaces at both ends
std::string first_line(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// Every `what` in a text, which must not be empty, replaced by `by`.
std::string replaced(std::string text, std::string_view what, std::string_view by);

// A line of CSV: cells are quoted where they have to be. RFC 4180 asks for "\r\n" at its end;
// what is printed on a terminal has "\n".
std::string csv_line(const std::vector<std::string>& cells, std::string_view end = "\n");

// As a shell reads it back: in quotes, unless there is nothing in it that a shell interprets.
std::string shell_word(std::string_view text);

// What people and other programs can read of bytes that a program printed: valid UTF-8, with a sign
// in place of what is not; spaces for control characters other than tabs and line ends, and for the
// two code points that XML forbids.
std::string readable_text(std::string_view bytes);

// "1 case", "2 cases"; "2 launches" with "es" for `ending`.
std::string count_of(std::size_t count, std::string_view noun, std::string_view ending = "s");

// A file's whole content; empty if it cannot be read.
std::string content_of(const std::filesystem::path& file);

// Line `line` (1 is the first) of a file; empty if there is none.
std::string line_of(const std::filesystem::path& file, unsigned line);

}  // namespace lockstep::tutor
