#include "words.hpp"

#include <lockstep/protocol/kernel_name.hpp>

namespace lockstep::grader::diagnosis {

namespace {

std::string element(const std::string& buffer, std::size_t index) {
  return buffer + "[" + std::to_string(index) + "]";
}

}  // namespace

std::string elements_in_words(const std::string& buffer, const std::vector<std::size_t>& elements) {
  const std::size_t count = elements.size();
  if (count == 1) return element(buffer, elements.front());
  const std::size_t stride = elements[1] - elements[0];
  bool is_even = true;
  for (std::size_t i = 1; i < count; ++i)
    is_even = is_even && elements[i] - elements[i - 1] == stride;
  const std::string last = element(buffer, elements.back());
  if (is_even && stride == 1)
    return buffer + "[" + std::to_string(elements.front()) + ".." +
           std::to_string(elements.back()) + "]";
  const std::string first = element(buffer, elements[0]), second = element(buffer, elements[1]);
  if (count == 2) return phrase("both", "{} and {}", first, last);
  if (count == 3) return phrase("all-three", "{}, {} and {}", first, second, last);
  if (is_even) return first + ", " + second + ", ... " + last;
  return phrase("and-more-elements", "{}, {} and {} more elements of {}", first, second, count - 2,
                buffer);
}

std::string kernel_in_source(const std::string& demangled) {
  const std::string name = protocol::short_name(demangled);
  return name.substr(0, name.find('<'));
}

std::string times(std::size_t count) {
  if (count == 1) return phrase("once", "once");
  if (count == 2) return phrase("twice", "twice");
  return phrase("times", "{} times", count);
}

bool is_of_grader(const std::string& file) {
  return file.find("tools/graders/") != std::string::npos &&
         file.find("tools/graders/wrong/") == std::string::npos;
}

}  // namespace lockstep::grader::diagnosis
