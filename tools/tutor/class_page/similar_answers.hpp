// Answers to one exercise that are alike but for names, literals and comments. This shows where to
// look: two people who think alike write alike.
//
// Method: k-grams of normalised tokens, of which winnowing keeps some as fingerprints (S.
// Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document Fingerprinting",
// SIGMOD 2003); two answers are compared by containment, the share of the smaller one's
// fingerprints that the other has, too (A. Z. Broder, "On the Resemblance and Containment of
// Documents", SEQUENCES 1997). Whatever the stub or the solution has does not count, nor what many
// answers have.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tutor::class_page {

// A token as it is compared: every name that somebody chose is the same, and so is every literal.
// Keywords stay, and so do names that begin with __ or cuda, and those of threads and blocks.
std::vector<std::string_view> normalised(std::string_view source);

struct likeness {
  std::vector<std::size_t> first;   // of the answers: the same but for names and literals
  std::vector<std::size_t> second;  // likewise; empty: only those of `first` are alike
  double share = 1;                 // containment
  std::size_t common = 0;           // fingerprints
};

// Runs of so many tokens are found for sure, if nothing in them is left out: k + w - 1 of
// winnowing.
inline constexpr std::size_t surely_found = 12;

// Those that have at least 60% of their fingerprints in common, the most similar first. `given`:
// what everybody has seen or must write, stubs and solution.
std::vector<likeness> similar_answers(const std::vector<std::string>& answers,
                                      const std::vector<std::string>& given);

// The lines of `answer` that `other` has as well, apart from what is `given`.
std::set<std::size_t> common_lines(std::string_view answer, std::string_view other,
                                   const std::vector<std::string>& given);

}  // namespace lockstep::tutor::class_page
