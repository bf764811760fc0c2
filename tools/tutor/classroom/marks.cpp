#include "classroom/marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <lockstep/table.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "language/language.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::classroom {
namespace {

using nlohmann::ordered_json;

// What students named or wrote, on one line of a terminal.
std::string on_one_line(const std::string& any_bytes) {
  std::string text = readable_text(any_bytes);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// "05_reduction/ragged: wrong result: N = 33: expected 528, got 496 (3.00 of 10)"
std::string in_words(const graded_exercise& mark, const palette& colours) {
  std::string status = status_of(mark);
  if (mark.untouched) status = tr("the stub as it was delivered");
  if (mark.result.code == exit_code::setup_missing) status = tr("not graded");
  std::replace(status.begin(), status.end(), '_', ' ');
  return fmt::format("{}: {}: {} ({:.2f} of {:g})", mark.of->name, colours.bad(status),
                     on_one_line(mark.result.headline), score_of(mark), mark.of->worth.total());
}

// The first few; the exports have them all.
std::string first_of(std::vector<std::string> names) {
  constexpr std::size_t most = 6;
  const std::size_t all = names.size();
  if (all > most + 1) names.resize(most);
  const std::string more = all > names.size() ? tr(", and {} more", all - most) : "";
  return join(names, ", ") + more;
}

}  // namespace

double class_marks::possible() const {
  double sum = 0;
  for (const auto* one : exercises) sum += one->worth.total();
  return sum;
}

double points_of(const graded_student& one) {
  double sum = 0;
  for (const auto& mark : one.marks) sum += score_of(mark);
  return sum;
}

std::size_t passed_of(const graded_student& one) {
  return static_cast<std::size_t>(std::count_if(one.marks.begin(), one.marks.end(), is_passed));
}

std::string to_text(const class_marks& of, const palette& colours) {
  table lines({{"student", "", align::left}, {"passed", ""}, {"points", ""}, {"of", ""}});
  std::string problems;
  for (const auto& one : of.students) {
    const std::string name = on_one_line(one.name);
    lines.add({name, fmt::format("{}/{}", passed_of(one), one.marks.size()),
               fmt::format("{:.2f}", points_of(one)), fmt::format("{:g}", of.possible())});
    std::vector<std::string> missing;
    for (const auto& mark : one.marks) {
      if (mark.missing) missing.push_back(mark.of->name);
      if (mark.missing || is_passed(mark)) continue;
      problems += fmt::format("{}  {}\n", colours.bold(name), in_words(mark, colours));
    }
    if (!missing.empty())
      problems += tr("{}  nothing handed in: {}\n", colours.bold(name), first_of(missing));
    for (const auto& note : one.notes)
      problems += fmt::format("{}  {}\n", colours.bold(name), colours.warn(on_one_line(note)));
  }
  for (const auto& note : of.notes) problems += colours.warn(on_one_line(note)) + "\n";
  std::ostringstream out;
  lines.print(out);
  return out.str() + (problems.empty() ? "" : "\n") + problems;
}

ordered_json to_json(const class_marks& of) {
  ordered_json root{{"folder", of.folder},     {"seed", of.seed},
                    {"isolated", of.isolated}, {"points_possible", of.possible()},
                    {"notes", of.notes},       {"students", ordered_json::array()}};
  for (const auto& one : of.students) {
    ordered_json marks = ordered_json::array();
    for (const auto& mark : one.marks) marks.push_back(to_json(mark));
    root["students"].push_back({{"student", one.name},
                                {"points", points_of(one)},
                                {"passed", passed_of(one)},
                                {"exercises", marks},
                                {"notes", one.notes}});
  }
  return root;
}

std::string totals_csv(const class_marks& of) {
  std::string text =
      csv_line({"student", "points", "points_possible", "passed", "exercises"}, "\r\n");
  for (const auto& one : of.students)
    text += csv_line({text_cell(one.name), fmt::format("{:.2f}", points_of(one)),
                      fmt::format("{:g}", of.possible()), std::to_string(passed_of(one)),
                      std::to_string(one.marks.size())},
                     "\r\n");
  return text;
}

}  // namespace lockstep::tutor::classroom
