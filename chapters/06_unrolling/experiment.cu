// The ladder: every way to sum of chapters 05 and 06, from the host to the library, in one table.
#include <lockstep/reduction/experiment.cuh>
#include <lockstep/reduction/variants_01_to_07.cuh>

#include "library.cuh"
#include "variants.cuh"

namespace {

using lockstep::reduction::variant;

// In the order of the lessons: the book's ladder in global memory (01 to 03, 08 to 12), then the
// one in shared memory (04 to 07, 13 to 17), then four ways to a single value, then the library.
std::vector<variant> ladder(bool with_wrong) {
  std::vector<variant> all;
  const auto add = [&](const variant* from, const variant* to) {
    std::copy_if(from, to, std::back_inserter(all), lockstep::reduction::runs_here);
  };
  const variant* first = lockstep::reduction::variants_01_to_07;
  const variant* second = chapter_06::variants;
  const auto shared = std::find_if(std::begin(chapter_06::variants), std::end(chapter_06::variants),
                                   [](const variant& v) { return v.name[1] == '3'; });
  add(first, first + 3);
  add(second, second + 4);
  if (with_wrong) all.push_back(chapter_06::volatile_variant);
  add(second + 4, shared);
  add(first + 3, std::end(lockstep::reduction::variants_01_to_07));
  add(shared, std::end(chapter_06::variants));
  all.push_back(chapter_06::cub_variant);
  return all;
}

constexpr const char* own_usage =
    "  --waves    grids of 15 to 20, as a multiple of what fits the device (default 1)\n"
    "  --wrong    with 09, which is wrong on purpose (volatile in place of __syncwarp)\n";

int run(lockstep::options& given) {
  const std::uint64_t waves = given.count("--waves", chapter_06::waves);
  if (waves < 1 || waves > 1024) throw lockstep::usage_error("--waves must be from 1 to 1024");
  chapter_06::waves = static_cast<unsigned>(waves);
  const lockstep::reduction::experiment_text text{
      ladder(given.flag("--wrong")),

      "Predict first. Which rung will gain most? And which will gain nothing, though its code "
      "looks\n"
      "better than the one before?\n"
      "  03 to 08  a block takes 2, 4, 8, 16 tiles: more loads in flight, fewer blocks\n"
      "  08 to 12  the last warp without barriers, no loop, the block size a constant\n"
      "  07 to 16  the same in shared memory, then few blocks with long loops, then registers\n"
      "  16 to 17  loads of 16 bytes\n"
      "  17 to 21  down to one value: two launches, atomics, the last block, a grid-wide barrier\n"
      "How close to the library, and to a kernel that only reads?\n",

      "What to see: loads in flight decide (08, 15, 17). Once there are enough, the tree inside "
      "the\n"
      "block hardly matters (10 to 12, 14, 16), and the last value costs little more than a "
      "launch.\n"
      "15 to 17 leave sums for somebody to add; from 18 on there is one value, as with CUB.\n",

      "What to see: instructions in all (warps times instructions per warp) fall from rung to "
      "rung,\n"
      "those per warp rise, for a warp does more. 17 has a quarter of the load requests of 16, of "
      "16\n"
      "sectors each. Loads in flight are no count: see the times.\n",
      1u << 22};
  return lockstep::reduction::run(text, given, {});
}

}  // namespace

int main(int argc, char** argv) {
  static const std::string usage = std::string(lockstep::reduction::usage) + own_usage;
  return lockstep::run_program(argc, argv, usage.c_str(), run);
}
