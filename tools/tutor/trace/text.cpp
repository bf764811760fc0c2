#include "trace/text.hpp"

#include <fmt/format.h>

#include <lockstep/table.hpp>

#include "language/language.hpp"
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

std::string where(const protocol::dimensions& index) {
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
      "\n" + colours.bold(tr("block {}, warp {}", where(warp.block), warp.number)) + "\n";
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
  const protocol::trace_launch& begin = launch.begin;
  std::string text = "\n" + colours.bold(fmt::format("launch {}  {}", begin.launch, begin.kernel)) +
                     tr("\ngrid {}, blocks of {}", shape(begin.grid), shape(begin.block));
  if (begin.by) {
    text += tr(", launched by launch {}, block {}, thread {}", begin.by->launch,
               where(begin.by->block), where(begin.by->thread));
    if (begin.by->line != 0) text += " at " + name_of(begin.by->file, begin.by->line);
    if (begin.by->stream != protocol::device_stream::null)
      text += fmt::format(" ({})", begin.by->stream.name());
  }
  if (!launch.end) text += tr("; it did not end");
  if (launch.end && launch.end->stopped_by)
    text += fmt::format("; stopped: {}", launch.end->stopped_by->name());
  return text + "\n";
}

// How to see what is missing.
std::string advice_on(trace_limit what) {
  switch (what) {
    case trace_limit::launches:
      return tr("--launch and --kernel choose which");
    case trace_limit::blocks:
      return tr("--blocks chooses which");
    case trace_limit::warps:
      return tr("of each block; --warps chooses which");
    case trace_limit::steps:
      break;
  }
  return tr("--steps says how many of each warp");
}

}  // namespace

std::string trace_text(const traced_run& run, const source_finder& find, const palette& colours) {
  sources read(find);
  std::string text;
  for (const auto& launch : run.launches) {
    if (!launch.begin.traced) continue;
    text += heading(launch, colours);
    for (const auto& warp : launch.warps) text += warp_text(warp, read, colours);
  }
  return text +
         colours.dim(
             tr("\n"
                "# runs   . is elsewhere, or waits   blank: has exited, or does not exist")) +
         "\n";
}

std::string left_out_text(const traced_run& run) {
  std::string text;
  for (const auto& missing : run.left_out) {
    const std::string of_launch = missing.launch == 0 ? "" : tr("of launch {}, ", missing.launch);
    text += tr("left out: {}{} of {} {} ({})\n", of_launch, grouped(missing.of - missing.kept),
               grouped(missing.of), name_of(missing.what), advice_on(missing.what));
  }
  return text;
}

}  // namespace lockstep::tutor
