#include <fmt/format.h>

#include "class_page/html.hpp"
#include "class_page/sections.hpp"
#include "classroom/cause.hpp"
#include "language/language.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::class_page {
namespace {

// Of a mistake so many answers are shown with their lines; the others by their students' names.
constexpr std::size_t shown_in_full = 12;
constexpr std::size_t longest_line = 160;

// The line that the verdict names, if that is in the answer.
std::string line_of_answer(const graded_exercise& mark) {
  const verdict& of = mark.result;
  if (of.line == 0 || !mark.file.string().ends_with("/" + of.file)) return {};
  const auto lines = lines_of(read_foreign(mark.file, largest_source).content);
  if (of.line > lines.size()) return {};
  const std::string line = trimmed(lines[of.line - 1]);
  return line.size() <= longest_line ? line : line.substr(0, longest_line) + "...";
}

std::string answer_of(const classroom::class_marks& marks, const mistake::made_by& one) {
  const verdict& of = one.mark->result;
  const std::string line = line_of_answer(*one.mark);
  std::string text = fmt::format("<li><b>{}</b> ", html_text(one.who->name));
  if (!line.empty())
    text += fmt::format("{} <code>{}</code>", tr("line {}:", of.line), html_text(line));
  text += fmt::format("<p>{}</p>", html_text(classroom::without_place(of)));
  return text +
         fmt::format("<pre class=\"command\">{}</pre></li>\n",
                     html_text(fmt::format("{} --student {} --exercise {} --again", marks.command,
                                           shell_word(one.who->name), one.mark->of->name)));
}

std::string others_of(const mistake& one) {
  if (one.answers.size() <= shown_in_full) return {};
  std::vector<std::string> names;
  for (std::size_t i = shown_in_full; i < one.answers.size(); ++i)
    names.push_back(one.answers[i].who->name);
  return fmt::format("<p>{}</p>", html_text(tr("Also: {}.", join(names, ", "))));
}

std::string in_words(std::string status) { return replaced(std::move(status), "_", " "); }

std::string one_mistake(const classroom::class_marks& marks, const mistake& one,
                        std::size_t number) {
  const auto& first = one.answers.front().mark->result;
  std::string text = fmt::format(
      "<details id=\"m{}\"><summary><b class=\"count\">{}</b> <span class=\"status\">{}</span> "
      "{}</summary>\n<ul>\n",
      number, one.answers.size(), in_words(one.status), html_text(classroom::without_place(first)));
  for (std::size_t i = 0; i < one.answers.size() && i < shown_in_full; ++i)
    text += answer_of(marks, one.answers[i]);
  return text + "</ul>" + others_of(one) + "</details>\n";
}

}  // namespace

std::string mistakes_section(const classroom::class_marks& marks,
                             const std::vector<mistake>& mistakes) {
  std::string text = fmt::format(
      "<section id=\"mistakes\"><h2>{}</h2>\n<p class=\"note\">{}</p>\n", tr("Common mistakes"),
      mistakes.empty() ? tr("There are none.")
                       : tr("Each group shows the number of answers and one of their verdicts; the "
                            "verdicts of a group differ only in places and numbers. The command "
                            "grades one of the answers again."));
  const exercise* last = nullptr;
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (mistakes[i].of != last)
      text += fmt::format("<h3>{}</h3>\n", html_text(mistakes[i].of->name));
    last = mistakes[i].of;
    text += one_mistake(marks, mistakes[i], i);
  }
  return text + "</section>\n";
}

}  // namespace lockstep::tutor::class_page
