#include "operations.hpp"

#include <iterator>
#include <vector>

namespace differential {

namespace {

// What is left out, and why: approximate functions and NaN payloads (each GPU may answer as it
// likes), division by zero (undefined). Roundings are always named, because ptxas may otherwise
// fuse a product and a sum. Constant positions and lengths beyond a register: the driver's compiler
// folds them to other values than the instruction gives.
constexpr std::string_view templates[] = {
#define OPERATION(text) text,
#define UNOPTIMISED(text)
#include "operations.def"
#undef OPERATION
#undef UNOPTIMISED
};
constexpr std::string_view unoptimised_templates[] = {
#define OPERATION(text)
#define UNOPTIMISED(text) text,
#include "operations.def"
#undef OPERATION
#undef UNOPTIMISED
};

std::string constant(random_source& random, bool wide) {
  static constexpr const char* words[] = {"0",  "1",  "2",    "7",          "31",        "32",
                                          "33", "-1", "0xff", "0x7fffffff", "0x80000000"};
  if (random.one_in(2)) return words[random.below(std::size(words))];
  return std::to_string(wide ? random.next() >> 1 : random.next() & 0xffffffff);
}

std::string source(char letter, random_source& random) {
  switch (letter) {
    case 'a':
      if (random.one_in(4)) return constant(random, false);
      break;
    case 'c':
      if (random.one_in(4)) return constant(random, true);
      letter = 'w';
      break;
    case 's':
      if (random.one_in(2)) return std::to_string(random.below(random.one_in(4) ? 256 : 40) % 32);
      letter = 'a';
      break;
    case 'r':
      letter = 'a';
      break;
    case 'i':
      return std::to_string(random.below(256));
    case 'k':
      return std::to_string(8 * random.below(8));
    default:
      break;
  }
  const char pool_letter = letter >= 'a' ? letter : static_cast<char>(letter - 'A' + 'a');
  for (const register_pool& pool : pools)
    if (pool.letter == pool_letter) return pool.name + std::to_string(random.below(pool.count));
  return std::string("unknown:") + letter;  // refused by every reader of PTX
}

}  // namespace

std::string fill(std::string_view pattern, random_source& random) {
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '$') {
      text += source(pattern[++i], random);
    } else if (pattern[i] == '[' && pattern[i + 1] != '%' && pattern[i + 1] != 't') {
      std::vector<std::string_view> alternatives;
      std::size_t first = ++i;
      for (; pattern[i] != ']'; ++i)
        if (pattern[i] == '|') {
          alternatives.push_back(pattern.substr(first, i - first));
          first = i + 1;
        }
      alternatives.push_back(pattern.substr(first, i - first));
      text += fill(alternatives[random.below(alternatives.size())], random);
    } else {
      text += pattern[i];
    }
  }
  return text;
}

std::string random_operation(random_source& random, bool unoptimised) {
  const unsigned number =
      random.below(std::size(templates) + (unoptimised ? std::size(unoptimised_templates) : 0));
  return fill(number < std::size(templates) ? templates[number]
                                            : unoptimised_templates[number - std::size(templates)],
              random);
}

}  // namespace differential
