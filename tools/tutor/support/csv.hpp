// Tables of other programs, as text. What is written is made of csv_line() (support/text.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

// The rows of a file of CSV: cells apart by "," or, if the first row has more of those, by ";". A
// cell in quotes may have line ends, and quotes written twice. A mark of the byte order is passed
// over, and so are empty lines.
std::vector<std::vector<std::string>> csv_rows(std::string_view text);

}  // namespace lockstep::tutor
