// What is recorded: for each case a checksum of all bits of the results, and the first ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tensor {

struct record {
  std::string name;
  std::vector<std::uint64_t> results;
  unsigned digits = 8;  // of a result in hexadecimal

  std::string text() const;  // what follows the name
};

std::vector<record> multiplications();  // multiplications.cu
std::vector<record> fragments();        // fragment_records.cu
std::vector<record> products();
std::vector<record> moves();  // move_records.cu

}  // namespace tensor
