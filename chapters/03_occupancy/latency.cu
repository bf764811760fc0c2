// How long does one operation take, and how many must be in flight so that nobody waits?
#include <lockstep/model_report.hpp>

#include <iostream>

#include "additions.cuh"
#include "latency_measure.cuh"
#include "little_law.hpp"

namespace {

using namespace lockstep;

constexpr const char* usage =
    "options: [--steps N] [--csv TABLE]\n"
    "  --steps  steps of each chain (default 4096; on the emulator 64)\n"
    "  --csv    one table as data: loads, chains or additions (GPU only)\n";

constexpr unsigned chain_warps[] = {1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32};

// A walk that fits into one cache and not into the one before it.
struct place {
  const char* name;
  unsigned lines;
  bool warm;
};
std::vector<place> places(bool timed) {
  return {{"L1 cache", timed ? 1u << 7 : 1u << 5, true},
          {"L2 cache", timed ? 1u << 16 : 1u << 7, true},
          {"memory", timed ? 1u << 23 : 1u << 9, false}};
}

// Loads that wait for each other: where the walk fits decides what one costs.
bool print_loads(bool timed) {
  std::vector<column> columns{
      {"a walk over", "", align::left}, {"KiB", ""}, {"result", "", align::left}};
  if (timed) columns.push_back({"one load", "cycles"});
  table t(columns);
  bool all_right = true;
  for (const place& p : places(timed)) {
    const chase_result r = measure_chase(p.lines, timed ? 4096 : 200, p.warm);
    all_right = all_right && r.right;
    std::vector<std::string> row{p.name, grouped(p.lines / 8), r.right ? "right" : "WRONG"};
    if (timed) row.push_back(fixed(r.cycles, 0));
    t.add(row);
  }
  t.print(std::cout);
  std::cout << "\n";
  return all_right;
}

bool print_chains(unsigned steps, unsigned sms, bool timed) {
  std::vector<column> columns{{"warps", "per SM"}};
  for (const chain_shape& shape : chain_shapes)
    columns.push_back({std::to_string(shape.chains) + (shape.chains == 1 ? " chain" : " chains"),
                       timed ? "FMA per cycle" : ""});
  table t(columns);
  bool all_right = true;
  double latency = 0, best = 0;
  for (const unsigned warps : chain_warps) {
    std::vector<std::string> row{std::to_string(warps)};
    for (const chain_shape& shape : chain_shapes) {
      const chain_result r = measure_chains(shape, warps, steps, sms);
      all_right = all_right && r.right;
      if (latency == 0) latency = r.cycles_per_step;
      best = std::max(best, r.operations_per_cycle);
      row.push_back(!r.right ? "WRONG" : timed ? fixed(r.operations_per_cycle, 1) : "right");
    }
    t.add(row);
  }
  t.print(std::cout);
  if (timed) {
    const double needed = operations_needed(best, latency);
    std::cout << "\nOne FMA that waits for the one before takes " << fixed(latency, 2)
              << " cycles, and an SM does at most " << fixed(best, 0)
              << " per cycle.\nLittle's law: " << fixed(latency, 2) << " x " << fixed(best, 0)
              << " = " << fixed(needed, 0) << " in flight, " << fixed(warps_needed(needed, 1), 1)
              << " warps with one chain each, " << fixed(warps_needed(needed, 4), 1)
              << " with four.\nFind both in the table.\n";
  }
  return all_right;
}

// The most that an SM can do, by type.
bool print_additions(unsigned steps, unsigned sms, bool timed) {
  const recorded_table recorded("h200_03_additions.csv");
  table t({{"additions of", "", align::left},
           {"result", "", align::left},
           {timed ? "an SM" : recorded.source(), timed ? "per cycle" : "an SM, per cycle"}});
  bool all_right = true;
  for (const addition_type& type : addition_types) {
    const additions_result r = type.measure(steps, sms);
    all_right = all_right && r.right;
    t.add({type.name, r.right ? "right" : "WRONG",
           timed ? fixed(r.per_cycle, 1)
                 : fixed(recorded.find({{"type", type.name}}, "additions_per_cycle"), 1)});
  }
  t.print(std::cout);
  return all_right;
}

// How many cycles of the model a step takes, by two launches of different length: what the two
// differ in, so that the cost of a launch itself drops out.
template <typename Launch>
std::string model_cycles(Launch launch, double per_step = 1) {
  constexpr unsigned few = 2048, many = 4096;
  const auto shorter = model_time([&] { launch(few); }), longer = model_time([&] { launch(many); });
  if (!shorter || !longer) return "-";
  if (shorter->refused[0] != '\0') return "none";
  const double cycles_per_us = device_attribute(cudaDevAttrClockRate) / 1e3;
  const double step = (longer->microseconds - shorter->microseconds) * cycles_per_us / (many - few);
  return "about " +
         fixed(per_step == 1 ? step : per_step / step, per_step == 1 && step > 20 ? 0 : 1);
}

// By the model, beside an H200's cycles.
void print_model() {
  const recorded_table loads("h200_03_loads.csv"), chains("h200_03_chains.csv");
  table t({{"", "", align::left}, {"", "", align::left}, {"model, H200"}, {loads.source()}});
  for (const place& p : {place{"L1 cache", 1u << 7, true}, place{"memory", 1u << 16, false}}) {
    device_buffer<unsigned> words(chain_of(p.lines)), last(1);
    device_buffer<long long> cycles(1);
    t.add({std::string("one load, ") + p.name, "cycles", model_cycles([&](unsigned steps) {
             chase<<<1, 1>>>(words.data(), 0, steps, last.data(), cycles.data());
           }),
           fixed(loads.find({{"place", p.name}}, "cycles"), 0)});
    if (p.warm)  // the model begins each launch with nothing in L2
      t.add({"one load, L2 cache", "cycles", "-",
             fixed(loads.find({{"place", "L2 cache"}}, "cycles"), 0)});
  }
  for (const chain_shape& shape : chain_shapes) {
    if (shape.chains != 1 && shape.chains != 4) continue;
    for (const unsigned warps : {1u, 4u, 16u, 32u}) {
      device_buffer<float> out(32 * warps);
      device_buffer<long long> cycles(1);
      t.add({std::to_string(warps) + (warps == 1 ? " warp, " : " warps, ") +
                 std::to_string(shape.chains) + (shape.chains == 1 ? " chain" : " chains"),
             "FMA per cycle",
             model_cycles(
                 [&](unsigned steps) {
                   shape.kernel<<<1, 32 * warps>>>(out.data(), cycles.data(), steps, FACTOR,
                                                   ADDEND);
                 },
                 32.0 * warps * shape.chains),
             fixed(chains.find(
                       {{"chains", std::to_string(shape.chains)}, {"warps", std::to_string(warps)}},
                       "fma_per_cycle"),
                   1)});
    }
  }
  std::cout << "\nBy the model of time, and as measured:\n\n";
  t.print(std::cout);
}

void print_loads_csv(const options& given) {
  std::cout << csv_heading(given,
                           "One thread, 4096 loads, each at an address that the one before "
                           "brought; cycles of the SM by clock64.")
            << "place,kilobytes,cycles\n";
  for (const place& p : places(true))
    std::cout << p.name << ',' << p.lines / 8 << ','
              << fixed(measure_chase(p.lines, 4096, p.warm).cycles, 1) << '\n';
}

void print_chains_csv(const options& given, unsigned steps, unsigned sms) {
  std::cout << csv_heading(given,
                           "FMA per cycle and SM: one block per SM, cycles by clock64, the slowest "
                           "block of the second launch.")
            << "chains,warps,cycles_per_step,fma_per_cycle\n";
  for (const chain_shape& shape : chain_shapes) {
    for (const unsigned warps : chain_warps) {
      const chain_result r = measure_chains(shape, warps, steps, sms);
      std::cout << shape.chains << ',' << warps << ',' << fixed(r.cycles_per_step, 3) << ','
                << fixed(r.operations_per_cycle, 2) << '\n';
    }
  }
}

void print_additions_csv(const options& given, unsigned steps, unsigned sms) {
  std::cout << csv_heading(given,
                           "Additions per cycle and SM: one block of 32 warps per SM, 8 sums in a "
                           "thread, cycles by clock64, the slowest block of the second launch.")
            << "type,additions_per_cycle\n";
  for (const addition_type& type : addition_types)
    std::cout << type.name << ',' << fixed(type.measure(steps, sms).per_cycle, 2) << '\n';
}

int run(options& given) {
  const bool timed = !observe{}.available();
  const auto csv = given.text("--csv");
  const auto steps = given.count("--steps", timed ? 4096 : 64);
  given.expect_no_more();
  if (steps < 1 || steps > (1u << 20)) throw usage_error("--steps must be from 1 to 2^20");
  const device_summary device = describe_device();
  const auto sms = static_cast<unsigned>(timed ? device.multiprocessors : 2);
  if (csv && !timed) throw usage_error("--csv needs a GPU: this back end has no clock of one");
  if (csv) {
    if (*csv == "loads")
      print_loads_csv(given);
    else if (*csv == "chains")
      print_chains_csv(given, static_cast<unsigned>(steps), sms);
    else if (*csv == "additions")
      print_additions_csv(given, static_cast<unsigned>(steps), sms);
    else
      throw usage_error("--csv: loads, chains or additions");
    return passed;
  }

  std::cout << "Latency, and how much of it can be hidden\n"
            << one_line(device) << "\n\n"
            << "Predict first. A load whose address comes from the load before it: how many cycles "
               "from the L1\ncache, from the L2 cache, from memory? And a multiplication and "
               "addition (FMA) that waits for\nthe one before it?\n\n";
  const bool loads = print_loads(timed);
  std::cout << "Predict: an SM can begin 128 FMA in a cycle (64 on some). With one dependent chain "
               "in each thread,\nhow many warps does it take to come near? With four chains?\n\n";
  const bool chains = print_chains(static_cast<unsigned>(steps), sms, timed);
  std::cout << "\nPredict: how many additions of integers in a cycle, and of doubles?\n\n";
  const bool additions = print_additions(static_cast<unsigned>(steps), sms, timed);
  if (!timed) {
    std::cout << "\nWhat to see: every chain ends at the host's value, bit for bit. This back end "
                 "executes one\ninstruction after the other and has no latency to hide: it cannot "
                 "measure cycles.\n";
    print_model();
  }
  return loads && chains && additions ? passed : wrong_result;
}

}  // namespace

int main(int argc, char** argv) { return run_program(argc, argv, usage, run); }
