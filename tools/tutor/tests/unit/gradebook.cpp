// Marks for the gradebooks of Canvas and Moodle.
#include "classroom/gradebook.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "processes/process.hpp"
#include "support/csv.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace {

using namespace lockstep::tutor;
using classroom::for_canvas;
using classroom::for_moodle;
using table_of = std::vector<std::vector<std::string>>;

const exercise ragged_sums{"05_reduction/ragged", "Sums of any size", "", {}, {}, {}};
const exercise scan_sums{"05_reduction/scan", "Sums before each", "", {}, {}, {}};

graded_exercise mark(const exercise& of, exit_code code) {
  verdict made;
  made.code = code;
  return {&of, made};
}

classroom::class_marks class_of(const std::vector<std::string>& names) {
  classroom::class_marks marks;
  marks.exercises = {&ragged_sums, &scan_sums};
  for (const auto& name : names)
    marks.students.push_back(
        {name, {mark(ragged_sums, exit_code::passed), mark(scan_sums, exit_code::wrong_result)}});
  return marks;
}

classroom::roster roster_of(const std::string& csv) {
  const temporary_folder folder;
  const auto file = folder.path() / "roster.csv";
  std::ofstream(file) << csv;
  return classroom::read_roster(file.string());
}

// As Canvas exports it.
const std::string canvas =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Sums of any size (77),Current Score\n"
    ",,,,,Manual Posting,\n"
    "    Points Possible,,,,,10,(read only)\n"
    "\"Lovelace, Ada\",101,S1,ada,GPU,,\n"
    "\"Müller \"\"Bob\"\", Jörg\",102,S2,jm@uni.example,GPU,3,\n"
    "\"=HYPERLINK(1), Eve\",103,S3,eve,GPU,,\n";

bool has(const std::vector<std::string>& notes, const std::string& part) {
  return join(notes, "\n").find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("gradebook");

TEST_CASE("a file of CSV: quotes, line ends within cells, semicolons, and a byte order mark") {
  CHECK(csv_rows("a,\"b \"\"c\"\",\nd\"\r\n\r\n1,") == table_of{{"a", "b \"c\",\nd"}, {"1", ""}});
  CHECK(csv_rows("\xef\xbb\xbf"
                 "a;b\n1,5;2\n") == table_of{{"a", "b"}, {"1,5", "2"}});
}

TEST_CASE("Canvas gets its own columns, the assignment's number, and a new column for the others") {
  const auto made = for_canvas(class_of({"ada"}), roster_of(canvas));
  const table_of rows = csv_rows(made.csv);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] == std::vector<std::string>{"Student", "ID", "SIS User ID", "SIS Login ID",
                                            "Section", "Sums of any size (77)",
                                            "05_reduction/scan"});
  CHECK(rows[1] == std::vector<std::string>{"    Points Possible", "", "", "", "", "10", "10"});
  CHECK(rows[2] ==
        std::vector<std::string>{"Lovelace, Ada", "101", "S1", "ada", "GPU", "10.00", "0.00"});
}

TEST_CASE("a folder is called by a login, a number, an address, a name, or as Canvas names files") {
  for (const char* name : {"ADA", "101", "S1", "Lovelace, Ada", "Ada Lovelace",
                           "lovelaceada_101_5555_ragged", "lovelaceada_LATE_101_5555_ragged"}) {
    CAPTURE(name);
    CHECK(csv_rows(for_canvas(class_of({name}), roster_of(canvas)).csv).size() == 3);
  }
  CHECK(csv_rows(for_canvas(class_of({"jm"}), roster_of(canvas)).csv).at(2).at(0) ==
        "Müller \"Bob\", Jörg");
}

TEST_CASE("a name that a spreadsheet would take for a formula is text") {
  const auto rows = csv_rows(for_canvas(class_of({"eve"}), roster_of(canvas)).csv);
  CHECK(rows.at(2).at(0) == "'=HYPERLINK(1), Eve");
}

TEST_CASE("who is not in the roster, and who has no folder, is told and has no row") {
  const auto made = for_canvas(class_of({"ada", "mallory"}), roster_of(canvas));
  CHECK(csv_rows(made.csv).size() == 3);
  CHECK(has(made.notes, "mallory is not in the roster"));
  CHECK(has(made.notes, "Lovelace") == false);
  CHECK(has(made.notes, "Eve is in the roster, but has no folder"));
}

TEST_CASE("two folders of one student give no marks to the second") {
  const auto made = for_canvas(class_of({"101", "ada"}), roster_of(canvas));
  CHECK(csv_rows(made.csv).size() == 3);
  CHECK(has(made.notes, "ada is not in the roster, or matches several rows"));
}

TEST_CASE("a student of whom an answer could not be graded has no row: it would erase a grade") {
  auto marks = class_of({"ada"});
  marks.students[0].marks[1] = mark(scan_sums, exit_code::setup_missing);
  const auto made = for_canvas(marks, roster_of(canvas));
  CHECK(csv_rows(made.csv).size() == 2);
  CHECK(has(made.notes, "ada: not everything could be graded"));
}

TEST_CASE("an assignment that has other points in Canvas is left out") {
  const auto made =
      for_canvas(class_of({"ada"}), roster_of(replaced(canvas, ",10,(read", ",100,(read")));
  CHECK(csv_rows(made.csv).at(0).size() == 6);
  CHECK(has(made.notes, "Canvas says 100 points, but here it is worth 10"));
}

TEST_CASE("what is no gradebook of Canvas is refused, and so is an empty file") {
  CHECK_THROWS_AS((void)for_canvas(class_of({"ada"}), roster_of("name,mail\nada,a@b\n")), failure);
  CHECK_THROWS_AS((void)roster_of("Student,ID\n"), failure);
}

TEST_CASE("Moodle without a roster: folders are user names, and - is no grade") {
  auto marks = class_of({"ada", "-bob"});
  marks.students[0].marks[1] = mark(scan_sums, exit_code::setup_missing);
  CHECK(for_moodle(marks, nullptr).csv ==
        "username,05_reduction/ragged,05_reduction/scan\r\nada,10.00,-\r\n'-bob,10.00,0.00\r\n");
}

TEST_CASE("Moodle with a roster: its rows, and folders as Moodle names them") {
  const auto students = roster_of(
      "First name,Last name,ID number,Email address,ragged\nAda,Lovelace,7,ada@x.example,3\n"
      "Bob,Ray,8,bob@x.example,\n");
  const auto made =
      for_moodle(class_of({"Ada Lovelace_4711_assignsubmission_file_", "eve"}), &students);
  CHECK(made.csv ==
        "First name,Last name,ID number,Email address,05_reduction/ragged,05_reduction/scan\r\n"
        "Ada,Lovelace,7,ada@x.example,10.00,0.00\r\n");
  CHECK(has(made.notes, "eve is not in the roster"));
  CHECK(has(made.notes, "Bob Ray 8 bob@x.example is in the roster, but has no folder"));
}

TEST_SUITE_END();
