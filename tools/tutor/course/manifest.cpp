#include "course/manifest.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/near_match.hpp"
#include "support/text.hpp"

namespace lockstep::tutor {
namespace {

struct reader {
  const std::string& source;

  [[noreturn]] void refuse(const toml::node& where, const std::string& what) const {
    throw setup_missing(fmt::format("{}:{}: {}", source, where.source().begin.line, what),
                        "docs/interfaces.md, section 3, describes the manifest.");
  }

  std::string text(const toml::table& table, std::string_view key, bool required) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) {
      if (required) refuse(table, tr("`{}` is missing", key));
      return {};
    }
    if (!node->is_string()) refuse(*node, tr("`{}` must be a text", key));
    return node->value_or(std::string());
  }

  std::vector<std::string> texts(const toml::table& table, std::string_view key) const {
    std::vector<std::string> values;
    const toml::node* node = table.get(key);
    if (node == nullptr) return values;
    const toml::array* array = node->as_array();
    if (array == nullptr) refuse(*node, tr("`{}` must be a list of texts", key));
    for (const toml::node& element : *array) {
      if (!element.is_string()) refuse(element, tr("`{}` must contain texts only", key));
      values.push_back(element.value_or(std::string()));
    }
    return values;
  }

  bool truth(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node != nullptr && !node->is_boolean())
      refuse(*node, tr("`{}` must be true or false", key));
    return node != nullptr && node->value_or(false);
  }

  // The build reads them too, and takes them apart at blanks.
  std::vector<std::string> flags(const toml::table& table, std::string_view key) const {
    auto values = texts(table, key);
    for (const auto& value : values) {
      if (value.empty() || value.find_first_of(" \t\"") != std::string::npos)
        refuse(*table.get(key), tr("`{}` must contain single words", key));
    }
    const toml::node* node = table.get(key);
    if (node != nullptr && node->source().begin.line != node->source().end.line)
      refuse(*node, tr("`{}` must be on one line", key));
    return values;
  }

  bool flag(const toml::table& table, const char* key) const {
    const auto* node = table.get(key);
    if (node == nullptr) return false;
    if (!node->is_boolean()) refuse(table, tr("`{}` is true or false", key));
    return node->as_boolean()->get();
  }

  // points = {results = 6, checks = 2, properties = 2}: what is left out is worth nothing.
  points worth(const toml::table& table) const {
    const toml::node* node = table.get("points");
    if (node == nullptr) return {};
    const toml::table* parts = node->as_table();
    if (parts == nullptr) refuse(*node, tr("`points` must be {{results = ..., ...}}"));
    points read{0, 0, 0};
    for (const auto& [key, value] : *parts) {
      const std::string name(static_cast<std::string_view>(key));  // a std::string before toml++ 3
      double* part = name == "results"      ? &read.results
                     : name == "checks"     ? &read.checks
                     : name == "properties" ? &read.properties
                                            : nullptr;
      if (part == nullptr) refuse(value, tr("`points` has results, checks and properties only"));
      *part = value.value_or(-1.0);
      if (*part < 0) refuse(value, tr("`{}` must be a number that is not negative", name));
    }
    return read;
  }

  // The tables of [[key]].
  std::vector<const toml::table*> tables(const toml::table& root, std::string_view key) const {
    std::vector<const toml::table*> found;
    const toml::node* node = root.get(key);
    if (node == nullptr) return found;
    const toml::array* array = node->as_array();
    if (array == nullptr) refuse(*node, tr("write [[{}]], once for each", key));
    for (const toml::node& element : *array) {
      if (!element.is_table()) refuse(element, tr("`{}` must contain tables only", key));
      found.push_back(element.as_table());
    }
    return found;
  }
};

template <class T>
bool has(const std::vector<T>& all, std::string_view name) {
  return std::any_of(all.begin(), all.end(), [&](const T& one) { return one.name == name; });
}

template <class T>
std::vector<std::string> names_of(const std::vector<T>& all) {
  std::vector<std::string> names;
  for (const auto& one : all) names.push_back(one.name);
  return names;
}

// exercises/05_reduction/ragged.cu -> 05_reduction/ragged
std::string without_folder_and_suffix(std::string_view word) {
  for (std::string_view prefix : {"./", "exercises/"}) {
    if (word.substr(0, prefix.size()) == prefix) word.remove_prefix(prefix.size());
  }
  const auto dot = word.rfind('.');
  return std::string(word.substr(0, dot == 0 ? std::string_view::npos : dot));
}

}  // namespace

