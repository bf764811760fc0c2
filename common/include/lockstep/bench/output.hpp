// Results as they come: records for `lockstep bench`, a file of docs/data, or a table for people.
#pragma once

#include <lockstep/csv.hpp>
#include <lockstep/table.hpp>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include "case.hpp"

namespace lockstep {
namespace bench {

struct result {
  const group& of;
  const kernel_case& which;
  columns found;
  std::optional<timing> time;  // none: it was wrong, and not timed
  std::optional<double> ceiling_us, cub_us, thrust_us;
};

inline double gigabytes_per_second(std::size_t bytes, double us) {
  return static_cast<double>(bytes) / us / 1e3;
}

class output {
 public:
  virtual ~output() = default;
  virtual void plan(std::size_t cases) { (void)cases; }
  virtual void add(const result& one) = 0;
  // So many groups are done, those left out among them; about so many cases are left.
  virtual void end_group(std::size_t finished, std::size_t left) { (void)finished, (void)left; }
  virtual void finish() {}
};

// One JSON object a line (docs/interfaces.md, section 7), flushed at once.
class record_output : public output {
 public:
  explicit record_output(std::string chapter) : chapter_(std::move(chapter)) {
    const device_summary device = describe_device();
    std::cout << "{\"record\":\"machine\",\"device\":" << quoted(device.name)
              << ",\"compute_capability\":\"" << device.compute_capability / 10 << "."
              << device.compute_capability % 10
              << "\",\"multiprocessors\":" << device.multiprocessors
              << ",\"peak_gbps\":" << fixed(device.memory_bandwidth, 1)
              << ",\"l2_bytes\":" << device_attribute(cudaDevAttrL2CacheSize)
              << ",\"driver\":" << quoted(driver_version())
              << ",\"line\":" << quoted(machine_line())
              << ",\"sm_mhz\":" << device_attribute(cudaDevAttrClockRate) / 1000
              << ",\"memory_mhz\":" << device_attribute(cudaDevAttrMemoryClockRate) / 1000 << "}"
              << std::endl;
  }
  void plan(std::size_t cases) override {
    std::cout << "{\"record\":\"plan\",\"cases\":" << cases << "}" << std::endl;
  }
  void add(const result& one) override {
    const auto number = [](const std::optional<double>& value, int digits) {
      return value ? fixed(*value, digits) : std::string("null");
    };
    const timing none;
    const timing& time = one.time ? *one.time : none;
    std::string line =
        "{\"record\":\"result\",\"chapter\":" + quoted(chapter_) +
        ",\"kernel\":" + quoted(one.which.name) + ",\"type\":" + quoted(one.of.type) +
        ",\"operation\":" + quoted(one.of.operation) +
        ",\"elements\":" + std::to_string(one.of.elements) +
        ",\"residency\":" + quoted(one.of.where ? word(*one.of.where) : "") +
        ",\"bytes\":" + std::to_string(one.of.bytes) +
        ",\"us\":" + (one.time ? fixed(time.us, 4) : "null") +
        ",\"spread\":" + fixed(time.spread, 2) + ",\"samples\":" + std::to_string(time.samples) +
        ",\"sm_mhz\":" + fixed(time.sm_mhz, 0) + ",\"right\":" + (one.time ? "true" : "false") +
        ",\"ceiling_us\":" + number(one.ceiling_us, 4) + ",\"cub_us\":" + number(one.cub_us, 4) +
        ",\"thrust_us\":" + number(one.thrust_us, 4) + ",\"note\":" + quoted(one.which.note) +
        ",\"parameters\":" + object(one.of.parameters) + ",\"found\":" + object(one.found) + "}";
    std::cout << line << std::endl;
  }
  void end_group(std::size_t finished, std::size_t left) override {
    std::cout << "{\"record\":\"group\",\"finished\":" << finished << ",\"left\":" << left << "}"
              << std::endl;
  }

 private:
  static std::string object(const columns& all) {
    std::string text;
    for (const auto& [name, value] : all) {
      text += (text.empty() ? "" : ",") + quoted(name) + ":" + quoted(value);
    }
    return "{" + text + "}";
  }
  static std::string quoted(const std::string& text) {  // names and notes: no control characters
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result + "\"";
  }
  std::string chapter_;
};

// Rows are printed as they come, so that what was measured before an interrupt is there. A row has
// what the lessons use; --records has all.
class csv_output : public output {
 public:
  explicit csv_output(const options& given) {
    std::cout << csv_heading(given,
                             "Many launches in a graph, each on another buffer (dram) or all on "
                             "the same (l2); by the median; spread: the middle half of the "
                             "samples, per cent of it.")
              << "type,operation,elements,residency,kernel,gbps,spread,cub_gbps,read_ceiling_gbps"
              << std::endl;
  }
  void add(const result& one) override {
    if (!one.time) return;
    const auto rate = [&](const std::optional<double>& us) {
      return us ? fixed(gigabytes_per_second(one.of.bytes, *us), 1) : "";
    };
    const bool quoted = one.which.name.find(',') != std::string::npos;
    const std::string quote = quoted ? "\"" : "";
    std::cout << one.of.type << ',' << one.of.operation << ',' << one.of.elements << ','
              << (one.of.where ? word(*one.of.where) : "") << ',' << quote << one.which.name
              << quote << ',' << rate(one.time->us) << ',' << fixed(one.time->spread, 2) << ','
              << rate(one.cub_us) << ',' << rate(one.ceiling_us) << std::endl;
  }
};

class table_output : public output {
 public:
  void plan(std::size_t cases) override { cases_ = cases; }
  void add(const result& one) override {
    std::cerr << "\r\033[K" << ++done_ << "/" << cases_ << " " << one.which.name << std::flush;
    const auto ratio = [&](const std::optional<double>& us) {
      return us && one.time ? fixed(*us / one.time->us, 3) : "";
    };
    const bool timed = one.time.has_value();
    const bool moves = timed && one.of.bytes > 0;
    const double rate = moves ? gigabytes_per_second(one.of.bytes, one.time->us) : 0;
    std::string work = one.of.type + " " + one.of.operation;
    for (const auto& [name, value] : one.of.parameters) work += " " + name + " " + value;
    rows_.add({one.which.name, work, grouped(one.of.elements),
               one.of.where ? word(*one.of.where) : "", timed ? fixed(one.time->us, 3) : "WRONG",
               timed ? fixed(one.time->spread, 1) : "", moves ? fixed(rate, 0) : "",
               moves && one.of.where == residency::dram ? fixed(100 * rate / peak_, 1) : "",
               ratio(one.ceiling_us), ratio(one.cub_us), ratio(one.thrust_us)});
  }
  void finish() override {
    std::cerr << "\r\033[K" << std::flush;
    std::cout << one_line(describe_device()) << "\n\n";
    rows_.print(std::cout);
  }

 private:
  table rows_{{{"kernel", "", align::left},
               {"work", "", align::left},
               {"elements"},
               {"from", "", align::left},
               {"time", "us"},
               {"spread", "%"},
               {"GB/s"},
               {"peak", "%"},
               {"reading", "times"},
               {"CUB", "times"},
               {"Thrust", "times"}}};
  double peak_ = describe_device().memory_bandwidth;
  std::size_t cases_ = 0, done_ = 0;
};

inline std::unique_ptr<output> chosen_output(options& given, const std::string& chapter) {
  const bool records = given.flag("--records");
  const bool csv = given.flag("--csv");
  if (records) return std::make_unique<record_output>(chapter);
  if (csv) return std::make_unique<csv_output>(given);
  return std::make_unique<table_output>();
}

}  // namespace bench
}  // namespace lockstep
