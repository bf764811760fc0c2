// Test results in JUnit's XML, as servers of continuous integration read it. There is no official
// schema; this is the form that Apache Ant writes and the others have agreed on.
#pragma once

#include <string>
#include <vector>

namespace lockstep::tutor::junit {

struct test_case {
  std::string class_name, name;
  std::string failure_message, failure_type, failure_text;  // no type: it passed
  bool error = false;                                       // it could not be judged
};

struct test_suite {
  std::string name, package;
  double seconds = 0;
  std::vector<test_case> cases;
  std::string output = {};
};

std::string document(const std::vector<test_suite>& suites);

}  // namespace lockstep::tutor::junit
