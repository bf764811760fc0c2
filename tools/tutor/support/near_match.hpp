// Which known names a mistyped one may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

// Letters to insert, delete, replace or swap with their neighbour to make `b` of `a`.
unsigned edit_distance(std::string_view a, std::string_view b);

// At most three candidates, nearest first. A name CHAPTER/EXERCISE also matches by its last part.
std::vector<std::string> near_matches(std::string_view word,
                                      const std::vector<std::string>& candidates);

// "Did you mean a or b?"; `otherwise` if nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string otherwise);

}  // namespace lockstep::tutor
