// Several PTX texts as one: what linking at run time makes of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ptx {

std::string as_one(const std::vector<std::string>& units);
// A text that as_one() has not made is one unit.
std::vector<std::string> units_of(std::string_view text);

}  // namespace lockstep::ptx
