// What is printed about variants: times and what follows from them, or counts, as a table for
// people or as a file of docs/data.
#pragma once

#include <lockstep/protocol/ratios.hpp>
#include <lockstep/table.hpp>

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace lockstep {
namespace reduction {

enum class verdict { right, wrong, wrong_on_purpose };

inline const char* word(verdict v) {
  if (v == verdict::right) return "right";
  return v == verdict::wrong ? "WRONG" : "wrong, as said";
}

class time_report {
 public:
  time_report(unsigned size, unsigned block, double peak_gigabytes)
      : bytes_(4.0 * size), size_(size), block_(block), peak_(peak_gigabytes) {}

  // `after` begins the name of the entry whose time the step compares with; empty: the last one.
  void add(const std::string& name, const std::string& after, double milliseconds, verdict result) {
    std::size_t before = rows_.size() - 1;
    for (std::size_t i = 0; i < rows_.size() && !after.empty(); ++i) {
      if (rows_[i].name.rfind(after, 0) == 0) before = i;
    }
    rows_.push_back({name, milliseconds, result, before});
  }

  void set_read_only(double milliseconds) { read_only_ = milliseconds; }

  void print(std::ostream& out) const {
    table t({{"variant", "", align::left},
             {"", "", align::left},
             {"time", "ms"},
             {"bandwidth", "GB/s"},
             {"peak", "%"},
             {"reading", "%"},
             {"step", "times"},
             {"from", "", align::left},
             {"in all", "times"}});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const row& r = rows_[i];
      const double bandwidth = bytes_ / r.time / 1e6;
      t.add({r.name, word(r.result), fixed(r.time, 4), fixed(bandwidth, bandwidth < 10 ? 1 : 0),
             fixed(100 * bandwidth / peak_, 1), fixed(100 * read_only_ / r.time, 1),
             i == 0 ? "" : fixed(rows_[r.before].time / r.time, 2),
             i == 0 ? "" : first_word(rows_[r.before].name), fixed(rows_[0].time / r.time, 2)});
    }
    const double reading = bytes_ / read_only_ / 1e6;
    t.add({"reading alone", "", fixed(read_only_, 4), fixed(reading, 0),
           fixed(100 * reading / peak_, 1), "100.0", "", "", ""});
    t.print(out);
  }

  void print_csv(std::ostream& out) const {
    table t({{"variant"},
             {"size"},
             {"block"},
             {"compared_with"},
             {"milliseconds"},
             {"gb_per_s"},
             {"result"}});
    const auto add = [&](const std::string& name, const std::string& from, double time,
                         const char* result) {
      t.add({name, std::to_string(size_), std::to_string(block_), from, fixed(time, 5),
             fixed(bytes_ / time / 1e6, 1), result});
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      add(rows_[i].name, i == 0 ? "" : rows_[rows_[i].before].name, rows_[i].time,
          word(rows_[i].result));
    }
    add("reading alone", "", read_only_, "");
    t.print_csv(out);
  }

 private:
  struct row {
    std::string name;
    double time;
    verdict result;
    std::size_t before;
  };
  static std::string first_word(const std::string& name) {
    return name.rfind("host", 0) == 0 ? name : name.substr(0, name.find(' '));
  }

  double bytes_;
  unsigned size_, block_;
  double peak_;
  double read_only_ = 0;
  std::vector<row> rows_;
};

class count_report {
 public:
  count_report(unsigned size, unsigned block) : size_(size), block_(block) {}

  // All launches of the variant together.
  void add(const std::string& name, std::uint64_t blocks, const counters& c, verdict result) {
    rows_.push_back({name, blocks, c, result});
  }

  void print(std::ostream& out) const {
    table t({{"variant", "", align::left},
             {"", "", align::left},
             {"warps", ""},
             {"PTX", "/warp"},
             {"lanes", "active"},
             {"branch", "eff. %"},
             {"load", "eff. %"},
             {"store", "eff. %"},
             {"sectors", "per load"},
             {"conflicts", "per block"}});
    for (const row& r : rows_) {
      const counters& c = r.count;
      t.add({r.name, word(r.result), grouped(c.warps), fixed(instructions_per_warp(c), 2),
             fixed(active_lanes_per_instruction(c), 2), fixed(branch_efficiency(c), 2, "none"),
             fixed(global_load_efficiency(c), 2), fixed(global_store_efficiency(c), 2),
             fixed(sectors_per_load_request(c), 2),
             fixed(double(shared_conflicts(c)) / double(r.blocks), 0)});
    }
    t.print(out);
  }

  void print_csv(std::ostream& out) const {
    table t({{"variant"},
             {"size"},
             {"block"},
             {"blocks"},
             {"warps"},
             {"warp_instructions"},
             {"instructions_per_warp"},
             {"lanes_per_instruction"},
             {"branch_efficiency"},
             {"load_efficiency"},
             {"store_efficiency"},
             {"load_requests"},
             {"load_sectors"},
             {"store_requests"},
             {"store_sectors"},
             {"conflicts"},
             {"barriers"},
             {"result"}});
    for (const row& r : rows_) {
      const counters& c = r.count;
      const auto text = [](std::uint64_t value) { return std::to_string(value); };
      const auto percent = [](const std::optional<double>& value) { return fixed(value, 4, ""); };
      t.add({r.name, text(size_), text(block_), text(r.blocks), text(c.warps),
             text(c.warp_instructions), percent(instructions_per_warp(c)),
             percent(active_lanes_per_instruction(c)), percent(branch_efficiency(c)),
             percent(global_load_efficiency(c)), percent(global_store_efficiency(c)),
             text(c.global_load_requests), text(c.global_load_sectors),
             text(c.global_store_requests), text(c.global_store_sectors), text(shared_conflicts(c)),
             text(c.barriers), word(r.result)});
    }
    t.print_csv(out);
  }

 private:
  struct row {
    std::string name;
    std::uint64_t blocks;
    counters count;
    verdict result;
  };
  unsigned size_, block_;
  std::vector<row> rows_;
};

}  // namespace reduction
}  // namespace lockstep
