#include "checks/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checks/excerpt.hpp"
#include "checks/kernel_name.hpp"
#include "checks/kinds.hpp"

namespace lockstep::checks {
namespace {

using nlohmann::ordered_json;
using triple = std::array<std::uint32_t, 3>;

std::string place(const access& where) {
  if (where.line == 0) return where.file;
  if (!is_believable(where.file, where.line, where.column))
    return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string name(const triple& t) { return fmt::format("({},{},{})", t[0], t[1], t[2]); }

std::string size_name(const triple& t) {
  return t[1] == 1 && t[2] == 1 ? std::to_string(t[0]) : name(t);
}

std::string done(const std::string& kind) {
  if (kind == "read") return "read by ";
  if (kind == "write") return "written by ";
  if (kind == "atomic") return "updated atomically by ";
  if (kind == "barrier") return "waits here: ";
  if (kind == "free") return "freed by ";
  if (kind == "exit") return "has ended here: ";
  return kind.empty() ? "" : kind + " by ";
}

// The only block of a grid needs no name.
std::string label(const access& one, const finding& found) {
  if (!one.call.empty()) return done(one.kind) + one.call;
  std::string text = done(one.kind) + "thread " + name(one.thread);
  if (!found.launch || found.launch->grid != triple{1, 1, 1})
    text += " of block " + name(one.block);
  if (!one.kernel.empty()) text += ", kernel " + short_name(one.kernel);
  return text;
}

mark mark_of(const access& one, const finding& found, bool first) {
  return {one.file, one.line, one.column, label(one, found), first};
}

// A header as programs include it: <cub/block/block_reduce.cuh>. Empty for those that only declare
// what the hardware does by itself, such as atomicAdd.
std::string header_name(const std::string& path) {
  std::string name = path;
  for (const std::string folder : {"/include/", "cccl/"}) {
    const auto at = name.rfind(folder);
    if (at != std::string::npos) name.erase(0, at + folder.size());
  }
  const bool is_intrinsic =
      name.starts_with("sm_") || name.starts_with("device_") || name.starts_with("crt/");
  return is_intrinsic ? "" : "<" + name + ">";
}

std::string header_lines(const finding& found) {
  std::string text;
  const auto add = [&](const access& one) {
    const std::string header = one.header.empty() ? "" : header_name(one.header);
    if (header.empty()) return;
    const std::string line =
        fmt::format("   in: {}:{}, called at {}:{}\n", header, one.in_line, one.file, one.line);
    if (text.find(line) == std::string::npos) text += line;
  };
  add(found.where);
  if (found.other) add(*found.other);
  return text;
}

std::string without_last_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// A kernel that hangs is told with what each warp waits for, a line each.
std::string message_lines(const finding& found) {
  std::string message = without_last_newline(found.message);
  if (found.kind != "deadlock" && found.kind != "timeout") return message;
  for (auto at = message.find("; warp "); at != std::string::npos; at = message.find("; warp "))
    message.replace(at, 2, "\n   ");
  return message;
}

std::string how_often(const finding& found) {
  if (found.count <= 1 && found.launches <= 1) return {};
  std::string text = fmt::format("; {} {} like this", found.count,
                                 found.where.kind.empty() ? "threads" : "accesses");
  if (found.launches > 1) text += fmt::format(", in {} launches", found.launches);
  return text;
}

std::string kernel_line(const finding& found) {
  std::string text = "   kernel: " + short_name(found.kernel);
  if (found.launch) text += name(*found.launch);
  if (found.stopped) text += ", stopped here";
  return text + how_often(found) + "\n";
}

ordered_json side(const access& one) {
  const auto number = [](std::uint32_t n) { return n == 0 ? ordered_json() : ordered_json(n); };
  ordered_json object = {{"block", one.block},       {"thread", one.thread},
                         {"access", one.kind},       {"file", one.file},
                         {"line", number(one.line)}, {"column", number(one.column)}};
  if (!one.kernel.empty()) object["kernel"] = one.kernel;
  if (!one.call.empty()) object["call"] = one.call;
  if (!one.header.empty()) object["header"] = {{"file", one.header}, {"line", one.in_line}};
  return object;
}

}  // namespace

std::string name(const launch_shape& launch) {
  return fmt::format("<<<{}, {}>>>", size_name(launch.grid), size_name(launch.block));
}

std::string headline(const finding& found) {
  return fmt::format("{}: {}: {}", found.severity, found.kind, one_line(found.message));
}

std::string text(const finding& found, const paint& with) {
  const bool on_device = !found.kernel.empty();
  const std::string at = found.where.file.empty() ? "lockstep" : place(found.where);
  const std::string severity = found.severity + ":";
  std::string text =
      fmt::format("{} {} {}\n", with.bold(at + ":"),
                  found.severity == "error" ? with.error(severity) : with.warning(severity),
                  with.bold(found.kind + ": " + message_lines(found)));
  if (on_device) {
    std::vector<mark> marks{mark_of(found.where, found, true)}, left;
    if (found.other) marks.push_back(mark_of(*found.other, found, false));
    text += excerpt(std::move(marks), with, left);
    std::stable_partition(left.begin(), left.end(), [](const mark& m) { return m.first; });
    for (const mark& m : left) {
      text += "   " + m.label;
      if (!m.first && !m.file.empty()) text += fmt::format(", at {}", place(*found.other));
      text += "\n";
    }
    text += header_lines(found) + kernel_line(found);
  }
  if (const std::string reason = why(found); !reason.empty()) text += "   why: " + reason + "\n";
  if (const std::string next = advice(found); !next.empty())
    text += "   " + with.bold("what to do:") + " " + next + "\n";
  return text;
}

namespace {

ordered_json members(const finding& found) {
  ordered_json object = {{"kind", found.kind},
                         {"severity", found.severity},
                         {"space", found.space},
                         {"kernel", found.kernel}};
  object.update(side(found.where));
  object["other"] = found.other ? side(*found.other) : ordered_json();
  object["address"] = fmt::format("{:#x}", found.address);
  object["message"] = one_line(found.message);
  object["why"] = why(found);
  object["advice"] = advice(found);
  object["stopped"] = found.stopped;
  object["launch"] = ordered_json();
  if (found.launch)
    object["launch"] = {{"grid", found.launch->grid}, {"block", found.launch->block}};
  return object;
}

std::string dumped(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace

std::string json_without_counts(const finding& found) { return dumped(members(found)); }

std::string json(const finding& found) {
  ordered_json object = members(found);
  object["count"] = found.count;
  object["launches"] = found.launches;
  return dumped(object);
}

std::string one_line(const std::string& message) {
  std::string line;
  for (const char letter : without_last_newline(message)) {
    if (letter == '\n')
      line += "; ";
    else if (letter != ' ' || (!line.empty() && line.back() != ' '))
      line += letter;
  }
  return line;
}

}  // namespace lockstep::checks
