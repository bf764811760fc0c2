#include "cudart/observations/timeline.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cudart/environment.hpp"
#include "lockstep/protocol/kernel_name.hpp"

namespace lockstep::cudart {
namespace {

constexpr std::size_t most_slices = 100'000;  // of a launch
constexpr int most_launches = 8;

std::atomic<int>& launches() {
  static std::atomic<int> count{0};
  return count;
}

void add_line(std::string& text, const nlohmann::ordered_json& event) {
  text += event.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string base_name(std::string_view file) {
  return std::string(file.substr(file.find_last_of('/') + 1));
}

std::string shape(const simt::dimensions& d) {
  std::string text = std::to_string(d[0]);
  if (d[1] > 1 || d[2] > 1) text += "x" + std::to_string(d[1]);
  return d[2] > 1 ? text + "x" + std::to_string(d[2]) : text;
}

// Where a time is written: readers make nanoseconds of it, and these must not round a wait's end
// behind the beginning of the issue that follows. 1000 / 8 is whole.
double written(double cycle) { return std::round(8 * cycle) / 8; }

void append_to_file(const std::string& text) {
  const std::string& path = settings().timeline;
  const int file = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  std::size_t written = 0;
  while (file >= 0 && written < text.size()) {
    const ssize_t now = ::write(file, text.data() + written, text.size() - written);
    if (now <= 0) break;
    written += static_cast<std::size_t>(now);
  }
  if (file < 0 || written < text.size())
    std::fprintf(stderr, "lockstep: LOCKSTEP_TIMELINE=%s cannot be written: %m\n", path.c_str());
  if (file >= 0) close(file);
}

}  // namespace

bool wants_timeline() { return !settings().timeline.empty() && launches() < most_launches; }

void timeline::begins(std::size_t warp, std::uint64_t block, std::uint64_t like, double at) {
  if (cut_at_ != 0) return;
  if (starts_.empty() || starts_.back().block != block) starts_.push_back({block, at});
  if (last_.size() <= warp) last_.resize(warp + 1);
  last_[warp] = warps_.size();
  warps_.push_back({block, like, at, 0, warp});
}

void timeline::ends(std::size_t warp, double at) {
  if (warp < last_.size()) {
    running_warp& w = warps_[last_[warp]];
    if (w.to == 0) w.to = cut_at_ == 0 ? at : std::min(at, cut_at_);
  }
}

bool timeline::add(const slice& one) {
  if (cut_at_ != 0) return false;
  if (slices_.size() == most_slices) cut_at_ = one.from;
  if (cut_at_ == 0) slices_.push_back(one);
  return cut_at_ == 0;
}

void timeline::waits(std::size_t warp, std::uint32_t instruction, timing::stall why, double from,
                     double to) {
  add({warp, instruction, why, from, to});
}

void timeline::issues(std::size_t warp, std::uint32_t instruction, double at) {
  add({warp, instruction, timing::stall::selected, at, at + 1});
}

void timeline::loads(std::size_t, double from, double to) {
  if (cut_at_ != 0) return;
  loads_.emplace_back(from, 1);
  loads_.emplace_back(to, -1);
}

std::uint64_t timeline::block_of(std::size_t warp) const {
  return warp < last_.size() ? warps_[last_[warp]].block : 0;
}

void timeline::meets(std::size_t warp, double at) {
  if (cut_at_ == 0) meetings_.push_back({block_of(warp), at});
}

void timeline::write_names(std::string& text, int launch, const std::string& device) const {
  const std::string name = std::string(protocol::short_name(grid_.kernel.display_name)) + "<<<" +
                           shape(grid_.options.grid) + ", " + shape(grid_.options.block) +
                           ">>>: one SM of the model (" + device + "), cycles as us";
  add_line(text, {{"ph", "M"},
                  {"name", "process_name"},
                  {"pid", launch},
                  {"args",
                   {{"name", name},
                    {"kernel", grid_.kernel.display_name},
                    {"grid", grid_.options.grid},
                    {"block", grid_.options.block},
                    {"device", device},
                    {"cut_at", cut_at_}}}});
  for (std::size_t warp = 0; warp < last_.size(); ++warp)
    add_line(text, {{"ph", "M"},
                    {"name", "thread_name"},
                    {"pid", launch},
                    {"tid", warp + 1},
                    {"args",
                     {{"name", "scheduler " + std::to_string(warp % 4) + ", warp " +
                                   std::to_string(warp / 4)}}}});
}

void timeline::write_warps(std::string& text, int launch) const {
  for (const running_warp& w : warps_) {
    const double to = w.to != 0 ? w.to : cut_at_;
    add_line(text, {{"ph", "X"},
                    {"cat", "warp"},
                    {"name", "block " + std::to_string(w.block) + ", like " +
                                 std::to_string(w.like) + " of the grid"},
                    {"pid", launch},
                    {"tid", w.warp + 1},
                    {"ts", written(w.from)},
                    {"dur", std::max(0.0, written(to) - written(w.from))}});
  }
  for (const slice& s : slices_) {
    const metrics::instruction_facts& at = grid_.instructions[s.instruction];
    const bool is_issue = s.what == timing::stall::selected;
    add_line(text, {{"ph", "X"},
                    {"cat", is_issue ? "issue" : "stall"},
                    {"name", timing::name_of(s.what)},
                    {"pid", launch},
                    {"tid", s.warp + 1},
                    {"ts", written(s.from)},
                    {"dur", written(s.to) - written(s.from)},
                    {"args",
                     {{"line", base_name(at.file) + ":" + std::to_string(at.line)},
                      {"ptx", ptx::spelled(*grid_.code->instructions[s.instruction].source)}}}});
  }
}

void timeline::write_moments(std::string& text, int launch, const std::vector<moment>& all,
                             const char* category, const char* what) {
  for (const moment& m : all)
    add_line(text, {{"ph", "i"},
                    {"s", "p"},
                    {"cat", category},
                    {"name", "block " + std::to_string(m.block) + what},
                    {"pid", launch},
                    {"tid", 0},
                    {"ts", written(m.at)}});
}

void timeline::write_counter(std::string& text, int launch) const {
  std::vector<std::pair<double, int>> changes = loads_;
  std::sort(changes.begin(), changes.end());
  int in_flight = 0;
  for (std::size_t n = 0; n < changes.size(); ++n) {
    in_flight += changes[n].second;
    const double at = written(changes[n].first);
    if (n + 1 < changes.size() && written(changes[n + 1].first) == at) continue;
    if (cut_at_ != 0 && changes[n].first > cut_at_) break;
    add_line(text, {{"ph", "C"},
                    {"name", "loads in flight"},
                    {"pid", launch},
                    {"ts", at},
                    {"args", {{"loads", in_flight}}}});
  }
}

void timeline::write(const std::string& device) {
  const int launch = ++launches();
  std::string text;
  write_names(text, launch, device);
  write_warps(text, launch);
  write_moments(text, launch, starts_, "start", " starts");
  write_moments(text, launch, meetings_, "barrier", " has met at a barrier");
  write_counter(text, launch);
  append_to_file(text);
}

}  // namespace lockstep::cudart
