// What tensor cores give, bit for bit. --csv prints what docs/data/h100_tensor_cores.csv has: for
// each case a checksum of the results, and the first ones. --compare FILE forms the same, and says
// where it differs. --raw FILE keeps all results.
#include <fstream>
#include <iostream>
#include <map>

#include "elements.hpp"
#include "records.hpp"

namespace tensor {

constexpr std::size_t shown = 3;

std::string record::text() const {
  std::uint32_t sum = 0;
  for (const std::uint64_t x : results) {
    sum = mixed(sum ^ static_cast<std::uint32_t>(x)) + 1;
    if (digits > 8) sum = mixed(sum ^ static_cast<std::uint32_t>(x >> 32)) + 1;
  }
  char word[24];
  std::snprintf(word, sizeof word, ",%zu,%08x,", results.size(), sum);
  std::string all = word;
  for (std::size_t i = 0; i < results.size() && i < shown; ++i) {
    std::snprintf(word, sizeof word, i == 0 ? "%0*llx" : " %0*llx", static_cast<int>(digits),
                  static_cast<unsigned long long>(results[i]));
    all += word;
  }
  return all;
}

namespace {

std::vector<record> all_records() {
  std::vector<record> all;
  for (const auto& part : {multiplications(), fragments(), products(), moves()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

void write_raw(const std::vector<record>& all, const char* path) {
  std::ofstream file(path, std::ios::binary);
  for (const record& r : all) {
    file << r.name << '\n' << r.results.size() << ' ' << r.digits << '\n';
    for (const std::uint64_t x : r.results)
      file.write(reinterpret_cast<const char*>(&x), r.digits / 2);
  }
}

int compare(const char* path) {
  std::map<std::string, std::string> recorded;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.find(',');
    if (line[0] != '#' && comma != std::string::npos)
      recorded[line.substr(0, comma)] = line.substr(comma);
  }
  int differ = 0, equal = 0, missing = 0;
  for (const record& r : all_records()) {
    const auto found = recorded.find(r.name);
    if (found == recorded.end()) {
      std::cout << "not recorded: " << r.name << '\n';
      ++missing;
    } else if (found->second == r.text()) {
      ++equal;
    } else {
      std::cout << "differs: " << r.name << "\n  recorded " << found->second << "\n  here     "
                << r.text() << '\n';
      ++differ;
    }
  }
  std::cout << equal << " equal, " << differ << " different, " << missing << " not recorded\n";
  return differ + missing == 0 && equal > 0 ? 0 : 1;
}

}  // namespace
}  // namespace tensor

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--compare" && argc > 2) return tensor::compare(argv[2]);
  if (what != "--csv" && (what != "--raw" || argc < 3)) {
    std::cerr << "usage: tensor_values --csv | --raw FILE | --compare FILE\n";
    return 64;
  }
  const auto all = tensor::all_records();
  if (what == "--raw") tensor::write_raw(all, argv[2]);
  std::cout << "case,results,checksum,first\n";
  for (const tensor::record& r : all) std::cout << r.name << r.text() << '\n';
}
