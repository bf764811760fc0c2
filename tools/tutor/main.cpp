// lockstep-tutor: the course's commands. ./lockstep starts it when everything that it needs is
// built.
#include "command_line/command_line.hpp"

int main(int argc, char** argv) {
  using namespace lockstep::tutor;
  return run_program(argc, argv, offer::course);
}
