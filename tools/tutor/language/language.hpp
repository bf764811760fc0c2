// The learner's language (docs/decisions/044). English is what stands in the sources; where a text
// has no translation, it is what is shown.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "language/catalogue.hpp"

namespace lockstep::tutor {

// "zh" of "zh_CN.UTF-8"; empty: English ("C", "POSIX", "en_GB").
std::string language_of_locale(std::string_view locale);

// From now on texts are in the language that LOCKSTEP_LANG names, or the locale if its catalogue is
// offered, if there is one among `catalogues` (FOLDER/zh.po).
void choose_language(const std::filesystem::path& catalogues);
// Likewise, for tests.
void speak(catalogue words);
void speak_english();

// What the program is called where texts tell what to type: "./lockstep", unless it is installed
// under another name. Only English texts are changed, as nothing else is installed.
void call_command(std::string name);
[[nodiscard]] std::string command_name();

// A text with the phrases in it (protocol/phrase.hpp) in the learner's language; or a text that the
// catalogue has as a whole: a title, a hint.
[[nodiscard]] std::string in_language(const std::string& text);

// Marks a text for the catalogue that in_language() translates later: names in a table.
constexpr const char* translatable(const char* text) { return text; }

// The translation of a template of fmt; itself if there is none.
[[nodiscard]] std::string translated_form(std::string_view form);

// As fmt::format, in the learner's language. The template is the id of the text.
template <class... Arguments>
[[nodiscard]] std::string tr(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
  const fmt::string_view english = form;
  const auto values = fmt::make_format_args(arguments...);
  const std::string_view text(english.data(), english.size());
  try {
    return fmt::vformat(translated_form(text), values);
  } catch (const fmt::format_error&) {
    return fmt::vformat(english, values);  // gaps that the template does not have
  }
}

}  // namespace lockstep::tutor
