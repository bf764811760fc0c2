#include "class_page/page.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "class_page/html.hpp"
#include "class_page/sections.hpp"
#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::class_page {
namespace {

std::string style_from(const context& all, const char* name) {
  std::string text = content_of(all.paths.file(std::string("tools/viewer/") + name));
  if (text.empty())
    throw setup_missing(tr("tools/viewer/{} is missing", name),
                        "Restore it: git checkout -- tools/viewer");
  return text;
}

std::string notes_of(const classroom::class_marks& marks) {
  std::string items;
  for (const auto& who : marks.students)
    for (const auto& note : who.notes)
      items += fmt::format("<li><b>{}</b> {}</li>\n", html_text(who.name), html_text(note));
  for (const auto& note : marks.notes) items += fmt::format("<li>{}</li>\n", html_text(note));
  if (items.empty()) return {};
  return fmt::format("<section id=\"notes\"><h2>{}</h2>\n<ul>\n{}</ul></section>\n",
                     tr("Files that were not graded"), items);
}

std::size_t answers_in(const classroom::class_marks& marks) {
  std::size_t count = 0;
  for (const auto& who : marks.students)
    for (const auto& mark : who.marks) count += mark.missing ? 0 : 1;
  return count;
}

}  // namespace

std::string page_of(const context& all, const classroom::class_marks& marks) {
  const auto mistakes = common_mistakes(marks);
  const std::string name = html_text(std::filesystem::path(marks.folder).filename().string());
  return fmt::format(
             "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
             // Whatever gets past the escaping runs nothing and loads nothing.
             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "style-src 'unsafe-inline'; img-src data:\">\n"
             "<title>{}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n{}{}</style>\n"
             "</head>\n<body>\n",
             name, style_from(all, "colours.css"), style_from(all, "class/style.css")) +
         fmt::format(
             "<header><p class=\"brand\">Lockstep grade</p>\n<h1>{}</h1>\n<p>{}</p>\n"
             "<nav><a href=\"#marks\">{}</a> <a href=\"#mistakes\">{}</a> "
             "<a href=\"#similar\">{}</a></nav></header>\n<main>\n",
             name,
             html_text(tr("{}, {}, {}, seed {}.", count_of(marks.students.size(), "student"),
                          count_of(marks.exercises.size(), "exercise"),
                          count_of(answers_in(marks), "answer"), marks.seed)),
             tr("Results"), tr("Common mistakes"), tr("Similar answers")) +
         marks_table(marks, mistakes) + mistakes_section(marks, mistakes) +
         similar_section(all, marks) + notes_of(marks) + "</main>\n</body>\n</html>\n";
}

}  // namespace lockstep::tutor::class_page
