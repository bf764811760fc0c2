#include "language/language.hpp"

#include <cstdlib>
#include <optional>
#include <utility>

#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

namespace fs = std::filesystem;

std::optional<catalogue>& spoken() {
  static std::optional<catalogue> words;
  return words;
}

std::string in_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string locale() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (std::string value = in_environment(name); !value.empty()) return value;
  return {};
}

// Names become parts of a path.
bool is_a_name(const std::string& language) {
  return !language.empty() &&
         language.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
}

std::optional<catalogue> catalogue_in(const fs::path& folder, const std::string& language) {
  const fs::path file = folder / (language + ".po");
  std::error_code error;
  if (!is_a_name(language) || !fs::is_regular_file(file, error)) return std::nullopt;
  return catalogue(content_of(file));
}

std::string translated(const protocol::phrased& made) {
  const auto form = spoken()->translation(made.id, made.form);
  if (!form) return made.text;
  if (made.id.empty() && made.arguments.empty()) return *form;  // a text as it is, braces and all
  std::vector<std::string> arguments;
  for (const std::string& one : made.arguments) arguments.push_back(in_language(one));
  return protocol::filled(*form, arguments);
}

constexpr std::string_view course_command = "./lockstep";

std::string& command() {
  static std::string name(course_command);
  return name;
}

// Texts name the course's command.
std::string with_command_name(std::string text) {
  if (command() == course_command) return text;
  for (std::size_t at = text.find(course_command); at != std::string::npos;
       at = text.find(course_command, at + command().size()))
    text.replace(at, course_command.size(), command());
  return text;
}

}  // namespace

void call_command(std::string name) { command() = std::move(name); }
std::string command_name() { return command(); }

std::string language_of_locale(std::string_view locale) {
  const std::string name(locale.substr(0, locale.find_first_of("_.@-")));
  return name == "C" || name == "POSIX" || name == "en" ? std::string() : name;
}

void choose_language(const fs::path& catalogues) {
  speak_english();
  if (const std::string wanted = in_environment("LOCKSTEP_LANG"); !wanted.empty()) {
    spoken() = catalogue_in(catalogues, language_of_locale(wanted));
    return;
  }
  auto of_locale = catalogue_in(catalogues, language_of_locale(locale()));
  if (of_locale && of_locale->field("X-Lockstep-Offered") == "yes") spoken() = std::move(of_locale);
}

void speak(catalogue words) { spoken() = std::move(words); }
void speak_english() { spoken().reset(); }

std::string in_language(const std::string& text) {
  if (!spoken()) return with_command_name(text);
  if (auto whole = spoken()->translation({}, text)) return *whole;
  return protocol::with_phrases(text, translated);
}

std::string translated_form(std::string_view form) {
  std::string english(form);
  if (!spoken()) return with_command_name(std::move(english));
  return spoken()->translation({}, english).value_or(english);
}

}  // namespace lockstep::tutor
