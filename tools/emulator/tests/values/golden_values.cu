// Writes down what a device makes of each form of an instruction, or compares it with what another
// one made of it.
//
//   golden_values --write FOLDER     a file per family: on a GPU
//   golden_values --compare FOLDER   exit status 1 if anything differs: on the emulator, which may
//                                    refuse to run the forms in FOLDER/refused.txt
//   golden_values --show FORM        every value of one form, the sweep's too
//
// A family's file has a block for each form. `a b : r r r` gives the operands but the last, which
// runs through the values in the line `*`, and the results; of a single operand `a=r`. The line
// `sweep` has a hash of the results of every 512 of the 4096 random inputs; only forms whose
// results are exact have one. Results of approximate forms are compared within the distance that
// stands in the form's line.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "inputs.hpp"

std::vector<family>& families() {
  static std::vector<family> all;
  return all;
}

namespace {

// The results of a form; empty if the device will not run it.
std::vector<word> evaluate(const form& f, const arguments& in) {
  static word* device = nullptr;  // four arrays
  if (device == nullptr && cudaMalloc(&device, 4 * sweep_size * sizeof(word)) != cudaSuccess) {
    std::fprintf(stderr, "no device memory: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(2);
  }
  const auto count = static_cast<unsigned>(in.count());
  const auto array = [&](std::size_t number) { return device + number * sweep_size; };
  for (std::size_t o = 0; o < 3; ++o)
    cudaMemcpy(array(o), in.operands[o].data(), count * sizeof(word), cudaMemcpyHostToDevice);
  f.kernel<<<(count + 255) / 256, 256>>>(array(0), array(1), array(2), array(3), count);
  std::vector<word> result(count);
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) {
    cudaDeviceReset();  // the context is lost; the next form gets a new one
    device = nullptr;
    return {};
  }
  cudaMemcpy(result.data(), array(3), count * sizeof(word), cudaMemcpyDeviceToHost);
  return result;
}

bool approximate(const form& f) { return f.within.ulps != 0 || f.within.absolute != 0; }

std::string hex(word value) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", value);
  return text;
}

constexpr std::size_t sweep_block = 512;

std::string hash_of(const word* values, std::size_t count) {  // FNV-1a
  word hash = 0xcbf29ce484222325;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ values[i]) * 0x100000001b3;
  return hex((hash ^ hash >> 32) & 0xffffffff);
}

void add_table(const form& f, std::vector<std::string>& lines) {
  const arguments in = table_of(f);
  const std::vector<word> results = evaluate(f, in);
  std::string line;
  if (f.operands.size() == 1) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      line += (line.empty() ? "" : " ") + hex(in.operands[0][i]) + "=" + hex(results[i]);
      if (i % 8 == 7 || i + 1 == results.size()) {
        lines.push_back(line);
        line.clear();
      }
    }
    return;
  }
  const std::size_t last = f.operands.size() - 1;
  std::size_t row = 1;
  while (row < in.count() && in.operands[last][row] != in.operands[last][0]) ++row;
  line = "* :";
  for (std::size_t i = 0; i < row; ++i) line += " " + hex(in.operands[last][i]);
  lines.push_back(line);
  for (std::size_t i = 0; i < results.size(); i += row) {
    line = hex(in.operands[0][i]);
    if (last == 2) line += " " + hex(in.operands[1][i]);
    line += " :";
    for (std::size_t k = i; k < i + row; ++k) line += " " + hex(results[k]);
    lines.push_back(line);
  }
}

void add_sweep(const form& f, std::vector<std::string>& lines) {
  const std::vector<word> results = evaluate(f, sweep_of(f));
  std::string line = "sweep";
  for (std::size_t i = 0; i < results.size(); i += sweep_block)
    line += " " + hash_of(&results[i], sweep_block);
  lines.push_back(line);
}

