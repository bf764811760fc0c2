// Times that were measured on a GPU and are kept in docs/data, for programs that run without one.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <istream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace lockstep {

// A file of docs/data in the checkout from which the program was built: the next folder above the
// program that has it. Empty if there is none, as in a chapter that was copied elsewhere.
class recorded_table {
 public:
  explicit recorded_table(const std::string& name) {
    std::ifstream file(path_of(name));
    read(file);
  }
  explicit recorded_table(std::istream& file) { read(file); }

  // "H200, recorded 2026-11-21"
  std::string source() const { return device_ + ", recorded " + date_; }

  using condition = std::pair<const char*, std::string>;  // a column, and what stands in it
  // What the first row that fulfils all of them has in `column`.
  std::optional<double> find(std::initializer_list<condition> all, const char* column) const {
    for (const std::string& value : values(all, column))
      if (!value.empty()) return std::strtod(value.c_str(), nullptr);
    return std::nullopt;
  }
  // What all such rows have there.
  std::vector<std::string> values(std::initializer_list<condition> all, const char* column) const {
    std::vector<std::string> found;
    for (const auto& row : rows_) {
      bool fits = true;
      for (const condition& one : all) fits = fits && cell(row, one.first) == one.second;
      if (fits) found.push_back(cell(row, column));
    }
    return found;
  }

 private:
  void read(std::istream& file) {
    std::vector<std::string> comments;
    for (std::string line; std::getline(file, line);) {
      if (line.empty()) continue;
      if (line[0] == '#')
        comments.push_back(line);
      else if (names_.empty())
        names_ = cells_of(line);
      else
        rows_.push_back(cells_of(line));
    }
    if (!comments.empty()) read_machine(comments.front());
  }

  static std::string path_of(const std::string& name) {
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    std::string folder(program, length > 0 ? static_cast<std::size_t>(length) : 0);
    while (!folder.empty()) {
      folder.erase(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
      const std::string path = folder + "/docs/data/" + name;
      if (access(path.c_str(), R_OK) == 0) return path;
    }
    return "";
  }

  // Of "# One NVIDIA H200 (SM ...), ..., 2026-11-21." or "# ... NVIDIA H200, ...": the device and
  // the date.
  void read_machine(const std::string& line) {
    const std::size_t name = line.find("NVIDIA ");
    if (name != std::string::npos) {
      const std::string behind = line.substr(name + 7);
      const std::string found = behind.substr(0, std::min(behind.find(" ("), behind.find(',')));
      if (!found.empty()) device_ = found;
    }
    const std::size_t end = line.find_last_of("0123456789");
    if (end != std::string::npos && end >= 9) date_ = line.substr(end - 9, 10);
  }

  // Of a line of RFC 4180.
  static std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back() += line[i++];
      else if (line[i] == '"')
        is_quoted = !is_quoted;
      else if (line[i] == ',' && !is_quoted)
        cells.emplace_back();
      else
        cells.back() += line[i];
    }
    return cells;
  }

  std::string cell(const std::vector<std::string>& row, const std::string& column) const {
    for (std::size_t i = 0; i < names_.size() && i < row.size(); ++i)
      if (names_[i] == column) return row[i];
    return "";
  }

  std::string device_ = "GPU", date_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace lockstep
