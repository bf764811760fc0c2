// Runs kernels that are generated from seeds, and prints a hash of what each makes of each input.
//
//   differential [--first SEED] [--count N] [--level N]   a line `SEED INPUT HASH` for each run
//   differential --compare FILE                           the same runs again, as in FILE
//   differential --ptx SEED                               the kernel's module
//   differential --words SEED                             what it makes of each input
//
// Exit status: 0, or 1 if a run failed or differs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <stdexcept>

#include "execution.hpp"
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

using receiver = std::function<void(std::uint64_t seed, unsigned input, std::uint64_t hash)>;

// False if a kernel did not run; says which.
bool run_all(std::uint64_t first, std::uint64_t count, const receiver& result) {
  bool all = true;
  for (std::uint64_t begin = first; begin < first + count; begin += kernels_per_module) {
    std::vector<generated_kernel> kernels;
    std::string text = module_header();
    for (std::uint64_t seed = begin; seed < std::min(begin + kernels_per_module, first + count);
         ++seed) {
      kernels.push_back(generate(seed));
      text += kernels.back().text;
    }
    try {
      const loaded_module module(text);
      for (const generated_kernel& kernel : kernels)
        for (unsigned i = 0; i < inputs; ++i) try {
            result(kernel.seed, i, hash_of(module.run(kernel, input_of(i))));
          } catch (const std::exception& e) {
            std::fprintf(stderr, "%s, input %u: %s\n", kernel.name.c_str(), i, e.what());
            all = false;
          }
    } catch (const std::exception& e) {
      std::fprintf(stderr, "kernels %llu to %llu: %s\n",
                   static_cast<unsigned long long>(kernels.front().seed),
                   static_cast<unsigned long long>(kernels.back().seed), e.what());
      all = false;
    }
  }
  return all;
}

int print_words(std::uint64_t seed) {
  const generated_kernel kernel = generate(seed);
  const loaded_module module(module_header() + kernel.text);
  for (unsigned i = 0; i < inputs; ++i) {
    const std::vector<std::uint32_t> words = module.run(kernel, input_of(i));
    std::printf("input %u, a line a thread, totals last", i);
    for (std::size_t w = 0; w < words.size(); ++w)
      std::printf("%s%x", w % (bytes_per_thread / 4) == 0 ? "\n" : " ", words[w]);
    std::printf("\n");
  }
  return 0;
}

int compare(const char* path) {
  std::ifstream file(path);
  std::map<std::pair<std::uint64_t, unsigned>, std::uint64_t> expected;
  std::uint64_t seed = 0, hash = 0, first = ~std::uint64_t{0}, last = 0;
  unsigned input = 0;
  while (file >> std::dec >> seed >> input >> std::hex >> hash) {
    expected[{seed, input}] = hash;
    first = std::min(first, seed);
    last = std::max(last, seed);
  }
  if (expected.empty()) throw std::runtime_error(std::string(path) + " has no results");
  bool same = true;
  std::size_t runs = 0;
  const bool all = run_all(first, last - first + 1,
                           [&](std::uint64_t kernel, unsigned number, std::uint64_t got) {
                             ++runs;
                             const auto wanted = expected.find({kernel, number});
                             if (wanted != expected.end() && wanted->second == got) return;
                             std::printf("kernel %llu, input %u: differs\n",
                                         static_cast<unsigned long long>(kernel), number);
                             same = false;
                           });
  if (all && same) std::printf("%zu runs agree\n", runs);
  return all && same ? 0 : 1;
}

int run(int argc, char** argv) {
  std::uint64_t first = 0, count = 100;
  for (int i = 1; i < argc; i += 2) {
    const std::string option = argv[i];
    if (i + 1 == argc) throw std::runtime_error(option + " needs a value");
    const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
    if (option == "--first")
      first = value;
    else if (option == "--count")
      count = value;
    else if (option == "--level")
      optimisation_level = static_cast<int>(value);
    else if (option == "--compare")
      return compare(argv[i + 1]);
    else if (option == "--words")
      return print_words(value);
    else if (option == "--ptx")
      return std::printf("%s%s", module_header().c_str(), generate(value).text.c_str()) > 0 ? 0 : 1;
    else
      throw std::runtime_error("no such option: " + option);
  }
  const bool all =
      run_all(first, count, [](std::uint64_t seed, unsigned input, std::uint64_t hash) {
        std::printf("%llu %u %016llx\n", static_cast<unsigned long long>(seed), input,
                    static_cast<unsigned long long>(hash));
        std::fflush(stdout);  // what there is stays, should a kernel never end
      });
  return all ? 0 : 1;
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
