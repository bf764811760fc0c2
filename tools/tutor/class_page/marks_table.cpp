#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "class_page/html.hpp"
#include "class_page/sections.hpp"
#include "language/language.hpp"

namespace lockstep::tutor::class_page {
namespace {

using places = std::unordered_map<const graded_exercise*, std::size_t>;

places places_of(const std::vector<mistake>& mistakes) {
  places at;
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    for (const auto& one : mistakes[i].answers) at.emplace(one.mark, i);
  return at;
}

std::string in_points(double points) { return fmt::format("{:g}", std::round(100 * points) / 100); }

std::string cell(const graded_exercise& mark, const places& at) {
  if (mark.missing) return "<td class=\"none\">–</td>";
  if (mark.untouched) return fmt::format("<td class=\"none\">{}</td>", tr("stub"));
  if (mark.result.code == exit_code::setup_missing) return "<td class=\"none\">?</td>";
  const std::string points = in_points(score_of(mark));
  if (mark.result.passed()) return fmt::format("<td class=\"good\">{}</td>", points);
  const auto found = at.find(&mark);
  const std::string link =
      found == at.end() ? points : fmt::format("<a href=\"#m{}\">{}</a>", found->second, points);
  return fmt::format("<td class=\"bad\">{}</td>", link);
}

std::string head(const classroom::class_marks& marks) {
  std::string text = fmt::format(
      "<thead><tr><th scope=\"col\">{}</th><th scope=\"col\">{}</th><th scope=\"col\">{}</th>",
      tr("Student"), tr("Passed"), tr("Points"));
  for (const auto* one : marks.exercises)
    text += fmt::format("<th scope=\"col\" class=\"turned\"><span><small>{}/</small>{}</span></th>",
                        html_text(one->chapter()), html_text(one->stem()));
  text += fmt::format("</tr><tr><th scope=\"row\">{}</th><td></td><td></td>", tr("Passed by"));
  for (std::size_t i = 0; i < marks.exercises.size(); ++i)
    text += fmt::format("<td>{}</td>", std::count_if(marks.students.begin(), marks.students.end(),
                                                     [&](const graded_student& who) {
                                                       return is_passed(who.marks.at(i));
                                                     }));
  return text + "</tr></thead>\n";
}

}  // namespace

std::string marks_table(const classroom::class_marks& marks, const std::vector<mistake>& mistakes) {
  const places at = places_of(mistakes);
  std::string text = fmt::format(
      "<section id=\"marks\"><h2>{}</h2>\n<p class=\"note\">{}</p>\n"
      "<div class=\"wide\" tabindex=\"0\"><table>\n",
      tr("Results"),
      tr("Points for each exercise, out of {:g} in total. –: nothing was handed in; stub: the file "
         "is unchanged; ?: not graded. The points of an answer that did not pass link to its "
         "mistake.",
         marks.possible()));
  text += head(marks) + "<tbody>\n";
  for (const auto& who : marks.students) {
    text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}/{}</td><td>{}</td>",
                        html_text(who.name), classroom::passed_of(who), who.marks.size(),
                        in_points(classroom::points_of(who)));
    for (const auto& mark : who.marks) text += cell(mark, at);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div></section>\n";
}

}  // namespace lockstep::tutor::class_page
