// A class on one page: causes, similar answers, and what students have written as HTML.
#include "class_page/html.hpp"
#include "class_page/mistakes.hpp"
#include "class_page/similar_answers.hpp"
#include "classroom/cause.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "lockstep/protocol/phrase.hpp"
#include "support/text.hpp"

namespace {

using namespace lockstep::tutor;
using class_page::likeness;
using class_page::similar_answers;

verdict verdict_of(const std::string& headline, const std::string& file = "",
                   exit_code code = exit_code::wrong_result) {
  verdict made;
  made.headline = headline;
  made.file = file;
  made.code = code;
  made.cause = classroom::cause_of(made);
  return made;
}

std::string cause(const std::string& headline, const std::string& file = "") {
  return verdict_of(headline, file).cause;
}

// A function of the exercise, and statements of somebody's own.
constexpr const char* own =
    "int sum(const int* data, int n) {\n"
    "  int total = 0;\n"
    "  for (int i = 0; i < n; ++i) { if (data[i] > 3) total += 2 * data[i]; else total -= 7; }\n"
    "  while (total > 100) { total = total / 2 - total % 5; n = n > 4 ? n - 1 : n + 9; }\n"
    "  do { total ^= n << 3; total |= n >> 1; } while (total != 0 && n != 0);\n"
    "  switch (total & 7) { case 1: return -total; case 2: return ~n; default: break; }\n"
    "  return total;\n"
    "}\n";

// Nothing but what any answer has.
constexpr const char* unlike =
    "int sum(const int* data, int n) {\n"
    "  const int* const end = data + n;\n"
    "  double best = 1.5, worst = -best;\n"
    "  auto next = [&](int* p) { return p == nullptr ? end : p + 1; };\n"
    "  for (auto* at = data; at != end; at = next(at)) best = best < *at ? *at : best;\n"
    "  struct pair { float a, b; } both{best, worst};\n"
    "  try { throw both; } catch (const pair& it) { return it.a * it.b; }\n"
    "  static_cast<void>(sizeof(both)); const bool is = !(best >= worst); return is ? 1 : 0;\n"
    "}\n";

std::string renamed(std::string text) {
  for (const auto& [from, to] : {std::pair{"total", "s"}, std::pair{"data", "values"},
                                 std::pair{"100", "200"}, std::pair{"  ", "\t"}})
    text = replaced(text, from, to);
  return "// mine\n" + text;
}

std::string with_statement(std::string text) {
  return replaced(std::move(text), "  return total;\n", "  ++n;\n  return total + n;\n");
}

}  // namespace

TEST_SUITE_BEGIN("class page");

TEST_CASE("a cause has no place and no numbers") {
  CHECK(cause("ada/ragged.cu:12: data[33] is -4.5 in 1,024 trials; sum2 is to blame",
              "ada/ragged.cu") == cause("bob.cu:7: data[1] is 2 in 8 trials", "bob.cu"));
  CHECK(cause("sum2 is wrong") == "sum2 is wrong");
}

TEST_CASE("a compiler's message is one cause, whatever the student's names are") {
  const auto of = [](const std::string& name) {
    return verdict_of("identifier \"" + name + "\" is undefined", "", exit_code::does_not_compile)
        .cause;
  };
  CHECK(of("tid") == of("my_index"));
}

TEST_CASE("a message of any length has a cause") {
  std::string text(2'000'000, 'a');
  CHECK(cause(text).size() == 400);
  CHECK(cause(replaced(std::string(500'000, 'x'), "x", "7.")).size() <= 400);
}

TEST_CASE("one element, a range and a list of them are one cause") {
  const std::string one = cause("data[3] is never read");
  CHECK(one == "data[#] is never read");
  CHECK(cause("data[3..9] is never read") == one);
  CHECK(cause("data[1], data[3], ... data[29] is never read") == one);
}

TEST_CASE("a cause is known by the ids of its phrases") {
  const std::string said =
      lockstep::protocol::phrase("test-late", "{} comes {} steps late", "sum", 4);
  CHECK(cause("a.cu:3: " + said, "a.cu") == "test-late(sum, #)");
}

TEST_CASE("mistakes of the same cause are one group, the largest first") {
  const exercise ragged{"05_reduction/ragged", "", "", {}, {}, {}};
  classroom::class_marks marks;
  marks.exercises = {&ragged};
  const auto student = [&](const char* name, verdict of) {
    marks.students.push_back({name, {{&ragged, std::move(of)}}});
  };
  student("ada", verdict_of("a barrier is missing"));
  student("bob", verdict_of("data[3] is never read"));
  student("cleo", verdict_of("data[9] is never read"));
  student("dan", verdict_of("", "", exit_code::passed));
  student("eve", verdict_of("data[9] is never read", "", exit_code::crashed));
  const auto mistakes = class_page::common_mistakes(marks);
  REQUIRE(mistakes.size() == 3);
  REQUIRE(mistakes[0].answers.size() == 2);
  CHECK(mistakes[0].answers[0].who->name == "bob");
  CHECK(mistakes[0].answers[1].who->name == "cleo");
}

TEST_CASE("the same answer with other names, literals, blanks and comments is the same") {
  const auto found = similar_answers({own, unlike, renamed(own)}, {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == std::vector<std::size_t>{0, 2});
  CHECK(found[0].second.empty());
}

TEST_CASE("a changed copy is found, and two answers that share nothing are not") {
  const auto found = similar_answers({own, unlike, renamed(with_statement(own))}, {});
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == std::vector<std::size_t>{0});
  CHECK(found[0].second == std::vector<std::size_t>{2});
  CHECK(found[0].share > 0.8);
  CHECK(found[0].share < 1);
}

TEST_CASE("what the stub or the solution has does not make answers similar") {
  CHECK(similar_answers({own, renamed(own)}, {own}).empty());
}

TEST_CASE("short answers are not compared") {
  const std::string shortest = "int sum(int a, int b, int c) { return a + b * c - a / b; }\n";
  CHECK(similar_answers({shortest, shortest}, {}).empty());
}

TEST_CASE("what more than ten different answers have is an idiom") {
  std::vector<std::string> all;
  for (int i = 0; i < 12; ++i) {
    std::string more;
    for (int k = 0; k <= i; ++k) more += "n++;\n";
    all.push_back(replaced(own, "  return total;\n", more + "  return total;\n"));
  }
  CHECK(similar_answers(all, {}).empty());
  all.resize(3);
  CHECK(similar_answers(all, {}).size() == 3);
}

TEST_CASE("the lines that two answers have in common are marked, the others are not") {
  const std::string copy = renamed(with_statement(own));
  const auto lines = class_page::common_lines(copy, own, {});
  CHECK(lines.count(1) == 0);  // a comment
  CHECK(lines.count(4) == 1);
  CHECK(lines.count(8) == 0);  // ++n
}

TEST_CASE("nothing that students write is markup") {
  CHECK(class_page::html_text("<script>&'\"\x1b") == "&lt;script&gt;&amp;&#39;&quot; ");
}

TEST_CASE("a word of a command is in quotes if a shell would interpret it") {
  CHECK(shell_word("class/ada") == "class/ada");
  CHECK(shell_word("it's $HOME") == "'it'\\''s $HOME'");
  CHECK(shell_word("") == "''");
}

TEST_SUITE_END();
