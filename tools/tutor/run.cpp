// lockstep-run: the workbench as it is installed, for the tests of any project.
#include "command_line/command_line.hpp"

int main(int argc, char** argv) {
  using namespace lockstep::tutor;
  return run_program(argc, argv, offer::workbench);
}
