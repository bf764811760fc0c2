// A trace as a page: the command, on records that a program of the fixture writes.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "course/paths.hpp"
#include "driver.hpp"
#include "support/text.hpp"

namespace {

using namespace lockstep::tutor;
namespace fs = std::filesystem;

const std::string program = "build/chapters/01_first/01_first_demo trace";

outcome view(const std::string& words) { return fixture::instance().tutor("view " + words); }

}  // namespace

TEST_CASE("a page is one file, with style, modules, data and source in it") {
  const temporary_folder folder;
  const fs::path page = folder.path() / "page.html";
  const outcome got = view("--html " + page.string() + " " + program);
  CHECK(got.code == 0);
  CHECK(has(got.out, "page.html: "));
  CHECK(has(got.err, "left out: 1 of 2 launches"));
  const std::string text = content_of(page);
  CHECK(has(text, "body { color: black; }"));
  CHECK(has(text, "const module_lanes_js = "));
  CHECK(has(text, R"x("kernel":"square(int*)")x"));
  CHECK(has(text, "The demo of the first chapter."));  // a line of its source
  CHECK_FALSE(has(text, "src="));
}

TEST_CASE("what to trace reaches the emulator, with all checks") {
  const temporary_folder folder;
  const outcome got = view("--kernel squ --launch 1 --blocks 0 --warps 0,3 --steps 9 --html " +
                           (folder.path() / "page.html").string() + " " + program);
  CHECK(got.code == 0);
  CHECK(has(got.err, "wished: launches=1;blocks=0;warps=0,3;steps=9;only=all;kernel=squ\n"));
}

TEST_CASE("a trace that was made elsewhere is shown") {
  const temporary_folder folder;
  const fs::path trace = folder.path() / "trace.json", page = folder.path() / "page.html";
  std::ofstream(trace) << fixture::instance().tutor("trace --json " + program).out;
  CHECK(view("--from " + trace.string() + " --html " + page.string()).code == 0);
  CHECK(has(content_of(page), R"x("kernel":"square(int*)")x"));
  std::ofstream(trace) << "{";
  const outcome broken = view("--from " + trace.string() + " --html " + page.string());
  CHECK(broken.code == 64);
  CHECK(has(broken.err, "is not JSON"));
  CHECK(view("--from " + (folder.path() / "none.json").string()).code == 64);
}

TEST_CASE("a page that shows nothing is not written, and it is said why") {
  const temporary_folder folder;
  const std::string to = "--html " + (folder.path() / "page.html").string() + " ";
  const outcome none = view(to + "build/chapters/01_first/01_first_demo exit 0");
  CHECK(none.code == 5);
  CHECK(has(none.err, "launched no kernel"));
  CHECK_FALSE(fs::exists(folder.path() / "page.html"));
  CHECK(view(to + "--warps x " + program).code == 64);
  CHECK(view("").code == 64);
  CHECK(view(to + "build/chapters/01_first/01_first_demo refuse no_ptx").code == 5);
}

TEST_CASE("a folder that cannot be written to is named") {
  const outcome got = view("--html /proc/none/page.html " + program);
  CHECK(got.code == 5);
  CHECK(has(got.err, "/proc/none/page.html cannot be written"));
}

TEST_CASE("a crash is said, and what was traced until then is shown") {
  const temporary_folder folder;
  const outcome got =
      view("--html " + (folder.path() / "page.html").string() + " " + program + " abort");
  CHECK(got.code == 0);
  CHECK(has(got.err, "the program crashed"));
}

TEST_CASE("an exercise whose case launches nothing says which case, and why") {
  fixture::instance().answer("wrong");
  const outcome got = view("01_first/square --no-open");
  CHECK(got.code == 5);
  CHECK(has(got.err, "01_first/square: its case \""));
  CHECK(has(got.err, "\" launches no kernel: "));
}

TEST_CASE("a name that is neither a program nor an exercise") {
  const outcome got = view("01_first/sqare --no-open");
  CHECK(got.code == 64);
  CHECK(has(got.err, "01_first/square"));
}
