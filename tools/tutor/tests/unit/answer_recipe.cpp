// What a depfile names.
#include "grading/answer_recipe.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tutor;

TEST_CASE("a depfile: lines that go on, names with spaces, dollars and backslashes") {
  using names = std::vector<std::string>;
  CHECK(files_in_depfile("a.o : /x/a.cu \\\n  /y/b.h\n") == names{"/x/a.cu", "/y/b.h"});
  CHECK(files_in_depfile("a.o: a\\ class/a.cu c$$d.h e\\f.h") ==
        names{"a class/a.cu", "c$d.h", "e\\f.h"});
  CHECK(files_in_depfile("").empty());
}

TEST_CASE("a path for a shell") { CHECK(quoted("a 'b'/c") == "'a '\\''b'\\''/c'"); }
