#include "classroom/gradebook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "language/language.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace lockstep::tutor::classroom {
namespace {

using row = std::vector<std::string>;

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view points_row = "Points Possible";  // as Canvas calls it

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
}

// Names are what students make of them.
row as_cells(row cells) {
  for (auto& cell : cells)
    if (!is_number(cell)) cell = text_cell(cell);
  return cells;
}

bool is_graded(const graded_exercise& mark) {
  return mark.missing || mark.result.code != exit_code::setup_missing;
}

std::string points(const graded_exercise& mark) { return fmt::format("{:.2f}", score_of(mark)); }

std::vector<std::string> names_of(const class_marks& marks) {
  std::vector<std::string> names;
  for (const auto& one : marks.students) names.push_back(one.name);
  return names;
}

const graded_student& student_of(const class_marks& marks, const std::string& name) {
  return *std::find_if(marks.students.begin(), marks.students.end(),
                       [&](const graded_student& one) { return one.name == name; });
}

// "Ragged sums (1234)" is called "Ragged sums".
std::string without_number(const std::string& title) {
  const auto open = title.rfind(" (");
  return open != std::string::npos && title.ends_with(")") ? title.substr(0, open) : title;
}

// The column of a gradebook for an exercise: it has the exercise's name, with its chapter or
// without, or its title.
std::optional<std::size_t> column_of(const exercise& of, const row& header) {
  for (const std::string& name : {of.name, of.stem(), of.title})
    for (std::size_t i = 0; i < header.size(); ++i)
      if (!name.empty() && without_number(trimmed(header[i])) == name) return i;
  return std::nullopt;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Columns up to "Section" say who somebody is.
std::size_t columns_of_canvas(const roster& students) {
  const auto section =
      std::find_if(students.header.begin(), students.header.end(),
                   [](const std::string& title) { return trimmed(title) == "Section"; });
  const bool is_canvas = (has(students.header[0], "Student") || students.header[0] == "LastName") &&
                         section != students.header.end();
  if (!is_canvas)
    throw wrong_usage(tr("the roster is not a Canvas gradebook"),
                      tr("Its columns begin with Student, ID, ... and Section. In Canvas: Grades, "
                         "Export, Export Entire Gradebook."));
  return static_cast<std::size_t>(section - students.header.begin()) + 1;
}

bool is_of_nobody(const row& cells) {
  const bool is_posting = std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    const std::string text = trimmed(cell);
    return text.empty() || text == "Muted" || text.starts_with("Manual Posting");
  });
  return is_posting || has(cells[0], points_row);
}

struct column {
  std::size_t exercise;
  std::string title;
};

class canvas_table {
 public:
  canvas_table(const class_marks& marks, const roster& students)
      : marks_(marks), students_(students), who_(columns_of_canvas(students)) {}

  gradebook make() {
    choose_columns();
    add_line(students_.header, [](const column& one) { return text_cell(one.title); });
    row possible(who_);
    possible[0] = fmt::format("    {}", points_row);
    add_line(possible, [&](const column& one) {
      return fmt::format("{:g}", marks_.exercises[one.exercise]->worth.total());
    });
    add_students();
    return made_;
  }

 private:
  template <class Cell>
  void add_line(const row& who, const Cell& cell) {
    row cells = as_cells(row(who.begin(), who.begin() + static_cast<std::ptrdiff_t>(who_)));
    for (const auto& one : columns_) cells.push_back(cell(one));
    made_.csv += csv_line(cells, line_end);
  }

  // Those whose points in Canvas are others than ours would give wrong grades.
  void choose_columns() {
    for (std::size_t i = 0; i < marks_.exercises.size(); ++i) {
      const exercise& of = *marks_.exercises[i];
      const auto known = column_of(of, students_.header);
      const std::string theirs = known ? possible_in_canvas(*known) : "";
      if (is_number(theirs) && std::stod(theirs) != of.worth.total())
        made_.notes.push_back(
            tr("{}: Canvas says {} points, but here it is worth {:g}. It is left out until they "
               "agree.",
               of.name, theirs, of.worth.total()));
      else
        columns_.push_back({i, known ? students_.header[*known] : of.name});
    }
  }