std::string title_of(const form& f) {
  std::ostringstream title;
  title << "[" << f.name << "]";
  if (f.within.ulps != 0) title << " within " << f.within.ulps << " ulp";
  if (f.within.absolute != 0) title << " within " << f.within.absolute;
  return title.str();
}

// The lines of a form's block; none if the device will not run it.
std::vector<std::string> lines_of(const form& f) {
  std::vector<std::string> lines;
  add_table(f, lines);
  if (lines.size() <= (f.operands.size() == 1 ? 0u : 1u)) return {};
  if (!approximate(f)) add_sweep(f, lines);
  return lines;
}

// A value as a number, and its distance to the next one.
double number_of(kind which, word bits, double& ulp) {
  int fraction = 23, bias = 127, width = 32;
  if (which == kind::f64) fraction = 52, bias = 1023, width = 64;
  if (which == kind::f16 || which == kind::f16x2) fraction = 10, bias = 15, width = 16;
  if (which == kind::bf16 || which == kind::bf16x2) fraction = 7, width = 16;
  const int exponent = static_cast<int>(bits >> fraction & (2 * bias + 1));
  const word mantissa = bits & ((word{1} << fraction) - 1);
  const double sign = (bits >> (width - 1) & 1) != 0 ? -1 : 1;
  ulp = std::ldexp(1.0, (exponent == 0 ? 1 : exponent) - bias - fraction);
  if (exponent == 2 * bias + 1) return mantissa != 0 ? NAN : sign * HUGE_VAL;
  return sign * static_cast<double>(mantissa + (exponent != 0 ? word{1} << fraction : 0)) * ulp;
}

bool close(const form& f, word got, word wanted) {
  if (f.result == kind::f16x2 || f.result == kind::bf16x2) {
    form half = f;
    half.result = f.result == kind::f16x2 ? kind::f16 : kind::bf16;
    return close(half, got & 0xffff, wanted & 0xffff) && close(half, got >> 16, wanted >> 16);
  }
  if (got == wanted) return true;
  double got_ulp, wanted_ulp;
  const double x = number_of(f.result, got, got_ulp), y = number_of(f.result, wanted, wanted_ulp);
  if (!std::isfinite(x) || !std::isfinite(y) || (x == 0) != (y == 0)) return false;
  const double limit = f.within.ulps * std::fmax(got_ulp, wanted_ulp) + f.within.absolute;
  return std::fabs(x - y) <= limit;
}

bool same_token(const form& f, const std::string& got, const std::string& wanted) {
  if (got == wanted) return true;
  if (!approximate(f)) return false;
  const std::size_t at = got.find('='), behind = at == std::string::npos ? 0 : at + 1;
  if (got.compare(0, behind, wanted, 0, behind) != 0) return false;
  return close(f, std::strtoull(got.c_str() + behind, nullptr, 16),
               std::strtoull(wanted.c_str() + behind, nullptr, 16));
}

std::vector<std::string> tokens_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> tokens;
  for (std::string token; in >> token;) tokens.push_back(token);
  return tokens;
}

// Says where two blocks differ; gives the number of values that do.
int differences(const form& f, const std::vector<std::string>& got,
                const std::vector<std::string>& wanted) {
  if (got.empty()) return std::printf("[%s] was not run\n", f.name.c_str()), 1;
  if (got.size() != wanted.size()) return std::printf("[%s] has other inputs\n", f.name.c_str()), 1;
  const std::vector<std::string> columns = tokens_of(got[0]);
  const std::size_t heads = f.operands.size() - 1;  // operands that begin a line
  int count = 0;
  for (std::size_t l = 0; l < got.size(); ++l) {
    const std::vector<std::string> ours = tokens_of(got[l]), theirs = tokens_of(wanted[l]);
    for (std::size_t t = 0; t < ours.size(); ++t) {
      const std::string other = t < theirs.size() ? theirs[t] : "nothing";
      if (same_token(f, ours[t], other) || ++count > 6) continue;
      std::string inputs;
      if (ours[0] == "sweep") {
        inputs = "sweep block " + std::to_string(t - 1);
      } else {
        for (std::size_t h = 0; h < heads; ++h) inputs += ours[h] + " ";
        if (heads > 0) inputs += columns[t + 1 - heads];
      }
      std::printf("[%s] %s gives %s, not %s\n", f.name.c_str(), inputs.c_str(), ours[t].c_str(),
                  other.c_str());
    }
  }
  if (count > 6) std::printf("[%s] ... %d values in all\n", f.name.c_str(), count);
  return count;
}

