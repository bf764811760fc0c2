// Runs kernels that are generated from seeds, and prints a hash of what each makes of each input.
//
//   differential [--first SEED] [--count N] [--processes N] [--level N]
//                               a line `SEED INPUT HASH` for each run, in no order
//   differential --compare FILE the runs in FILE again
//   differential --ptx SEED     the kernel's module
//   differential --words SEED   what it makes of each input
//   differential --variants SEED
//                               for each line of the standard input, numbers of statements, the
//                               three hashes of the kernel without these statements
//
// `--without N,N,...` before --ptx or --words leaves out statements.
//
// Exit status: 0, or 1 if a run failed or differs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "execution.hpp"
#include "processes.hpp"
#include "random.hpp"

namespace differential {
namespace {

constexpr unsigned inputs = 3, kernels_per_module = 8;

// Random bits, and numbers that are often special: small, large, floats of all classes.
run_input input_of(unsigned number) {
  static constexpr std::uint32_t special[] = {
      0,          1,          0xffffffff, 0x7fffffff, 0x80000000, 0x3f800000, 0xbf800000,
      0x7f800000, 0xff800000, 0x7f7fffff, 0x00800000, 0x00000001, 0x80000001, 0x3c003c00,
      0x7fc00000, 0x4b000000, 31,         32,         0x3ff00000, 0x40490fdb};
  random_source random(1000 + number);
  run_input input;
  input.salt = static_cast<std::uint32_t>(random.next());
  for (unsigned i = 0; i < input_bytes / 4; ++i) {
    const auto bits = static_cast<std::uint32_t>(random.next());
    switch (random.below(number == 0 ? 2 : 4)) {
      case 0:
        input.words.push_back(bits);
        break;
      case 1:
        input.words.push_back(bits % 100);
        break;
      case 2:  // a float of ordinary size
        input.words.push_back((bits & 0x807fffff) | (120 + bits / 0x800000 % 16) << 23);
        break;
      default:
        input.words.push_back(special[bits % (sizeof special / sizeof *special)]);
        break;
    }
  }
  return input;
}

std::uint64_t hash_of(const std::vector<std::uint32_t>& words) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 0x100000001b3;
  return hash;
}

std::vector<run_input> all_inputs() {
  std::vector<run_input> all;
  for (unsigned i = 0; i < inputs; ++i) all.push_back(input_of(i));
  return all;
}

// By seed and input.
using hashes = std::map<std::pair<std::uint64_t, unsigned>, std::uint64_t>;

hashes hashes_of(const std::vector<std::uint64_t>& seeds) {
  std::vector<generated_kernel> kernels;
  for (const std::uint64_t seed : seeds) kernels.push_back(generate(seed));
  const std::vector<output> outputs = outputs_of(kernels, all_inputs());
  hashes result;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    result[{seeds[i / inputs], i % inputs}] = hash_of(outputs[i]);
  return result;
}

void print_hashes(std::uint64_t first, unsigned count) {
  std::vector<std::uint64_t> seeds;
  for (unsigned i = 0; i < count; ++i) seeds.push_back(first + i);
  for (const auto& [run, hash] : hashes_of(seeds))
    std::printf("%llu %u %016llx\n", static_cast<unsigned long long>(run.first), run.second,
                static_cast<unsigned long long>(hash));
}

std::set<unsigned> numbers_in(const std::string& text) {
  std::istringstream words(text);
  std::set<unsigned> numbers;
  for (std::string word; std::getline(words, word, ',');)
    numbers.insert(static_cast<unsigned>(std::strtoul(word.c_str(), nullptr, 10)));
  return numbers;
}

// For a program that looks for the smallest kernel that still shows something.
int print_variants(std::uint64_t seed) {
  std::printf("%u statements\n", generate(seed).statements);
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
    for (const output& words : outputs_of({generate(seed, numbers_in(line))}, all_inputs()))
      std::printf("%016llx ", static_cast<unsigned long long>(hash_of(words)));
    std::printf("\n");
    std::fflush(stdout);
  }
  return 0;
}

int print_words(std::uint64_t seed, const std::set<unsigned>& without) {
  const std::vector<output> outputs = outputs_of({generate(seed, without)}, all_inputs());
  for (unsigned i = 0; i < inputs; ++i) {
    std::printf("input %u, a line a thread, totals last", i);
    for (std::size_t w = 0; w < outputs[i].size(); ++w)
      std::printf("%s%x", w % (bytes_per_thread / 4) == 0 ? "\n" : " ", outputs[i][w]);
    std::printf("\n");
  }
  return 0;
}

int compare(const char* path) {
  std::ifstream file(path);
  hashes expected;
  std::uint64_t seed = 0, hash = 0;
  unsigned input = 0;
  while (file >> std::dec >> seed >> input >> std::hex >> hash) expected[{seed, input}] = hash;
  if (expected.empty()) throw std::runtime_error(std::string(path) + " has no results");
  std::vector<std::uint64_t> seeds;
  for (const auto& [run, unused] : expected)
    if (seeds.empty() || seeds.back() != run.first) seeds.push_back(run.first);
  hashes got;
  for (auto at = seeds.begin(); at != seeds.end();) {
    const auto next = at + std::min<std::ptrdiff_t>(kernels_per_module, seeds.end() - at);
    got.merge(hashes_of({at, next}));
    at = next;
  }
  std::size_t differ = 0;
  for (const auto& [run, wanted] : expected) {
    if (got[run] == wanted) continue;
    std::printf("kernel %llu, input %u: differs\n", static_cast<unsigned long long>(run.first),
                run.second);
    ++differ;
  }
  std::printf("%zu of %zu runs differ\n", differ, expected.size());
  return differ == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
  std::uint64_t first = 0, count = 100;
  unsigned processes = 1;
  std::set<unsigned> without;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw std::runtime_error(option + " needs a value");
    const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--first")
      first = value;
    else if (option == "--count")
      count = value;
    else if (option == "--processes")
      processes = std::max(1u, static_cast<unsigned>(value));
    else if (option == "--level")
      optimisation_level = static_cast<int>(value);
    else if (option == "--compare")
      return compare(argv[i + 1]);
    else if (option == "--words")
      return print_words(value, without);
    else if (option == "--ptx")
      return std::printf("%s", module_of({generate(value, without)}).c_str()) > 0 ? 0 : 1;
    else if (option == "--without")
      without = numbers_in(argv[i + 1]);
    else if (option == "--variants")
      return print_variants(value);
    else
      throw std::runtime_error("no such option: " + option);
  }
  return run_in_processes(first, count, processes, kernels_per_module, print_hashes) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace differential

int main(int argc, char** argv) {
  try {
    return differential::run(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "differential: %s\n", e.what());
    return 1;
  }
}
