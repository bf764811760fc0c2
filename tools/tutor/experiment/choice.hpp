// Which edits are tried, and in which order.
#pragma once

#include <string>
#include <vector>

#include "experiment/acceptance.hpp"
#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

bool is_among(unsigned line, const std::vector<unsigned>& lines);

// Lines with a variable that the verdict names, or with an array that a suspect has an index of.
[[nodiscard]] std::vector<unsigned> lines_with_words_of(const std::string& verdict,
                                                        const code& answer,
                                                        const std::vector<unsigned>& suspects);

// What is to be tried, in this order, as far as it may cost.
// `suspects` first, then `likely`: lines.
[[nodiscard]] std::vector<edit> affordable(const code& answer, const acceptance& of_compiler,
                                           std::vector<edit> all,
                                           const std::vector<unsigned>& suspects,
                                           const std::vector<unsigned>& likely,
                                           bool kernels_were_tried);

}  // namespace lockstep::tutor::experiment
