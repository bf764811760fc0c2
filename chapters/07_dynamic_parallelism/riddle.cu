// Why nested reductions in print are wrong for larger inputs. Three causes, each provoked at will.
// DELIBERATE BUGS: `lockstep check` and compute-sanitizer find them here, as they should.
#include "riddle.cuh"

#include <cstring>
#include <iostream>

#include "reduction/variants.cuh"

using namespace lockstep;

namespace {

constexpr unsigned width = 512;  // elements per tile

// The output for a person, and the same as data: with --csv the second takes the first's place.
std::ostream text(std::cout.rdbuf());
table measured({{"cause"}, {"case"}, {"limit"}, {"tiles"}, {"lost"}, {"wrong"}, {"of"}});

void note(int cause, const std::string& what, std::uint64_t limit, unsigned tiles, unsigned lost,
          unsigned wrong, unsigned of) {
  measured.add({std::to_string(cause), what, std::to_string(limit), std::to_string(tiles),
                std::to_string(lost), std::to_string(wrong), std::to_string(of)});
}

// Ones: a right partial sum is the width of the tile.
unsigned wrong_sums(const device_buffer<int>& partial) {
  unsigned wrong = 0;
  for (const int sum : partial.download()) wrong += sum != static_cast<int>(width);
  return wrong;
}

// ---- 1: launches that find no room

int too_many_launches() {
  text << "1. Pending launches\n\n"
          "Predict: every block launches one child, its children one more each, in the tail "
          "stream.\n"
          "The device keeps 2048 pending launches. From how many blocks on is the sum wrong, and\n"
          "what does the host hear of it?\n\n";
  table t(
      {{"limit"}, {"blocks"}, {"lost launches"}, {"wrong sums"}, {"host sees", "", align::left}});
  bool as_predicted = true;
  const auto run = [&](std::uint64_t limit, unsigned blocks, unsigned least, unsigned most) {
    const pending_launches raised(limit);
    device_buffer<int> data(std::vector<int>(std::size_t{blocks} * width, 1));
    device_buffer<int> partial(blocks);
    partial.poison();
    reduce_tail_no_barrier<<<blocks, width>>>(data.data(), partial.data(),
                                              static_cast<unsigned>(data.size()));
    const cudaError_t at_launch = cudaGetLastError();
    const cudaError_t at_end = cudaDeviceSynchronize();
    const bool success = at_launch == cudaSuccess && at_end == cudaSuccess;
    const unsigned lost = take_losses().count;
    const unsigned wrong = wrong_sums(partial);
    t.add({grouped(limit), grouped(blocks), grouped(lost), grouped(wrong),
           success ? "success" : cudaGetErrorName(at_end)});
    note(1, "tail launches", limit, blocks, lost, wrong, blocks);
    // Every lost launch is the end of one chain, and with it of one sum.
    as_predicted = as_predicted && success && lost == wrong && wrong >= least && wrong <= most;
  };
  run(2048, 2046, 0, 0);
  run(2048, 2047, 0, 1);  // a place may come free in time
  run(2048, 2048, 1, 2);
  run(2048, 2049, 2, 3);
  run(2048, 4096, 2048, 2050);
  run(4096, 4094, 0, 0);
  run(4096, 4095, 0, 1);
  run(8192, 2049, 0, 0);
  t.print(text);
  text << "\nWhy: while a chain hands on from one link to the next it holds two slots more than\n"
          "it has links at work: one that is ending, one that is being made. So `blocks <= limit\n"
          "- 2`. The launch that finds no room is dropped; cudaGetLastError says so (69,\n"
          "cudaErrorLaunchPendingCountExceeded) in the kernel, to the thread that launched, and\n"
          "nowhere else.\n\n";
  return as_predicted ? passed : wrong_result;
}

// ---- 2: threads beyond the stride

// Of `runs` runs, how many gave a wrong sum.
unsigned wrong_runs_unguarded(unsigned blocks, unsigned threads, who_first order, unsigned runs,
                              bool padded) {
  // The last block's threads beyond the stride read past their tile. Room there keeps that from
  // being the first thing that goes wrong.
  const std::size_t room = std::size_t{blocks + (padded ? 1u : 0u)} * width;
  device_buffer<int> original(std::vector<int>(room, 1)), data(room), partial(blocks);
  unsigned wrong = 0;
  for (unsigned i = 0; i < runs; ++i) {
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
    partial.poison();
    reduce_unguarded<<<blocks, threads>>>(data.data(), partial.data(), width / 2, width, order);
    CUDA_CHECK_LAUNCH();
    wrong += wrong_sums(partial) > 0;
  }
  return wrong;
}

int threads_beyond(unsigned blocks, unsigned runs, bool padded) {
  text
      << "2. Threads beyond the stride\n\n"
         "Predict: the third form adds tile[t] += tile[t + stride] in every thread. Launched with\n"
         "twice as many threads as have work, threads t and t + stride race: one reads what the\n"
         "other changes. How often does it show?\n\n";
  table t({{"threads"}, {"who works first", "", align::left}, {"wrong runs"}, {"of"}});
  const auto run = [&](unsigned threads, who_first order, const char* name) {
    const unsigned wrong = wrong_runs_unguarded(blocks, threads, order, runs, padded);
    t.add({grouped(threads), name, grouped(wrong), grouped(runs)});
    note(2, grouped(threads) + std::string(" threads, ") + name, default_pending_launches, blocks,
         0, wrong, runs);
    return wrong;
  };
  run(width, who_first::chance, "left to chance");
  const unsigned always = run(width, who_first::beyond_stride, "those beyond the stride");
  const unsigned never = run(width, who_first::below_stride, "those below the stride");
  const unsigned mended = run(width / 2, who_first::chance, "only those below it exist");
  t.print(text);
  text << "\nWhy: the launch has threads that the algorithm has not. Both orders are allowed, and\n"
          "a barrier that fixes one makes the sum always wrong or always right. Left to chance it\n"
          "depends on the load: few blocks hide it. Launch `stride` threads, or ask `t < "
          "stride`.\n\n";
  return always == runs && never == 0 && mended == 0 ? passed : wrong_result;
}

// ---- 3: a child against its parent's other blocks

template <bool in_tail>
double milliseconds_racing(unsigned blocks) {
  device_buffer<int> data(std::vector<int>(std::size_t{blocks} * width, 1)), partial(blocks);
  return median_milliseconds(
      21, [] {},
      [&] {
        reduce_racing<in_tail><<<blocks, width / 2>>>(data.data(), partial.data(), width, 0);
      });
}

template <bool in_tail>
unsigned wrong_runs_racing(unsigned blocks, unsigned delay, unsigned runs) {
  device_buffer<int> original(std::vector<int>(std::size_t{blocks} * width, 1));
  device_buffer<int> data(original.size()), partial(blocks);
  unsigned wrong = 0;
  for (unsigned i = 0; i < runs; ++i) {
    CUDA_CHECK(cudaMemcpy(data.data(), original.data(), data.bytes(), cudaMemcpyDeviceToDevice));
    partial.poison();
    reduce_racing<in_tail><<<blocks, width / 2>>>(data.data(), partial.data(), width, delay);
    CUDA_CHECK_LAUNCH();
    wrong += wrong_sums(partial) > 0;
  }
  return wrong;
}

unsigned races_found() {
  const auto& findings = detail::findings();
  unsigned races = 0;
  for (std::uint64_t i = 0; findings.complete() && i < findings.count(); ++i) {
    lockstep_finding finding{};
    finding.struct_size = sizeof finding;
    if (findings.get(i, &finding) == 0) races += std::strcmp(finding.kind, "race") == 0;
  }
  return races;
}

// What racecheck finds in one small run in a process of its own.
unsigned races_in_fresh_process(const char* stream) {
  const process_result result = run_again(
      {"--racecheck", stream}, {{"LOCKSTEP_CHECKS", "racecheck"}, {"LOCKSTEP_QUIET", "1"}});
  if (result.exit_code != passed || result.signal != 0)
    throw std::runtime_error("a run under racecheck failed");
  return static_cast<unsigned>(std::stoul(result.output));
}

int child_against_siblings(unsigned blocks, unsigned runs) {
  text
      << "3. A child against its parent's other blocks\n\n"
         "Predict: block 0 launches the next level by a plain <<< >>>. Block b of the child reads\n"
         "what block b of the parent wrote. What makes the child wait for block b?\n\n";
  bool as_predicted = true;
  if (observe{}.available()) {
    table t({{"child launched", "", align::left}, {"wrong runs"}, {"of"}, {"races found"}});
    const unsigned in_plain = races_in_fresh_process("plain");
    const unsigned in_tail = races_in_fresh_process("tail");
    t.add({"by a plain <<< >>>", grouped(wrong_runs_racing<false>(blocks, 0, runs)), grouped(runs),
           grouped(in_plain)});
    t.add({"into the tail stream", grouped(wrong_runs_racing<true>(blocks, 0, runs)), grouped(runs),
           grouped(in_tail)});
    t.print(text);
    text
        << "\nThe emulator starts children when their parent's blocks have ended, so the sums are\n"
           "right here; that order is allowed, and so is the other. racecheck goes by what the\n"
           "program orders, and names the race (`lockstep check` shows both sides of it).\n";
    as_predicted = in_plain > 0 && in_tail == 0;
  } else {
    table t({{"child launched", "", align::left},
             {"other blocks", "", align::left},
             {"wrong runs"},
             {"of"}});
    const auto add = [&](const char* stream, const char* others, unsigned wrong) {
      t.add({stream, others, grouped(wrong), grouped(runs)});
      note(3, stream + std::string(", others ") + others, default_pending_launches, blocks, 0,
           wrong, runs);
      return wrong;
    };
    constexpr unsigned delay = 100'000;
    add("by a plain <<< >>>", "undisturbed", wrong_runs_racing<false>(blocks, 0, runs));
    const unsigned late = add("by a plain <<< >>>", "up to 100 us late",
                              wrong_runs_racing<false>(blocks, delay, runs));
    const unsigned tail = add("into the tail stream", "up to 100 us late",
                              wrong_runs_racing<true>(blocks, delay, runs));
    t.print(text);
    text << "\nTime, undisturbed: " << fixed(milliseconds_racing<false>(blocks), 4) << " ms plain, "
         << fixed(milliseconds_racing<true>(blocks), 4) << " ms in the tail stream.\n";
    as_predicted = late > 0 && tail == 0;
  }
  text << "\nWhy: nothing does. A child may begin as soon as it is launched, and the launch says\n"
          "nothing about the parent's other blocks. Undisturbed they are mostly done by then; the\n"
          "bug waits for a busier day. A tail launch begins when the whole parent grid has "
          "ended.\n\n";
  return as_predicted ? passed : wrong_result;
}

constexpr const char* usage =
    "options: [--part 1|2|3] [--blocks N] [--runs R] [--unpadded] [--csv]\n"
    "  --part      one cause alone (default: all three)\n"
    "  --blocks    tiles of 512 elements for causes 2 and 3 (default 1024 on a GPU, else 8)\n"
    "  --runs      runs of each row of causes 2 and 3 (default 200 on a GPU, else 3)\n"
    "  --unpadded  cause 2 without room after the last tile: it is read beyond its end\n"
    "  --csv       the measurements as CSV, without a word\n";

int body(options& given) {
  const bool counts = observe{}.available();
  if (const auto stream = given.text("--racecheck")) {  // by races_in_fresh_process
    given.expect_no_more();
    *stream == "tail" ? wrong_runs_racing<true>(4, 0, 1) : wrong_runs_racing<false>(4, 0, 1);
    std::cout << races_found() << '\n';
    return passed;
  }
  const std::uint64_t part = given.count("--part", 0);
  const std::uint64_t blocks = given.count("--blocks", counts ? 8 : 1024);
  const std::uint64_t runs = given.count("--runs", counts ? 3 : 200);
  const bool padded = !given.flag("--unpadded");
  const bool csv = given.flag("--csv");
  given.expect_no_more();
  if (part > 3) throw usage_error("--part must be 1, 2 or 3");
  if (blocks < 2 || blocks > 65'536) throw usage_error("--blocks must be from 2 to 65536");
  if (runs < 1 || runs > 10'000) throw usage_error("--runs must be from 1 to 10000");

  if (csv) text.rdbuf(nullptr);
  text << one_line(describe_device()) << "\n\n" << std::flush;
  const auto b = static_cast<unsigned>(blocks), r = static_cast<unsigned>(runs);
  int code = passed;
  if (part == 0 || part == 1) code = std::max(code, too_many_launches());
  if (part == 0 || part == 2) code = std::max(code, threads_beyond(b, r, padded));
  if (part == 0 || part == 3) code = std::max(code, child_against_siblings(b, r));
  if (csv) {
    std::cout << csv_heading(given,
                             "Cause 1: wrong sums of all sums. Causes 2 and 3: wrong runs of all.");
    measured.print_csv(std::cout);
  }
  if (code != passed) std::cerr << "Something did not come out as the lesson says.\n";
  return code;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, body); }
