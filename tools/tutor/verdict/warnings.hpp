// The compiler's warnings in a verdict: which of them may be why an answer fails, and their words.
#pragma once

#include <string>

#include "course/paths.hpp"
#include "terminal/terminal.hpp"
#include "verdict/verdict.hpp"

namespace lockstep::tutor {

// Those that matter, likely causes first. Variables that nothing uses yet are left out as long as
// the answer still says TODO.
void add_warnings(const evidence& seen, verdict& to);

// Of results that are wrong: a warning which says that a statement does nothing, or that a value is
// lost, is the headline, unless a check has found an error; likewise a statement without effect of
// which no compiler warns.
void blame_a_warning(const evidence& seen, verdict& of);

// "nvcc warns: line 24: expression has no effect"
std::string sentence_of(const compiler_warning& one);

// The first likely cause, and all the others, each with its line of the source; empty if there are
// none.
std::string text_of_likely_cause(const verdict& v, const checkout_paths& paths,
                                 const palette& colours);
std::string text_of_other_warnings(const verdict& v, const checkout_paths& paths,
                                   const palette& colours);

}  // namespace lockstep::tutor
