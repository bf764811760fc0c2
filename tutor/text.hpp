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

// A line of CSV (RFC 4180, but for the line end): cells are quoted where they have to be.
std::string csv_line(const std::vector<std::string>& cells);

// "1 case", "2 cases"; "2 launches" with "es" for `ending`.
std::string count_of(std::size_t count, std::string_view noun, std::string_view ending = "s");

// A file's whole content; empty if it cannot be read.
std::string content_of(const std::filesystem::path& file);

// Line `line` (1 is the first) of a file; empty if there is none.
std::string line_of(const std::filesystem::path& file, unsigned line);

}  // namespace lockstep::tutor
