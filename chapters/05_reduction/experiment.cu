// Seven ways to sum, side by side.
#include <lockstep/reduction/experiment.cuh>
#include <lockstep/reduction/variants_01_to_07.cuh>

int main(int argc, char** argv) {
  const lockstep::reduction::experiment_text text{
      {std::begin(lockstep::reduction::variants_01_to_07),
       std::end(lockstep::reduction::variants_01_to_07)},

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

      "What to see: 02 fixes the branches and leaves the loads as they were; 03 fixes the loads. "
      "In\n"
      "shared memory the same steps follow again (04, 05, 06), but there a bad index costs bank\n"
      "conflicts.\n"
      "From 04 on a block stores one number: 4 bytes of a 32-byte sector. Times: below.\n"};
  return lockstep::reduction::main(argc, argv, text);
}
