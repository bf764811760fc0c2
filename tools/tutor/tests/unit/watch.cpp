// The parts of the watch: keys, saved files, work in the background, what is on the screen.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "course/paths.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"
#include "terminal/styled_text.hpp"
#include "watch/background.hpp"
#include "watch/keyboard.hpp"
#include "watch/list_keys.hpp"
#include "watch/saved_file.hpp"
#include "watch/scroll.hpp"
#include "watch/view.hpp"

using namespace lockstep::tutor;
using namespace lockstep::tutor::watch;
namespace fs = std::filesystem;

namespace {

// Waits until it is over; the messages.
std::vector<std::string> all_messages(background& work) {
  std::vector<std::string> all;
  while (!work.over()) {
    pollfd source{work.descriptor(), POLLIN, 0};
    poll(&source, 1, 1000);
    for (auto& one : work.read()) all.push_back(std::move(one));
  }
  return all;
}

context small_course() {
  context all;
  all.course.chapters = {{"01_first", "The first", {}}, {"02_second", "The second", {}}};
  all.course.exercises = {{"01_first/one", "One", "", {}, {"a nudge", "nearly the answer"}, {}},
                          {"01_first/two", "Two", "", {}, {}, {}},
                          {"02_second/three", "Three", "", {}, {}, {}}};
  return all;
}

struct small_progress {
  temporary_folder folder;
  progress done{folder.path() / "progress.json"};
  small_progress() { done.record_verdict("01_first/one", {true, "passed", {}, {}}); }
};

bool shows(const std::vector<std::string>& lines, const std::string& text) {
  for (const auto& line : lines) {
    if (line.find(text) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("keys: letters, arrows in both dialects, escape by itself, and nothing of the unknown") {
  CHECK(keys_of("n") == std::vector<key>{{special::none, 'n'}});
  CHECK(keys_of("\033[A\033OB") == std::vector<key>{{special::up, 0}, {special::down, 0}});
  CHECK(keys_of("\033") == std::vector<key>{{special::escape, 0}});
  CHECK(keys_of("\x03\r\x7f") ==
        std::vector<key>{{special::interrupt, 0}, {special::enter, 0}, {special::backspace, 0}});
  CHECK(keys_of("\033[15~q") == std::vector<key>{{special::none, 'q'}});  // F5
  CHECK(keys_of("\xc3\xa9").empty());
}

TEST_CASE("a file is saved: written, replaced, removed, made anew, with its folder") {
  const temporary_folder folder;
  const fs::path file = folder.path() / "sub/a.cu";
  fs::create_directory(folder.path() / "sub");
  std::ofstream(file) << "one";
  saved_file watched(file);
  CHECK_FALSE(watched.changed());
  SUBCASE("written") { std::ofstream(file) << "two, which is longer"; }
  SUBCASE("replaced, as many editors do") {
    std::ofstream(folder.path() / "other") << "two";
    fs::rename(folder.path() / "other", file);
  }
  SUBCASE("removed") { fs::remove(file); }
  SUBCASE("removed with its folder") { fs::remove_all(folder.path() / "sub"); }
  CHECK(watched.changed());
  CHECK_FALSE(watched.changed());
  fs::create_directories(folder.path() / "sub");
  std::ofstream(file) << "three";
  CHECK(watched.changed());
}

TEST_CASE("a notice comes as soon as a file is saved") {
  const temporary_folder folder;
  const fs::path file = folder.path() / "a.cu";
  std::ofstream(file) << "one";
  saved_file watched(file);
  REQUIRE_FALSE(watched.changed());
  std::ofstream(file) << "two!";
  pollfd source{watched.descriptor(), POLLIN, 0};
  CHECK(poll(&source, 1, 1000) == 1);
}

TEST_CASE("work in the background says things, one by one") {
  background work([](const background::say& say) {
    say("one");
    say("");
    say("two\nlines");
  });
  CHECK(all_messages(work) == std::vector<std::string>{"one", "", "two\nlines"});
  CHECK(work.complaints().empty());
}

TEST_CASE("what goes wrong in the background is told, and does not reach the terminal") {
  background work([](const background::say&) {
    fmt::print(stderr, "careful\n");
    throw setup_missing("no nvcc", "Install it.");
  });
  CHECK(all_messages(work).empty());
  CHECK(work.complaints() == "careful\nno nvcc\nInstall it.\n");
}

TEST_CASE("work that is ended by a signal is told, too") {
  background work([](const background::say&) { raise(SIGKILL); });
  CHECK(all_messages(work).empty());
  CHECK(work.complaints() == "It was ended by Killed.\n");
}

TEST_CASE("work that is given up ends, with what it started") {
  const auto start = std::chrono::steady_clock::now();
  {
    background work([](const background::say& say) {
      say("started");
      [[maybe_unused]] const int code = std::system("exec sleep 60");
    });
    pollfd source{work.descriptor(), POLLIN, 0};
    poll(&source, 1, 5000);
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("the screen has as many lines as the terminal, none wider") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.report = {std::string(300, 'x'), "-> A hint: ./lockstep hint 01_first/one"};
  for (const page where : {page::exercise, page::list, page::question}) {
    now.where = where;
    for (const extent size : {extent{24, 80}, extent{50, 200}, extent{5, 20}, extent{1, 5}}) {
      const auto lines = view(all, some.done, now, size);
      CHECK(lines.size() <= std::max<std::size_t>(size.rows, 1));
      if (size.columns < 80) continue;
      for (const auto& line : lines) CHECK(columns(line) <= size.columns);
    }
  }
}

TEST_CASE("the exercise's page: its file, the verdict, hints, progress, keys") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.report = {"01_first/one: passed"};
  now.hints = 1;
  now.passed = true;
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(shows(lines, "exercises/01_first/one.cu"));
  CHECK(shows(lines, "01_first/one: passed"));
  CHECK(shows(lines, "a nudge"));
  CHECK_FALSE(shows(lines, "nearly the answer"));
  CHECK(shows(lines, "1/3"));
  CHECK(shows(lines, "s:solution"));
}

TEST_CASE("on a narrow screen the exercise's file is named, and no part of its lesson's") {
  const context all = small_course();
  const small_progress some;
  CHECK(shows(view(all, some.done, {}, {24, 80}), "chapters/01_first/README.md"));
  const auto lines = view(all, some.done, {}, {24, 40});
  CHECK(shows(lines, "exercises/01_first/one.cu"));
  CHECK_FALSE(shows(lines, "lesson"));
}

TEST_CASE("what to do stays on a screen of 80 columns and 24 rows, however long the report is") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.report = {"wrong result: N = 1"};
  for (int i = 0; i < 40; ++i) now.report.push_back(fmt::format("reason {}", i));
  now.report.emplace_back("-> Put a barrier between the two.");
  now.report.emplace_back("-> " + std::string(400, 'x'));
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(shows(lines, "wrong result: N = 1"));
  CHECK(shows(lines, "reason 5"));
  CHECK(shows(lines, "-> Put a barrier"));
  CHECK(shows(lines, "more lines"));
  CHECK_FALSE(shows(lines, "xxx"));  // too long to stay; it is at the report's end
  now.scroll = last_scroll(all, some.done, now, {24, 80});
  CHECK(shows(view(all, some.done, now, {24, 80}), "xxx"));
}

TEST_CASE("an exercise that nobody has begun shows its task") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.task = {{"Task  Write it.", 6}};
  now.report = {"-> Open it."};
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(shows(lines, "not started"));
  CHECK(shows(lines, "Task  Write it."));
  CHECK(shows(lines, "-> Open it."));
}

TEST_CASE("once an exercise passes, the key for the next one is named with it") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.report = {"passed: all 3 cases passed"};
  CHECK_FALSE(shows(view(all, some.done, now, {24, 80}), "goes to the next exercise"));
  now.passed = true;
  CHECK(shows(view(all, some.done, now, {24, 80}), "-> n goes to the next exercise: 01_first/two"));
}

TEST_CASE("the first day begins with a welcome, which fits on 80 columns and 24 rows") {
  context all = small_course();
  all.watched = true;
  const small_progress some;
  state now;
  now.where = page::welcome;
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(lines.front().starts_with("Welcome to Lockstep."));
  CHECK(shows(lines, "exercises/01_first/one.cu"));
  CHECK(shows(lines, "q quits"));
  CHECK(lines.back() == "-> Press any key for the first exercise.");
  for (const auto& line : lines) CHECK(columns(line) <= 80);
}

TEST_CASE("while it checks, it says so, and that only leaving is possible") {
  const context all = small_course();
  const small_progress some;
  state now;
  now.checking = "checking 01_first/one";
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(shows(lines, "checking 01_first/one ..."));
  CHECK_FALSE(shows(lines, "h:hint"));
}

TEST_CASE("a long report is scrolled, to its end and no further") {
  const context all = small_course();
  const small_progress some;
  state now;
  for (int i = 0; i < 100; ++i) now.report.push_back(fmt::format("line {}", i));
  CHECK(shows(view(all, some.done, now, {24, 80}), "more lines"));
  now.scroll = last_scroll(all, some.done, now, {24, 80});
  const auto lines = view(all, some.done, now, {24, 80});
  CHECK(shows(lines, "line 99"));
  CHECK_FALSE(shows(lines, "more lines"));
  now.scroll = 1000;
  CHECK(view(all, some.done, now, {24, 80}) == lines);
}

TEST_CASE("the list is narrowed by words of name and title, and by what is done") {
  const context all = small_course();
  const small_progress some;
  const auto rows = [&](const std::string& search, list_state::filter shown) {
    list_state list;
    list.search = search;
    list.shown = shown;
    return listed(all.course, some.done, list);
  };
  using positions = std::vector<std::size_t>;
  CHECK(rows("", list_state::filter::all) == positions{0, 1, 2});
  CHECK(rows("THREE", list_state::filter::all) == positions{2});
  CHECK(rows("first", list_state::filter::open) == positions{1});
  CHECK(rows("", list_state::filter::done) == positions{0});
}

TEST_CASE("a list is moved in within its rows") {
  list_state list;
  press_in_list(list, 3, {special::up, 0});
  CHECK(list.selected == 0);
  press_in_list(list, 3, {special::page_down, 0});
  CHECK(list.selected == 2);
  press_in_list(list, 3, {special::none, 'k'});
  CHECK(list.selected == 1);
  press_in_list(list, 0, {special::end, 0});
  CHECK(list.selected == 0);
}

TEST_CASE("letters go to the search while one types it, and are orders afterwards") {
  list_state list;
  press_in_list(list, 3, {special::none, '/'});
  CHECK(press_in_list(list, 3, {special::none, 'q'}) == list_order::stay);
  CHECK(list.search == "q");
  press_in_list(list, 0, {special::enter, 0});
  CHECK(press_in_list(list, 0, {special::none, 'q'}) == list_order::quit);
  CHECK(list.search == "q");
}

TEST_CASE("a text is scrolled as far as it goes") {
  std::size_t at = 0;
  CHECK(scroll(at, 5, 4, {special::page_down, 0}));
  CHECK(at == 4);
  CHECK(scroll(at, 5, 4, {special::page_down, 0}));
  CHECK(at == 5);
  CHECK(scroll(at, 5, 4, {special::home, 0}));
  CHECK(at == 0);
  CHECK_FALSE(scroll(at, 5, 4, {special::none, 'j'}));
}
