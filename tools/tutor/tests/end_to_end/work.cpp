// The learner's own files: begun anew, set beside the solution, kept through an update.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "driver.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;
using lockstep::tutor::content_of;

namespace {

fs::path square() { return fixture::instance().course() / "exercises/01_first/square.cu"; }

std::size_t copies() {
  const fs::path folder = fixture::instance().course() / ".lockstep/backups/01_first/square";
  if (!fs::exists(folder)) return 0;
  const auto files = fs::directory_iterator(folder);
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

// A clone of the course, and a newer version of the course itself that `change`, shell words,
// makes.
outcome update_after(const std::string& learner, const std::string& change) {
  auto& course = fixture::instance();
  course.forget_progress();
  course.answer("stub");
  return course.shell(
      "rm -rf ../clone && git clone -q . ../clone && (cd ../clone && git config user.name L && "
      "git config user.email l@localhost && " +
      learner + ") && before=$(git rev-parse HEAD) && " + change +
      " && git commit -qam Newer && (cd ../clone && LOCKSTEP_ROOT=\"$PWD\" \"$TUTOR\" update); "
      "code=$?; git reset -q --hard $before; exit $code");
}

std::string in_clone(const std::string& file) {
  return content_of(fixture::instance().course().parent_path() / "clone" / file);
}

}  // namespace

TEST_CASE("reset puts the stub back, and keeps what the learner wrote") {
  auto& course = fixture::instance();
  course.forget_progress();
  course.answer("stub");
  const std::string stub = content_of(square());
  course.answer("solution");
  const std::string mine = content_of(square());
  CHECK(course.tutor("verify square").code == 0);

  const outcome unasked = course.tutor("reset square");
  CHECK(unasked.code == 64);
  CHECK(unasked.err.find("Add --yes") != std::string::npos);
  CHECK(content_of(square()) == mine);

  const outcome done = course.tutor("reset square --yes");
  CHECK(done.code == 0);
  CHECK(done.out.find("yours is kept as .lockstep/backups/01_first/square/") != std::string::npos);
  CHECK(content_of(square()) == stub);
  CHECK(copies() == 1);
  CHECK(course.tutor("list").out.find("done  01_first/square") == std::string::npos);

  CHECK(course.tutor("reset square").out.find("is the stub already") != std::string::npos);
  CHECK(copies() == 1);
}

TEST_CASE("reset of all, of a chapter, of a file that is gone, of nothing") {
  auto& course = fixture::instance();
  course.answer("solution");
  CHECK(course.tutor("reset").code == 64);
  CHECK(course.tutor("reset --chapter 7").code == 64);
  CHECK(course.tutor("reset --all --yes").code == 0);
  fs::remove(square());
  CHECK(course.tutor("reset --chapter 1").code == 0);
  CHECK(fs::exists(square()));
}

TEST_CASE("a stub that git cannot give: the learner's file stays") {
  auto& course = fixture::instance();
  course.answer("solution");
  const std::string mine = content_of(square());
  const outcome got = course.shell(
      "mv .git away && { \"$TUTOR\" reset square --yes; code=$?; mv away .git; exit $code; }");
  CHECK(got.code == 5);
  CHECK(got.err.find("the stub of 01_first/square is not available") != std::string::npos);
  CHECK(content_of(square()) == mine);
}

TEST_CASE("a disk that is full: nothing of the learner's is lost") {
  auto& course = fixture::instance();
  course.answer("solution");
  const std::string mine = content_of(square());
  // No file may grow: what a full disk does to a program that writes.
  const outcome got =
      course.shell("ulimit -f 0; trap '' XFSZ; \"$TUTOR\" reset square --yes 2>&1 | cat");
  CHECK(content_of(square()) == mine);
}

TEST_CASE("solution and diff are for after passing, or with --force") {
  auto& course = fixture::instance();
  course.forget_progress();
  course.answer("stub");
  for (const std::string command : {"solution", "diff"}) {
    CAPTURE(command);
    CHECK(course.tutor(command + " square").code == 64);
    CHECK(course.tutor(command + " square --force").out.find("n * n") != std::string::npos);
  }
  course.answer("solution");
  CHECK(course.tutor("verify square").code == 0);
  CHECK(course.tutor("solution square").out.find("n * n") != std::string::npos);
  CHECK(course.tutor("diff square").out == "Yours and the solution are the same.\n");
}

TEST_CASE("an update leaves the learner's answers as they are, and brings the rest") {
  const outcome got =
      update_after("echo '// mine' >>exercises/01_first/square.cu",
                   "echo '// newer' >>exercises/01_first/square.cu && echo '// newer' "
                   ">>exercises/01_first/promise.cu");
  CHECK(got.code == 0);
  CHECK(got.out.find("Newer") != std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") != std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").find("// newer") == std::string::npos);
  CHECK(in_clone("exercises/01_first/promise.cu").find("// newer") != std::string::npos);
}

TEST_CASE("an update over answers that the learner has committed") {
  const outcome got =
      update_after("echo '// mine' >>exercises/01_first/square.cu && git commit -qam Mine",
                   "echo '// newer' >>exercises/01_first/square.cu");
  CHECK(got.code == 0);
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") != std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").find("<<<") == std::string::npos);
}

