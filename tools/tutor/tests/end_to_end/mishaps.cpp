// Output that nobody takes, folders that are not there, runs that are stopped: it is said, and the
// exit code tells it.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "driver.hpp"

namespace {

using json = nlohmann::ordered_json;

}  // namespace

TEST_CASE("output that cannot be written is no success, whatever the command") {
  auto& course = fixture::instance();
  course.answer("wrong");
  for (const char* command : {"list", "list --json", "next", "doctor --json", "hint --help",
                              "hint square", "solution square --force", "verify square --json",
                              "profile build/chapters/01_first/01_first_demo",
                              "check --json build/chapters/01_first/01_first_demo race"}) {
    CAPTURE(command);
    const outcome got = course.tutor(std::string(command) + " >/dev/full");
    CHECK(got.code == 5);
    CHECK_MESSAGE(has(got.err, "lockstep: the output cannot be written"), got.err);
  }
}

TEST_CASE("TMPDIR that names no folder is told as such") {
  auto& course = fixture::instance();
  course.answer("solution");
  for (const std::string command : {"verify square", "exec build/chapters/01_first/01_first_demo",
                                    "profile build/chapters/01_first/01_first_demo"}) {
    CAPTURE(command);
    const outcome got = course.tutor(command, "TMPDIR=/nonexistent");
    CHECK(got.code == 5);
    CHECK_MESSAGE(has(got.err, "TMPDIR does not name a folder: /nonexistent"), got.err);
  }
}

TEST_CASE("check --json of a program that was interrupted: as for a signal that ended it") {
  auto& course = fixture::instance();
  const outcome got = course.shell(
      "timeout --preserve-status --signal INT 2 \"$TUTOR\" --backend emulator check --json " +
      std::string(demo) + " wait");
  CHECK(got.code == 130);
  CHECK(json::parse(got.out).at("program_exit") == 130);
  const outcome text =
      course.shell("timeout --preserve-status --signal INT 2 \"$TUTOR\" --backend emulator check " +
                   std::string(demo) + " wait");
  CHECK(has(text.out, "no findings until then"));
}

TEST_CASE("a profile that is interrupted shows what was counted until then") {
  auto& course = fixture::instance();
  for (const char* signal : {"INT", "TERM"}) {
    const outcome got = course.shell("timeout --preserve-status --signal " + std::string(signal) +
                                     " 2 \"$TUTOR\" --backend emulator profile " + demo + " wait");
    CHECK(got.code == (signal == std::string("INT") ? 130 : 143));
    CHECK(has(got.out, "square<512>"));
    CHECK(has(got.err, "the program was interrupted"));
  }
}

TEST_CASE(
    "a verdict on all exercises that is interrupted tells, and writes, those that there are") {
  auto& course = fixture::instance();
  course.answer("host_loop");
  course.shell("rm -f marks.xml");
  // A shell's background ignores SIGINT.
  const outcome got = course.shell(
      "env --default-signal=INT \"$TUTOR\" --backend emulator verify --all --json --junit "
      "marks.xml & "
      "for i in $(seq 300); do readlink /proc/[0-9]*/exe | grep -qF \"$PWD/build/tools/graders\" "
      "&& break; sleep 0.1; done; "
      "kill -INT $!; wait $!; code=$?; cat marks.xml >&2; exit $code");
  CHECK(got.code == 130);
  CHECK(json::parse(got.out).at("exit_code") == 130);
  CHECK(has(got.err, "<testsuites"));
  CHECK(has(got.err, "Stopped: 2 of 2 not graded."));
}

TEST_CASE("exec tells of a crash and of an interrupt") {
  auto& course = fixture::instance();
  const outcome crashed = course.tutor("exec " + std::string(demo) + " abort");
  CHECK(crashed.code == 134);
  CHECK(has(crashed.err, "lockstep: the program crashed: Aborted (SIGABRT)"));
  const outcome stopped =
      course.shell("timeout --preserve-status --signal INT 2 \"$TUTOR\" --backend emulator exec " +
                   std::string(demo) + " wait");
  CHECK(stopped.code == 130);
  CHECK(has(stopped.err, "exec --timeout 10"));
}

TEST_CASE("what is wrong with the command line is named as what it is") {
  struct mistake {
    const char *arguments, *message, *advice;
  };
  for (const auto& [arguments, message, advice] :
       {mistake{"verify square twice", "`verify` takes no `twice`", "./lockstep verify --help"},
        mistake{"doctor x", "`doctor` takes no `x`", "./lockstep doctor --help"},
        mistake{"verfy", "there is no command verfy", "Did you mean verify?"},
        mistake{"verify --time-limit 0", "0 is not a number above 0", ""},
        mistake{"exec --timeout -3 x", "-3 is not a number of 0 or more", ""},
        mistake{"exec --timeout nan x", "nan is not a number of 0 or more", ""},
        mistake{"bench --spread 0", "0 is not a number above 0", ""},
        mistake{"verify --seed -1", "-1 is not a seed", ""},
        mistake{"verify \"\"", "an empty word is not a name", ""}}) {
    CAPTURE(arguments);
    const outcome got = fixture::instance().tutor(arguments);
    CHECK(got.code == 64);
    CHECK_MESSAGE(has(got.err, message), got.err);
    CHECK_MESSAGE(has(got.err, advice), got.err);
    CHECK(got.err.size() < 300);
  }
}

TEST_CASE("a file that is none of bench's is not shown as an empty run") {
  const outcome got = fixture::instance().tutor("bench --from course.toml");
  CHECK(got.code == 5);
  CHECK(has(got.err, "course.toml contains no bench records"));
}

TEST_CASE("flags that make no program are not taken for a full disk") {
  const outcome got =
      fixture::instance().tutor("exec programs/by_itself.cu --nvcc -S", "NVCC=$PWD/bin/nvcc");
  CHECK(got.code == 64);
  CHECK(has(got.err, "nvcc produced no program"));
}

TEST_CASE("an exercise whose file is gone: reset brings it back") {
  auto& course = fixture::instance();
  course.shell("mv exercises/01_first/square.cu ../square.cu");
  const outcome graded = course.tutor("verify square"),
                compared = course.tutor("diff square --force");
  course.shell("mv ../square.cu exercises/01_first/square.cu");
  for (const auto& got : {graded, compared}) {
    CHECK(got.code == 5);
    CHECK(has(got.err, "exercises/01_first/square.cu is missing"));
    CHECK(has(got.err, "./lockstep reset 01_first/square"));
  }
}

TEST_CASE("check makes the folder of its file of results, as verify does") {
  auto& course = fixture::instance();
  CHECK(course.tutor("check --junit new/folder/found.xml " + std::string(demo)).code == 0);
  CHECK(course.shell("cat new/folder/found.xml && rm -r new").code == 0);
}
