// fails: crash: the grader's result cannot be trusted
#include <unistd.h>

#include <cstdio>

#include "01_first/square.hpp"

int square(int) {
  const char* record =
      "{\"type\":\"case\",\"suite\":\"results\",\"name\":\"all\",\"passed\":true,\"failures\":[]}\n"
      "{\"type\":\"end\",\"nonce\":\"\",\"passed\":true,\"cases\":1,\"failed\":0}\n";
  stdout->_fileno = 3;  // where the tutor reads
  std::fputs(record, stdout);
  std::fflush(stdout);
  _exit(0);
}
