#include <fmt/format.h>

#include <algorithm>

#include "class_page/html.hpp"
#include "class_page/sections.hpp"
#include "class_page/similar_answers.hpp"
#include "language/language.hpp"
#include "learner/work.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::class_page {
namespace {

constexpr std::size_t most_of_exercise = 12;  // pairs
constexpr std::size_t most_lines = 400, longest_shown = 400, most_names = 12;

struct answer_text {
  const graded_student* who;
  std::string source;
};

// What somebody has written: stubs and files that are not read have nothing to compare.
std::vector<answer_text> answers_to(const classroom::class_marks& marks, std::size_t exercise) {
  std::vector<answer_text> found;
  for (const auto& who : marks.students) {
    const graded_exercise& mark = who.marks.at(exercise);
    if (mark.missing || mark.untouched) continue;
    std::string source = read_foreign(mark.file, largest_source).content;
    if (!source.empty()) found.push_back({&who, std::move(source)});
  }
  return found;
}

std::string names_of(const std::vector<answer_text>& all, const std::vector<std::size_t>& which) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < which.size() && i < most_names; ++i)
    names.push_back("<b>" + html_text(all[which[i]].who->name) + "</b>");
  const std::string more =
      which.size() > most_names ? tr(", and {} more", which.size() - most_names) : "";
  return join(names, ", ") + more;
}

std::string shortened(const std::string& line) {
  return line.size() <= longest_shown ? line : line.substr(0, longest_shown) + "...";
}

std::string listing(const answer_text& of, const std::set<std::size_t>& common) {
  std::string text = fmt::format("<div><h4>{}</h4><pre tabindex=\"0\">", html_text(of.who->name));
  const auto lines = lines_of(of.source);
  for (std::size_t i = 0; i < lines.size() && i < most_lines; ++i) {
    const bool is_common = common.count(i + 1) != 0;
    text += (is_common ? "<mark>" : "") + html_text(shortened(lines[i])) +
            (is_common ? "</mark>" : "") + "\n";
  }
  if (lines.size() > most_lines) text += "...\n";
  return text + "</pre></div>\n";
}

std::string one_likeness(const likeness& one, const std::vector<answer_text>& answers,
                         const std::vector<std::string>& given) {
  const answer_text& left = answers[one.first[0]];
  const answer_text& right = answers[one.second.empty() ? one.first[1] : one.second[0]];
  const std::string head =
      one.second.empty() ? tr("{} have the same code, except for names, literals and comments",
                              names_of(answers, one.first))
                         : tr("{} and {} have {}% in common", names_of(answers, one.first),
                              names_of(answers, one.second), static_cast<int>(100 * one.share));
  return fmt::format("<details><summary>{}</summary>\n<div class=\"pair\">\n", head) +
         listing(left, common_lines(left.source, right.source, given)) +
         listing(right, common_lines(right.source, left.source, given)) + "</div></details>\n";
}

std::string likenesses_of(const context& all, const classroom::class_marks& marks, std::size_t i) {
  const exercise& of = *marks.exercises[i];
  const auto answers = answers_to(marks, i);
  if (answers.size() < 2) return {};
  std::vector<std::string> given = every_stub_of(all, of), sources;
  given.push_back(content_of(all.paths.file("solutions/" + of.name + ".cu")));
  for (const auto& one : answers) sources.push_back(one.source);
  const auto found = similar_answers(sources, given);
  if (found.empty()) return {};
  std::string text = fmt::format("<h3>{}</h3>\n", html_text(of.name));
  for (std::size_t k = 0; k < found.size() && k < most_of_exercise; ++k)
    text += one_likeness(found[k], answers, given);
  if (found.size() > most_of_exercise)
    text += fmt::format("<p>{}</p>\n", tr("{} more pairs have less code in common.",
                                          found.size() - most_of_exercise));
  return text;
}

}  // namespace

std::string similar_section(const context& all, const classroom::class_marks& marks) {
  std::string found;
  for (std::size_t i = 0; i < marks.exercises.size(); ++i) found += likenesses_of(all, marks, i);
  return fmt::format(
      "<section id=\"similar\"><h2>{}</h2>\n<p class=\"note\">{}</p>\n<p class=\"note\">{}</p>\n"
      "<p class=\"note\">{}</p>\n{}</section>\n",
      tr("Similar answers"),
      tr("Similarity is no proof of copying. There are few ways to write some of these functions, "
         "and people who learn together write alike. Read both answers, and ask their authors, "
         "before you conclude anything."),
      tr("Names, literals and comments are ignored. Code that the stub, the course's solution or "
         "many answers contain does not count. The percentage is the share of the shorter answer's "
         "fingerprints that the other one has as well; lines with common code are marked."),
      tr("Method: winnowing over runs of tokens (Schleimer, Wilkerson and Aiken, \"Winnowing: "
         "Local "
         "Algorithms for Document Fingerprinting\", SIGMOD 2003), compared by containment (Broder, "
         "\"On the Resemblance and Containment of Documents\", 1997)."),
      found.empty()
          ? fmt::format("<p>{}</p>\n", tr("No two answers have 60% of their code in common."))
          : found);
}

}  // namespace lockstep::tutor::class_page