TEST_CASE("what was saved while git merged is newer than what was set aside") {
  const outcome got = update_after(
      "echo '// mine' >>exercises/01_first/square.cu && printf '#!/bin/sh\\necho \"// saved "
      "meanwhile\" >>exercises/01_first/square.cu\\n' >.git/hooks/post-merge && chmod +x "
      ".git/hooks/post-merge",
      "echo '// newer' >>exercises/01_first/promise.cu");
  CHECK(got.code == 0);
  CHECK(in_clone("exercises/01_first/square.cu").find("// saved meanwhile") != std::string::npos);
}

TEST_CASE("an update that was killed: the next command puts back what it had set aside") {
  const outcome got = update_after(
      "echo '// mine' >>exercises/01_first/square.cu && printf '#!/bin/sh\\nkill -9 $(cut -f4 \"-d "
      "\" "
      "/proc/$PPID/stat)\\n' >.git/hooks/post-merge && chmod +x .git/hooks/post-merge",
      "echo '// newer' >>exercises/01_first/promise.cu");
  CHECK(got.code != 0);
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") == std::string::npos);
  const outcome next =
      fixture::instance().shell("cd ../clone && LOCKSTEP_ROOT=\"$PWD\" \"$TUTOR\" list >/dev/null");
  CHECK(next.err.find("an update was interrupted: your files have been restored") !=
        std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") != std::string::npos);
}

TEST_CASE("an update after git was killed says which file of git's is in the way") {
  const outcome got =
      update_after("echo '// mine' >>exercises/01_first/square.cu && touch .git/index.lock",
                   "echo '// newer' >>exercises/01_first/promise.cu");
  CHECK(got.code == 5);
  CHECK_MESSAGE(has(got.err, "/clone/.git/index.lock"), got.err);
  CHECK(has(got.err, "If no git is running: rm "));
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") != std::string::npos);
}

TEST_CASE("an exercise with a new name: the learner's answer goes with it") {
  const outcome got =
      update_after("echo '// mine' >>exercises/01_first/square.cu",
                   "git mv exercises/01_first/square.cu exercises/01_first/quadrat.cu && sed -i "
                   "'s|^name = \"01_first/square\"|name = \"01_first/quadrat\"\\nformerly = "
                   "[\"01_first/square\"]|' course.toml");
  CHECK(got.code == 0);
  CHECK(in_clone("exercises/01_first/quadrat.cu").find("// mine") != std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").empty());
}

TEST_CASE("an update to a place that was changed here, too, changes nothing and says which") {
  const std::string mine = "sed -i '1s/^/# mine\\n/' course.toml";
  const outcome got = update_after(mine + " && echo '// mine' >>exercises/01_first/square.cu",
                                   "sed -i '1s/^/# newer\\n/' course.toml");
  CHECK(got.code == 5);
  CHECK(got.err.find("changes the same lines as you did: course.toml") != std::string::npos);
  CHECK(got.err.find("git checkout HEAD -- course.toml") != std::string::npos);
  CHECK(in_clone("course.toml").starts_with("# mine\n"));
  CHECK(in_clone("course.toml").find("<<<<") == std::string::npos);
  CHECK(in_clone("exercises/01_first/square.cu").find("// mine") != std::string::npos);
  auto& course = fixture::instance();
  CHECK(course.shell("cd ../clone && git stash list").out.empty());
  CHECK(course.shell("cd ../clone && git diff --name-only").out ==
        "course.toml\nexercises/01_first/square.cu\n");
}

TEST_CASE("an update after one that left two versions in a file says which") {
  const outcome got = update_after(
      "git checkout -q -b other && echo '# other' >>exercises/01_first/square.hpp && git commit "
      "-qam Other && "
      "git "
      "checkout -q - && echo '# mine' >>exercises/01_first/square.hpp && git commit -qam Mine && ! "
      "git merge "
      "-q "
      "other "
      ">/dev/null",
      "echo '// newer' >>exercises/01_first/promise.cu");
  CHECK(got.code == 5);
  CHECK(got.err.find("exercises/01_first/square.hpp has merge conflicts") != std::string::npos);
}

TEST_CASE("a clone that belongs to another user: why git does not work there, and what to do") {
  auto& course = fixture::instance();
  course.answer("solution");
  for (const char* command : {"update", "reset square --yes"}) {
    CAPTURE(command);
    const outcome got = course.tutor(command, "GIT_TEST_ASSUME_DIFFERENT_OWNER=1");
    CHECK(got.code == 5);
    CHECK_MESSAGE(got.err.find("belongs to another user") != std::string::npos, got.err);
    CHECK(got.err.find("safe.directory") != std::string::npos);
  }
}

TEST_CASE("an update that cannot be had changes nothing") {
  auto& course = fixture::instance();
  course.answer("solution");
  const std::string mine = content_of(square());
  const outcome got = course.tutor("update");  // it came from nowhere
  CHECK(got.code == 5);
  CHECK(content_of(square()) == mine);
}
