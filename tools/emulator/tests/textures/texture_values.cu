// What a GPU's texture units give, bit for bit. --csv prints what docs/data/h100_textures.csv has:
// for each case a checksum of the results at 4096 points, and the results at the first ones.
// --compare FILE forms the same, and says where it differs. --surface N is one use of a surface,
// in a process of its own, since some of them end the context.
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

#include "made_texture.hpp"
#include "reading.cuh"
#include "surfaces.cuh"

namespace {

constexpr int point_count = 4096, shown = 6;

// All values of a byte as sRGB.
texture_case srgb_table() {
  texture_case c;
  c.width = 256;
  c.height = 1;
  c.element = {"u8", 8, 4, cudaChannelFormatKindUnsigned};
  c.fraction = c.srgb = true;
  return c;
}

std::string record_of(const texture_case& c, const std::vector<point>& at, std::size_t first) {
  const made_texture texture(c);
  point* points = nullptr;
  uint4* results = nullptr;
  const int count = static_cast<int>(at.size());
  checked(cudaMalloc(&points, at.size() * sizeof(point)));
  checked(cudaMalloc(&results, at.size() * sizeof(uint4)));
  checked(cudaMemcpy(points, at.data(), at.size() * sizeof(point), cudaMemcpyHostToDevice));
  checked(cudaMemset(results, 0xee, at.size() * sizeof(uint4)));
  read_points<<<(count + 127) / 128, 128>>>(texture.object, c.of, c.read, points, results, count);
  std::vector<uint4> read(at.size());
  checked(cudaMemcpy(read.data(), results, at.size() * sizeof(uint4), cudaMemcpyDeviceToHost));
  checked(cudaFree(points));
  checked(cudaFree(results));
  std::uint32_t sum = 0;
  std::string text;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const std::uint32_t bits[] = {read[i].x, read[i].y, read[i].z, read[i].w};
    for (const std::uint32_t b : bits) sum = mixed(sum ^ b) + 1;
    if (i >= first) continue;
    const int channels = c.read >= how::gather0 ? 4 : c.element.channels;
    for (int k = 0; k < channels; ++k) {
      char word[16];
      std::snprintf(word, sizeof word, k == 0 ? " %x" : ":%x", bits[k]);
      text += word;
    }
  }
  char head[64];
  std::snprintf(head, sizeof head, ",%d,%08x,", count, sum);
  return head + text.substr(1);
}

std::vector<point> table_points() {
  std::vector<point> all(256);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].x = static_cast<float>(i) + 0.5f;
  return all;
}

std::string surface_in_a_process(const char* program, int use) {
  const std::string command =
      std::string(program) + " --surface " + std::to_string(use) + " 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  char line[2000] = "";
  if (std::fgets(line, sizeof line, pipe) == nullptr) line[0] = '\0';
  pclose(pipe);
  std::string text = line;
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// By case: whether its record may be compared, and the record.
struct record {
  std::string name, rest;
  bool is_open;
};

std::vector<record> all_records(const char* program) {
  std::vector<record> all;
  for (const texture_case& c : all_cases())
    all.push_back({c.name(), record_of(c, points(c, point_count), shown), c.is_open()});
  all.push_back({"bytes as sRGB", record_of(srgb_table(), table_points(), 256), false});
  for (int use = 0; use < static_cast<int>(surface_use::count_); ++use) {
    const std::string text = surface_in_a_process(program, use);
    const std::size_t comma = text.find(',');
    all.push_back({text.substr(0, comma), comma == std::string::npos ? "" : text.substr(comma),
                   is_without_object(static_cast<surface_use>(use))});
  }
  return all;
}

int compare(const char* program, const char* path) {
  std::map<std::string, std::string> recorded;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t comma = line.find(',');
    if (line[0] != '#' && comma != std::string::npos)
      recorded[line.substr(0, comma)] = line.substr(comma);
  }
  int differ = 0, open = 0, equal = 0, missing = 0;
  for (const record& r : all_records(program)) {
    const auto found = recorded.find(r.name);
    if (found == recorded.end()) {
      std::cout << "not recorded: " << r.name << '\n';
      ++missing;
    } else if (found->second == r.rest) {
      ++equal;
    } else if (r.is_open) {
      ++open;
    } else {
      std::cout << "differs: " << r.name << "\n  recorded " << found->second << "\n  here     "
                << r.rest << '\n';
      ++differ;
    }
  }
  std::cout << equal << " equal, " << differ << " different, " << open
            << " different where the rounding is not known, " << missing << " not recorded\n";
  return differ + missing == 0 && equal > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--compare" && argc > 2) return compare(argv[0], argv[2]);
  if (what == "--surface" && argc > 2) {
    std::cout << surface_record(static_cast<surface_use>(std::atoi(argv[2]))) << '\n';
    return 0;
  }
  if (what != "--csv") {
    std::cerr << "usage: texture_values --csv | --compare FILE | --surface NUMBER\n";
    return 64;
  }
  std::cout << "case,points,checksum,first\n";
  for (const record& r : all_records(argv[0])) std::cout << r.name << r.rest << '\n';
}
