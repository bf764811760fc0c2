#include "driver.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "support/text.hpp"

namespace fs = std::filesystem;
using lockstep::tutor::content_of;

namespace {

// Set by meson.build.
const char* required(const char* variable) {
  const char* value = std::getenv(variable);
  if (value == nullptr) throw std::runtime_error(std::string(variable) + " is not set");
  return value;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace

fixture& fixture::instance() {
  static fixture one;
  return one;
}

fixture::fixture() {
  std::string name = (fs::temp_directory_path() / "lockstep-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
  course_ = folder_ / "a course";  // paths with spaces are paths, too
  const fs::path original = required("LOCKSTEP_TEST_COURSE");
  fs::copy(original, course_, fs::copy_options::recursive);
  fs::create_directories(course_ / "tools/tutor/classroom");
  fs::copy(original / "../../classroom/unpack.py", course_ / "tools/tutor/classroom/unpack.py");
  stub_ = content_of(course_ / "exercises/01_first/square.cu");
  shell(
      "git init -q . && printf '/build/\\n/.lockstep/\\n' >.git/info/exclude && git add -A && git "
      "config user.name Test && git config user.email test@localhost && git commit -qm Course");
  const outcome built = shell("bin/configure . && ninja -k 0 -C build");
  REQUIRE_MESSAGE(fs::exists(course_ / "build/tools/graders/grade_01_first_square"), built.out);
}

fixture::~fixture() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

outcome fixture::shell(const std::string& command, const std::string& environment) {
  const fs::path out = folder_ / "out", err = folder_ / "err";
  const std::string prepared =
      "cd '" + course_.string() +
      "' && unset CI NO_COLOR LOCKSTEP_DEVICE && export LC_ALL=C LOCKSTEP_ROOT='" +
      course_.string() + "' LOCKSTEP_BUILD='" + (course_ / "build").string() + "' TUTOR='" +
      required("LOCKSTEP_TEST_TUTOR") + "' " + environment + " && { " + command + "; } >'" +
      out.string() + "' 2>'" + err.string() + "' </dev/null";
  const int status = std::system(prepared.c_str());
  outcome result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = replaced(content_of(out), course_.string(), "COURSE");
  result.err = replaced(content_of(err), course_.string(), "COURSE");
  return result;
}

outcome fixture::tutor(const std::string& arguments, const std::string& environment) {
  // Also on a machine with a GPU: the fixture is no CUDA program.
  return shell("\"$TUTOR\" --backend emulator " + arguments, environment);
}

void fixture::answer(const std::string& which) {
  fs::path from = course_ / "tools/graders/wrong/01_first/square" / (which + ".cu");
  if (which == "solution") from = course_ / "solutions/01_first/square.cu";
  const fs::path to = course_ / "exercises/01_first/square.cu";
  std::ofstream(to) << (which == "stub" ? stub_ : content_of(from));
  // The build tool compares times; answers that follow each other quickly must still be new.
  static int seconds = 0;
  fs::last_write_time(to, fs::file_time_type::clock::now() + std::chrono::seconds(++seconds));
}

void fixture::forget_progress() { fs::remove_all(course_ / ".lockstep"); }

void check_golden(const std::string& name, const std::string& text) {
  const fs::path file = fs::path(required("LOCKSTEP_TEST_GOLDEN")) / (name + ".txt");
  if (std::getenv("LOCKSTEP_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  INFO(file.string());
  CHECK(text == content_of(file));
}
