// Sets of elements, in words and as a drawing.
#pragma once

#include <lockstep/protocol/phrase.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lockstep::grader::diagnosis {

using protocol::phrase;

// "data[3]", "data[992..1022]", "data[1], data[3], ... data[29]", "data[0], data[7] and 3 more".
// `elements` ascend and are not empty.
std::string elements_in_words(const std::string& buffer, const std::vector<std::size_t>& elements);

// "block_sums" of "void block_sums<256u>(int const*, int*)": as its launch is written.
std::string kernel_in_source(const std::string& demangled);

// Whether a source file is a grader's: what stands there is nobody's mistake, and no place to look.
bool is_of_grader(const std::string& file);

// The form of a sentence about one element, or about several.
inline const char* form_for(const std::vector<std::size_t>& elements, const char* one,
                            const char* several) {
  return elements.size() == 1 ? one : several;
}

// "once", "twice", "3 times".
std::string times(std::size_t count);

// A buffer as one line of at most 64 characters, one for each element or group of elements:
//
//   result  0 [....##x#] 7
//
// `kind` gives the character of an element; of a group the one that stands first in `worst` counts.
template <class Kind>
std::string drawing(const std::string& buffer, std::size_t elements, const std::string& worst,
                    Kind kind) {
  constexpr std::size_t most = 64;
  if (elements == 0) return {};
  const std::size_t group = (elements + most - 1) / most;
  std::string cells;
  for (std::size_t first = 0; first < elements; first += group) {
    std::size_t found = worst.size() - 1;
    for (std::size_t e = first; e < elements && e < first + group; ++e) {
      const std::size_t at = worst.find(kind(e));
      if (at < found) found = at;
    }
    cells += worst[found];
  }
  std::string text = buffer + "  0 [" + cells + "] " + std::to_string(elements - 1);
  if (group > 1) text += "  " + phrase("elements-each", "({} elements each)", group);
  return text;
}

}  // namespace lockstep::grader::diagnosis
