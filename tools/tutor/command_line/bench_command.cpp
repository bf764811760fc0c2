#include <CLI/CLI.hpp>

#include "command_line/vocabulary.hpp"
#include "commands/commands.hpp"

namespace lockstep::tutor {
namespace {

void add_calibrate_command(vocabulary& v, CLI::App* bench) {
  auto& how = v.words->calibrate;
  CLI::App* calibrate = v.add(
      "calibrate", "measure the GPU's own constants: latencies, rates, launches",
      [w = v.words](const context& all) { return commands::calibrate(all, w->calibrate); }, bench);
  v.add_backend(calibrate);
  calibrate->add_option("--only", how.only, "one group of them, such as shared or launches");
  calibrate->add_option("--csv", how.csv,
                        "write a line for each constant to this file; - is standard output");
}

}  // namespace

void add_bench_command(vocabulary& v) {
  CLI::App* bench =
      v.add("bench", "time the chapters' kernels on a GPU",
            [w = v.words](const context& all) { return commands::bench(all, w->bench); });
  auto& how = v.words->bench;
  auto& which = how.which;
  bench->add_option("CHAPTER", which.chapters, "chapters, as in 06 (default: all)");
  v.add_backend(bench);
  bench->add_option("--sizes", which.sizes, "elements: 2^20,1000000 or, as a range, 2^10-2^30");
  bench->add_option("--types", which.types, "int, unsigned, float, double");
  bench->add_option("--operations", which.operations, "sum, min, max");
  bench->add_option("--residency", which.residency,
                    "dram: input comes from memory; l2: from the L2 cache");
  bench->add_option("--kernels", which.kernels, "kernels whose names contain one of these words");
  bench
      ->add_option("--spread", which.spread,
                   "repeat until the spread of times is at most this many percent")
      ->check(positive_number());
  bench->add_option("--seconds", which.seconds, "at most this long for one kernel")
      ->check(positive_number());
  bench->add_flag("--quick", which.quick, "only sums of 2^20 and 2^24 integers, from memory");
  bench->add_option("--keep", how.keep,
                    "keep records in this file (default: bench/records.jsonl in the build folder)");
  auto* resume = bench->add_flag("--resume", how.resume, "continue a run that was interrupted");
  bench->add_option("--from", how.from, "show a file of records; measure nothing")
      ->excludes(resume);
  bench->add_option("--against", how.against, "compare with the times in such a file");
  auto* csv = bench->add_option("--csv", how.csv, "write a line for each case to this file");
  bench->add_option("--columns", how.columns, "columns of the CSV, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(csv);
  bench
      ->add_option_function<std::string>(
          "--json",
          [&to = v.to, &how](const std::string& file) {
            how.json = file;
            to.json = file == "-";
          },
          "write JSON to this file; - is standard output")
      ->type_name("TEXT");
  bench->add_option("--svg", how.svg, "draw plots into this folder (needs matplotlib)");
  add_calibrate_command(v, bench);
}

}  // namespace lockstep::tutor
