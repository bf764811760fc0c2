// Lines of a source file with marks below them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/protocol/palette.hpp"

namespace lockstep::protocol {

// What is said of a line: of the statement at `column`, or of all of it if that is 0.
struct mark {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string label;
  bool first = true;  // the side that the finding is about; the other one is marked with dashes
};

// Whether a statement begins in the source where a compiler says so: as far as can be told.
bool is_believable(const std::string& file, std::uint32_t line, std::uint32_t column);

// A line without the comment at its end; empty if it cannot be read.
std::string code_of_line(const std::string& file, std::uint32_t line);

// Whether the line, or the one below it, says `return`: then that is what its condition decides.
bool says_return(const std::string& file, std::uint32_t line);

// The marked lines in the order of the source, those of the first mark's file first. Empty where a
// file or a line of it cannot be read: then the marks that are not shown come back in `left`.
std::string excerpt(std::vector<mark> marks, const palette& colours, std::vector<mark>& left);

}  // namespace lockstep::protocol