int write(const std::string& folder) {
  int refused = 0;
  for (const family& each : families()) {
    const std::string path = folder + "/" + each.name + ".txt";
    std::ofstream out(path);
    for (const form& f : each.forms) {
      const std::vector<std::string> lines = lines_of(f);
      if (lines.empty()) {
        ++refused;
        std::fprintf(stderr, "[%s] was not run\n", f.name.c_str());
        continue;
      }
      out << title_of(f) << "\n";
      for (const std::string& line : lines) out << line << "\n";
    }
    if (!out.flush()) return std::fprintf(stderr, "cannot write %s\n", path.c_str()), 2;
    std::printf("%s: %zu forms\n", path.c_str(), each.forms.size());
  }
  return refused == 0 ? 0 : 1;
}

// The forms that refused.txt names, `FORM: reason`.
std::map<std::string, std::string> refused_in(const std::string& folder) {
  std::map<std::string, std::string> result;
  std::ifstream in(folder + "/refused.txt");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line[0] != '#' && colon != std::string::npos)
      result[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return result;
}

int compare(const std::string& folder) {
  int different = 0, forms = 0;
  const std::map<std::string, std::string> refused = refused_in(folder);
  for (const family& each : families()) {
    const std::string path = folder + "/" + each.name + ".txt";
    std::ifstream in(path);
    if (!in) return std::fprintf(stderr, "cannot read %s\n", path.c_str()), 2;
    std::map<std::string, std::vector<std::string>> blocks;
    std::vector<std::string>* block = nullptr;
    for (std::string line; std::getline(in, line);) {
      if (line[0] == '[')
        block = &blocks[line.substr(1, line.find(']') - 1)];
      else if (block != nullptr)
        block->push_back(line);
    }
    for (const form& f : each.forms) {
      ++forms;
      const auto wanted = blocks.find(f.name);
      if (refused.count(f.name) != 0) {
        if (lines_of(f).empty()) continue;
        std::printf("[%s] was run, but refused.txt says that it is refused\n", f.name.c_str());
        ++different;
      } else if (wanted == blocks.end()) {
        std::printf("[%s] is not in %s\n", f.name.c_str(), path.c_str());
        ++different;
      } else if (differences(f, lines_of(f), wanted->second) != 0) {
        ++different;
      }
    }
  }
  std::printf("%d of %d forms differ, %zu are refused\n", different, forms, refused.size());
  return different == 0 ? 0 : 1;
}

int show(const std::string& name) {
  for (const family& each : families()) {
    for (const form& f : each.forms) {
      if (f.name != name) continue;
      for (const arguments& in : {table_of(f), sweep_of(f)}) {
        const std::vector<word> results = evaluate(f, in);
        for (std::size_t i = 0; i < results.size(); ++i) {
          for (std::size_t o = 0; o < f.operands.size(); ++o)
            std::printf("%llx ", in.operands[o][i]);
          std::printf("= %llx\n", results[i]);
        }
      }
      return 0;
    }
  }
  return std::fprintf(stderr, "no form is called %s\n", name.c_str()), 2;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count == 3 ? words[1] : "";
  if (what == "--write") return write(words[2]);
  if (what == "--compare") return compare(words[2]);
  if (what == "--show") return show(words[2]);
  std::fprintf(stderr, "usage: golden_values --write FOLDER | --compare FOLDER | --show FORM\n");
  return 2;
}
