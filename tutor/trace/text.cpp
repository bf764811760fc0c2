#include "trace/text.hpp"

#include <fmt/format.h>

#include <lockstep/table.hpp>

#include "profile/launches.hpp"
#include "support/text.hpp"
#include "trace/rows.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor {
namespace {

constexpr std::size_t most_source = 46;  // columns

// The lines of the sources, read once.
class sources {
 public:
  explicit sources(const source_finder& find) : find_(find) {}

  std::string line(const std::string& file, std::uint32_t number) {
    auto [known, is_new] = lines_.try_emplace(file);
    if (is_new && !file.empty()) known->second = lines_of(content_of(find_(file)));
    if (number == 0 || number > known->second.size()) return {};
    std::string text = trimmed(known->second[number - 1]);
    if (text.size() > most_source) text = text.substr(0, most_source - 3) + "...";
    return text;
  }

 private:
  const source_finder& find_;
  std::map<std::string, std::vector<std::string>> lines_;
};

std::string name_of(const std::string& file, std::uint32_t line) {
  if (line == 0) return "?";
  return fs::path(file).filename().string() + ":" + std::to_string(line);
}

std::string where(const std::array<std::uint32_t, 3>& index) {
  const auto text = std::to_string(index[0]);
  if (index[1] == 0 && index[2] == 0) return text;
  return fmt::format("({}, {}, {})", index[0], index[1], index[2]);
}

std::string warp_text(const traced_warp& warp, sources& read, const palette& colours) {
  const auto rows = rows_of(warp);
  std::size_t place = 6, steps = 5;
  for (const auto& row : rows) {
    place = std::max(place, name_of(row.file, row.line).size());
    steps = std::max(steps, row.steps().size());
  }
  std::string text =
      "\n" + colours.bold(fmt::format("block {}, warp {}", where(warp.block), warp.number)) + "\n";
  constexpr const char* lane_numbers = "0       8       16      24    31";
  text += colours.dim(fmt::format("{:>{}}  {}  source", "steps", steps, lane_numbers)) + "\n";
  for (const auto& row : rows) {
    std::string line = fmt::format("{:>{}}  {}  {:<{}}  {:<{}}  {}", row.steps(), steps, row.mask,
                                   name_of(row.file, row.line), place,
                                   read.line(row.file, row.line), most_source, row.what());
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string heading(const traced_launch& launch, const palette& colours) {
  std::string text =
      "\n" + colours.bold(fmt::format("launch {}  {}", launch.number, launch.kernel)) +
      fmt::format("\ngrid {}, blocks of {}", shape(launch.grid), shape(launch.block));
  if (launch.by.is_object()) {
    text +=
        fmt::format(", launched by launch {}, block {}, thread {}", launch.by.at("launch").dump(),
                    where(launch.by.at("block").get<std::array<std::uint32_t, 3>>()),
                    where(launch.by.at("thread").get<std::array<std::uint32_t, 3>>()));
    if (launch.by.at("line") != 0)
      text += " at " + name_of(launch.by.at("file"), launch.by.at("line"));
    if (launch.by.at("stream") != "null")
      text += fmt::format(" ({})", launch.by.at("stream").get<std::string>());
  }
  if (!launch.ends) text += "; it did not end";
  if (!launch.stopped_by.empty()) text += "; stopped: " + launch.stopped_by;
  return text + "\n";
}

}  // namespace

std::string trace_text(const traced_run& run, const source_finder& find, const palette& colours) {
  sources read(find);
  std::string text;
  for (const auto& launch : run.launches) {
    if (!launch.traced) continue;
    text += heading(launch, colours);
    for (const auto& warp : launch.warps) text += warp_text(warp, read, colours);
  }
  return text +
         colours.dim(
             "\n# runs   . stands elsewhere, or waits   blank: has left, or does not exist") +
         "\n";
}

std::string left_out_text(const traced_run& run) {
  std::string text;
  for (const auto& one : run.left_out) {
    const std::string of_launch = one.launch == 0 ? "" : fmt::format("of launch {}, ", one.launch);
    const char* const option = one.what == "launches" ? "--launch and --kernel say which"
                               : one.what == "steps"  ? "--steps says how many of each warp"
                               : one.what == "warps"  ? "of each block; --warps says which"
                                                      : "--blocks says which";
    text += fmt::format("left out: {}{} of {} {} ({})\n", of_launch, grouped(one.of - one.kept),
                        grouped(one.of), one.what, option);
  }
  return text;
}

}  // namespace lockstep::tutor
