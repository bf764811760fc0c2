// Whatever lies where a report or an answer is expected, reading it ends, soon and in little
// memory.
#include "support/foreign_file.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "programs/program.hpp"

using namespace lockstep::tutor;

TEST_CASE("an ordinary file is read, an empty one, too") {
  const temporary_folder folder;
  std::ofstream(folder.path() / "text") << "text";
  std::ofstream(folder.path() / "empty");
  CHECK(read_foreign(folder.path() / "text", 4).content == "text");
  const auto empty = read_foreign(folder.path() / "empty", 4);
  CHECK((empty.content.empty() && empty.problem.empty()));
}

TEST_CASE("a large file, a link, a pipe and a device are not") {
  const temporary_folder folder;
  std::ofstream(folder.path() / "text") << "text";
  std::filesystem::create_symlink(folder.path() / "text", folder.path() / "link");
  REQUIRE(mkfifo((folder.path() / "pipe").c_str(), 0600) == 0);
  CHECK(read_foreign(folder.path() / "text", 3).problem ==
        "it has 4 bytes; more than 3 are not read");
  CHECK(read_foreign(folder.path() / "link", 9).problem == "it is a link, which is not followed");
  CHECK(read_foreign(folder.path() / "pipe", 9).problem == "it is not an ordinary file");
  CHECK(read_foreign("/dev/zero", 9).problem == "it is not an ordinary file");
  CHECK(read_foreign(folder.path() / "none", 9).problem == "No such file or directory");
}
