// Sentences for people that can be recognised by an id and said in another language: English text,
// and a note of how it was made (docs/decisions/044). C++17: graders include it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockstep::protocol {

// `form` is the English template: each {} is the next argument, {1} the second one, {{ a brace.
struct phrased {
  std::string id;  // stays when the words change; empty: the form is all there is to know it by
  std::string form;
  std::vector<std::string> arguments;  // English, and phrases themselves, or with phrases in them
  std::string text = {};               // empty: the form, filled
};

[[nodiscard]] std::string filled(std::string_view form, const std::vector<std::string>& arguments);

// Remembers the phrase in this process, and returns its text.
std::string note(phrased made);

namespace detail {
inline std::string text_of_argument(const std::string& text) { return text; }
template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
std::string text_of_argument(T number) {
  return std::to_string(number);
}
}  // namespace detail

// The English sentence. Arguments are texts and integers.
template <class... Arguments>
std::string phrase(const char* id, const char* form, const Arguments&... arguments) {
  return note({id, form, {detail::text_of_argument(arguments)...}});
}

// The text, with what `instead` gives in place of each noted phrase in it: the longest ones, and
// none within another.
[[nodiscard]] std::string with_phrases(const std::string& text,
                                       const std::function<std::string(const phrased&)>& instead);

// The phrases in a text, and those in their arguments.
[[nodiscard]] std::vector<phrased> phrases_in(const std::string& text);

// A text for another process, with the phrases in it: one line. The other way gives the text and
// remembers its phrases; what is no such line is the text itself.
[[nodiscard]] std::string with_its_phrases(const std::string& text);
[[nodiscard]] std::string text_with_phrases(const std::string& line);

// The text as ids say it: "never-written(result[3])".
[[nodiscard]] std::string by_ids(const std::string& text);

}  // namespace lockstep::protocol
