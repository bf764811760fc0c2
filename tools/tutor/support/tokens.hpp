// C++ source as tokens with their positions; comments, characters, raw texts and preprocessor lines
// are left out.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep::tutor {

struct token {
  enum class kind { word, number, symbol, text };  // a text has its quotes
  kind is = kind::symbol;
  std::string_view text;
  std::size_t offset = 0;
  bool blank_before = false, blank_after = false;  // or the end of a line
};

std::vector<token> tokens_of(std::string_view source);

}  // namespace lockstep::tutor
