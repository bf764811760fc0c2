// What an explanation quotes of an answer: whole operands and expressions, which a reader finds in
// their line.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiment/alignment.hpp"
#include "experiment/code.hpp"
#include "experiment/edits.hpp"

namespace lockstep::tutor::experiment {

// The smallest expression around the tokens from `first` to `last`; empty if there is none that is
// short and complete. `is_kept`: the solution has them, too, and makes something else of them.
[[nodiscard]] std::string expression_around(const code& of, std::size_t first, std::size_t last,
                                            bool is_kept = false);

// What to say of tokens that only the solution has, in the middle of a statement: "something is
// missing after `size` on @".
[[nodiscard]] std::string missing_at(const code& answer, const code& solution,
                                     const difference& one);

// What the answer has where these differences are, once for each line; empty if it is not all that
// can be quoted.
[[nodiscard]] std::vector<quoted_part> parts_of(const code& answer,
                                                const std::vector<const difference*>& all);

}  // namespace lockstep::tutor::experiment