manifest parse_manifest(std::string_view text, const std::string& source) {
  toml::table root;
  try {
    root = toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw setup_missing(
        fmt::format("{}:{}: {}", source, error.source().begin.line, error.description()),
        "Fix the manifest, or restore it with git.");
  }

  const reader read{source};
  manifest course;
  if (const toml::table* head = root["course"].as_table()) {
    course.name = read.text(*head, "name", true);
  }
  for (const toml::table* table : read.tables(root, "chapter")) {
    chapter one;
    one.name = read.text(*table, "name", true);
    one.title = read.text(*table, "title", true);
    one.programs = read.texts(*table, "programs");
    one.headline = read.text(*table, "headline", false);
    const auto& known = one.programs;
    if (!one.headline.empty() && std::find(known.begin(), known.end(), one.headline) == known.end())
      read.refuse(*table->get("headline"), tr("`headline` must be one of `programs`"));
    one.bench = read.truth(*table, "bench");
    if (has(course.chapters, one.name)) read.refuse(*table, tr("{} appears twice", one.name));
    course.chapters.push_back(std::move(one));
  }
  for (const toml::table* table : read.tables(root, "exercise")) {
    exercise one;
    one.name = read.text(*table, "name", true);
    one.title = read.text(*table, "title", true);
    one.book = read.text(*table, "book", false);
    one.properties = read.texts(*table, "properties");
    one.hints = read.texts(*table, "hints");
    one.worth = read.worth(*table);
    one.kernels_only = read.flag(*table, "kernels_only");
    one.constants = read.flag(*table, "constants");
    one.any_means = read.flag(*table, "any_means");
    one.without = read.texts(*table, "without");
    one.apart = read.flag(*table, "apart");
    one.learned = read.text(*table, "learned", false);
    if (const toml::table* ladder = (*table)["ladder"].as_table()) {
      one.ladder = read.text(*ladder, "set", true);
      one.ladder_case = read.text(*ladder, "case", true);
    }
    one.formerly = read.texts(*table, "formerly");
    one.nvcc_flags = read.flags(*table, "nvcc_flags");
    one.kernels_nvcc_flags = read.flags(*table, "kernels_nvcc_flags");
    if (has(course.exercises, one.name)) read.refuse(*table, tr("{} appears twice", one.name));
    if (!has(course.chapters, one.chapter()) || one.name.find('/') == std::string::npos) {
      read.refuse(*table, tr("`{}` does not begin with a chapter's name and a slash", one.name));
    }
    course.exercises.push_back(std::move(one));
  }
  if (const toml::table* head = root["course"].as_table()) {
    course.first = read.texts(*head, "first");
    for (const auto& name : course.first) {
      if (!has(course.exercises, name))
        read.refuse(*head->get("first"), tr("`first` names `{}`, which is not an exercise", name));
    }
  }
  return course;
}

manifest load_manifest(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) {
    throw setup_missing(tr("there is no {}", file.string()),
                        "Set LOCKSTEP_ROOT to the folder of the course.");
  }
  return parse_manifest(content_of(file), file.filename().string());
}

const exercise& manifest::find_exercise(std::string_view word) const {
  const std::string name = without_folder_and_suffix(word);
  std::vector<const exercise*> by_stem;
  for (const auto& exercise : exercises) {
    if (exercise.name == name) return exercise;
    if (exercise.stem() == name) by_stem.push_back(&exercise);
  }
  if (by_stem.size() == 1) return *by_stem.front();
  if (by_stem.size() > 1) {
    std::vector<std::string> names;
    for (const auto* one : by_stem) names.push_back(one->name);
    throw wrong_usage(tr("more than one exercise is called {}", word),
                      tr("Choose one: {}", join(names, " or ")));
  }
  throw wrong_usage(tr("there is no exercise {}", word),
                    did_you_mean(name, names_of(exercises), "./lockstep list shows them all."));
}

const chapter& manifest::find_chapter(std::string_view word) const {
  for (const auto& one : chapters) {
    const auto separator = one.name.find('_');
    std::string number = one.name.substr(0, separator);
    const std::string words = one.name.substr(separator + 1);
    if (word == one.name || word == number || word == words) return one;
    number.erase(0, number.find_first_not_of('0'));
    if (!number.empty() && word == number) return one;
  }
  const auto names = names_of(chapters);
  throw wrong_usage(tr("there is no chapter {}", word),
                    did_you_mean(word, names, tr("The chapters are: {}", join(names, ", "))));
}

std::vector<const exercise*> manifest::of_chapter(std::string_view chapter) const {
  std::vector<const exercise*> found;
  for (const auto& exercise : exercises) {
    if (exercise.chapter() == chapter) found.push_back(&exercise);
  }
  return found;
}

std::vector<const exercise*> manifest::in_order() const {
  std::vector<const exercise*> order;
  for (const auto& name : first) order.push_back(&find_exercise(name));
  for (const auto& exercise : exercises) {
    if (std::find(first.begin(), first.end(), exercise.name) == first.end())
      order.push_back(&exercise);
  }
  return order;
}

std::map<std::string, std::string> manifest::renamed() const {
  std::map<std::string, std::string> names;
  for (const auto& exercise : exercises) {
    for (const auto& before : exercise.formerly) names[before] = exercise.name;
  }
  return names;
}

}  // namespace lockstep::tutor