  std::string possible_in_canvas(std::size_t at) const {
    for (const row& one : students_.rows)
      if (has(one[0], points_row)) return trimmed(one[at]);
    return {};
  }

  void add_students() {
    const matches found = match(names_of(marks_), people(), who_);
    for (const auto& one : found.unknown) note_unknown(one);
    std::map<std::size_t, std::string> student_in;
    for (const auto& [student, at] : found.row_of) student_in.emplace(at, student);
    const roster all = people();
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
      const auto student = student_in.find(i);
      if (student == student_in.end()) {
        made_.notes.push_back(
            tr("{} is in the roster, but has no folder: no row, so Canvas keeps "
               "the grades that it has.",
               readable_text(all.rows[i][0])));
        continue;
      }
      add_student(all.rows[i], student_of(marks_, student->second));
    }
  }

  void add_student(const row& who, const graded_student& one) {
    if (!std::all_of(one.marks.begin(), one.marks.end(), is_graded)) {
      made_.notes.push_back(
          tr("{}: not everything could be graded, so there is no row.", readable_text(one.name)));
      return;
    }
    add_line(who, [&](const column& of) { return points(one.marks[of.exercise]); });
  }

  void note_unknown(const std::string& student) {
    made_.notes.push_back(
        tr("{} is not in the roster, or matches several rows: name each folder after a login, a "
           "number, an address or a name.",
           readable_text(student)));
  }

  roster people() const {
    roster only{students_.header, {}};
    for (const row& one : students_.rows)
      if (!is_of_nobody(one)) only.rows.push_back(one);
    return only;
  }

  const class_marks& marks_;
  const roster& students_;
  std::size_t who_;  // columns
  std::vector<column> columns_;
  gradebook made_;
};

row with_points(row cells, const graded_student& one) {
  for (const auto& mark : one.marks) cells.push_back(is_graded(mark) ? points(mark) : "-");
  return cells;
}

row names_of_exercises(const class_marks& marks) {
  row names;
  for (const auto* one : marks.exercises) names.push_back(one->name);
  return names;
}

gradebook by_folders(const class_marks& marks) {
  row header = names_of_exercises(marks);
  header.insert(header.begin(), "username");
  gradebook made{csv_line(header, line_end), {}};
  for (const auto& one : marks.students)
    made.csv += csv_line(with_points({text_cell(one.name)}, one), line_end);
  return made;
}

}  // namespace

gradebook for_canvas(const class_marks& marks, const roster& students) {
  return canvas_table(marks, students).make();
}

gradebook for_moodle(const class_marks& marks, const roster* students) {
  if (students == nullptr) return by_folders(marks);
  // Grades that the export has already are not handed back.
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < students->header.size(); ++i) {
    const bool is_exercise = std::any_of(
        marks.exercises.begin(), marks.exercises.end(),
        [&](const exercise* one) { return column_of(*one, {students->header[i]}).has_value(); });
    if (!is_exercise) kept.push_back(i);
  }
  const auto cells = [&](const row& all) {
    row some;
    for (const std::size_t i : kept) some.push_back(all[i]);
    return as_cells(some);
  };
  row header = cells(students->header);
  for (auto& name : names_of_exercises(marks)) header.push_back(std::move(name));
  gradebook made{csv_line(header, line_end), {}};
  const matches found = match(names_of(marks), *students, students->header.size());
  std::vector<bool> has_folder(students->rows.size());
  for (const auto& [student, at] : found.row_of) {
    has_folder[at] = true;
    made.csv +=
        csv_line(with_points(cells(students->rows[at]), student_of(marks, student)), line_end);
  }
  for (const auto& one : found.unknown)
    made.notes.push_back(
        tr("{} is not in the roster, or matches several rows, and is left out: Moodle rejects a "
           "whole file if it does not know one student.",
           readable_text(one)));
  for (std::size_t i = 0; i < has_folder.size(); ++i)
    if (!has_folder[i])
      made.notes.push_back(tr("{} is in the roster, but has no folder: no row.",
                              readable_text(join(cells(students->rows[i]), " "))));
  return made;
}

}  // namespace lockstep::tutor::classroom
