#include "profile/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <lockstep/table.hpp>
#include <set>

#include "language/language.hpp"
#include "support/text.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

// Lines without counts between two with counts are shown if there are at most this many.
constexpr std::uint32_t longest_gap = 8;
// Lines shown before the first and behind the last one with counts.
constexpr std::uint32_t margin = 2;

std::string per_request(std::uint64_t sectors, std::uint64_t requests) {
  return requests == 0 ? "" : fixed(double(sectors) / double(requests), 2);
}

std::string divergent(const line_counters& c) {
  if (c.branches == 0) return "";
  return fmt::format("{} of {}", grouped(c.divergent_branches), grouped(c.branches));
}

struct cell {
  const char *title, *unit;
  std::string (*text)(const line_counters&, double all_instructions);
};

// What stands in the margin. A cell of what a line does not do is empty.
const cell cells[] = {
    {"instructions", translatable("of warps, PTX"),
     [](const line_counters& c, double) { return grouped(c.warp_instructions); }},
    {"", "%",
     [](const line_counters& c, double all) {
       return all == 0 ? "" : fixed(100 * double(c.warp_instructions) / all, 1);
     }},
    {"lanes", "of 32",
     [](const line_counters& c, double) {
       if (c.warp_instructions == 0) return std::string();
       return fixed(double(c.thread_instructions) / double(c.warp_instructions), 1);
     }},
    {"divergent branches", "", [](const line_counters& c, double) { return divergent(c); }},
    {"loads", "sectors/req.",
     [](const line_counters& c, double) {
       return per_request(c.global_load_sectors, c.global_load_requests);
     }},
    {"stores", "sectors/req.",
     [](const line_counters& c, double) {
       return per_request(c.global_store_sectors, c.global_store_requests);
     }},
    {"conflicts", "passes",
     [](const line_counters& c, double) {
       return c.shared_requests == 0 ? "" : grouped(c.shared_conflicts);
     }},
};

using lines_of_file = std::map<std::uint32_t, line_counters>;

// The text of a section: the margin's columns are as wide as their widest cell.
class section {
 public:
  explicit section(double all_instructions) : all_(all_instructions) {
    for (const cell& one : cells)
      widths_.push_back(std::max(display_width(one.title), display_width(in_language(one.unit))));
  }

  void widen_for(const line_counters& counts) {
    for (std::size_t i = 0; i < std::size(cells); ++i)
      widths_[i] = std::max(widths_[i], cells[i].text(counts, all_).size());
  }

  std::string header() const {
    std::string titles, units;
    for (std::size_t i = 0; i < std::size(cells); ++i) {
      titles += fmt::format("{:>{}}  ", cells[i].title, widths_[i]);
      units += fmt::format("{:>{}}  ", in_language(cells[i].unit), widths_[i]);
    }
    return titles + "  line |\n" + units + "       |\n";
  }

  std::string line(std::uint32_t number, const line_counters* counts,
                   const std::string& text) const {
    std::string margin;
    for (std::size_t i = 0; i < std::size(cells); ++i) {
      const std::string value = counts == nullptr ? "" : cells[i].text(*counts, all_);
      margin += fmt::format("{:>{}}  ", value, widths_[i]);
    }
    std::string whole = fmt::format("{}{:>6} | {}", margin, number, text);
    whole.erase(whole.find_last_not_of(' ') + 1);
    return whole + "\n";
  }

  std::string gap() const {
    std::size_t width = 0;
    for (const std::size_t one : widths_) width += one + 2;
    return std::string(width, ' ') + "   ... |\n";
  }

 private:
  double all_;
  std::vector<std::size_t> widths_;
};

std::string body_of(const lines_of_file& counted, const std::vector<std::string>& source,
                    double all_instructions) {
  section text(all_instructions);
  for (const auto& [number, counts] : counted) text.widen_for(counts);
  std::string out = text.header();
  const auto known = static_cast<std::uint32_t>(source.size());
  const auto text_of = [&](std::uint32_t n) { return n <= known ? source[n - 1] : ""; };
  const std::uint32_t first = counted.begin()->first, last = counted.rbegin()->first;
  std::uint32_t next = known == 0 ? first : first - std::min(first - 1, margin);
  for (const auto& [number, counts] : counted) {
    const bool skip = known == 0 || (next > first && number - next > longest_gap);
    if (skip && number > next) out += text.gap();
    for (; !skip && next < number; ++next) out += text.line(next, nullptr, text_of(next));
    out += text.line(number, &counts, text_of(number));
    next = number + 1;
  }
  for (; next <= std::min(last + margin, known); ++next)
    out += text.line(next, nullptr, text_of(next));
  return out;
}

bool newer(const fs::path& source, const fs::path& program) {
  std::error_code error;
  const auto of_source = fs::last_write_time(source, error);
  if (error) return false;
  const auto of_program = fs::last_write_time(program, error);
  return !error && of_source > of_program;
}

// As seen from here, if it lies below.
std::string name_of(const fs::path& source) {
  std::error_code error;
  const fs::path inside = source.lexically_relative(fs::current_path(error));
  return inside.empty() || *inside.begin() == ".." ? source.string() : inside.string();
}

std::map<std::string, lines_of_file> by_file(const profiled_launch& kernel) {
  std::map<std::string, lines_of_file> files;
  for (const auto& [place, counts] : kernel.lines) files[place.first][place.second] = counts;
  return files;
}

}  // namespace

std::string annotated_source(const std::vector<profiled_launch>& kernels, const source_finder& find,
                             const fs::path& program, const palette& colours) {
  std::string out;
  std::set<std::string> missing;
  for (const auto& kernel : kernels) {
    out += "\n" + colours.bold(kernel.kernel) +
           tr("  {}, instructions per warp {}\n", count_of(kernel.launches, "launch", "es"),
              fixed(instructions_per_warp(kernel.counts), 2));
    if (kernel.lines.empty()) {
      out += tr("  has no line numbers: compile it with -lineinfo.\n");
      continue;
    }
    for (const auto& [file, counted] : by_file(kernel)) {
      const fs::path source = find(file);
      if (source.empty()) missing.insert(file);
      out +=
          fmt::format("\n{}{}\n", source.empty() ? file : name_of(source),
                      source.empty()           ? tr(" (not found)")
                      : newer(source, program) ? tr(" (newer than the program: lines may differ)")
                                               : "");
      out += body_of(counted, lines_of(source.empty() ? "" : content_of(source)),
                     double(kernel.counts.warp_instructions));
    }
  }
  for (const auto& file : missing) {
    out +=
        tr("\n"
           "{} was not found. Run this command in the folder in which the program was compiled.\n",
           file);
  }
  return out;
}

}  // namespace lockstep::tutor
