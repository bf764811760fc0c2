// Seven ways to sum, side by side.
#include <lockstep/reduction/experiment.cuh>

#include "variants.cuh"

int main(int argc, char** argv) {
  const lockstep::reduction::experiment_text text{
      {std::begin(chapter_05::variants), std::end(chapter_05::variants)},

      "Predict first. All seven variants do the same additions. Which of these steps will help "
      "most,\n"
      "and which figure will show it?\n"
      "  01 to 02  neighbouring threads work, instead of every second, fourth, eighth, ...\n"
      "  02 to 03  neighbouring lanes touch neighbouring elements\n"
      "  03 to 06  the same index, but in shared memory\n"
      "  06 to 07  each thread adds two elements while it loads them\n",

      "What to see: a sum does one addition per four bytes, so the memory is the limit, and the "
      "share\n"
      "of peak bandwidth says how far there is to go. What each variant does differently, the\n"
      "emulator counts: run this program on it too.\n",

      "What to see: 02 mends the branches and leaves the loads as they were; 03 mends the loads. "
      "In\n"
      "shared memory the tale is told again (04, 05, 06), and there a bad index costs bank "
      "conflicts.\n"
      "From 04 on a block stores one number: 4 bytes of a 32-byte sector. Time: needs a GPU.\n"};
  return lockstep::reduction::main(argc, argv, text);
}
