#include "checks/report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace lockstep::checks {
namespace {

using nlohmann::ordered_json;

// Line `number` of `file`; empty if there is none.
std::string source_line(const std::string& file, std::uint32_t number) {
  std::ifstream source(file);
  std::string line;
  for (std::uint32_t i = 0; i < number; ++i)
    if (!std::getline(source, line)) return {};
  return line;
}

std::string place(const access& where) {
  return where.line == 0 ? where.file : fmt::format("{}:{}", where.file, where.line);
}

std::string quoted(const access& where) {
  if (where.file.empty() || where.line == 0) return {};
  const std::string line = source_line(where.file, where.line);
  return line.empty() ? "" : fmt::format("{:5} | {}\n      |\n", where.line, line);
}

std::string who(const access& by) {
  return fmt::format("block ({},{},{}), thread ({},{},{})", by.block[0], by.block[1], by.block[2],
                     by.thread[0], by.thread[1], by.thread[2]);
}

std::string other_side(const access& other) {
  std::string text = fmt::format("   the other: {} by {}", other.kind, who(other));
  if (!other.file.empty()) text += fmt::format(" at {}", place(other));
  return text + "\n" + quoted(other);
}

std::string without_last_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

ordered_json side(const access& one) {
  ordered_json line = one.line == 0 ? ordered_json() : ordered_json(one.line);
  return {{"block", one.block},
          {"thread", one.thread},
          {"access", one.kind},
          {"file", one.file},
          {"line", line}};
}

}  // namespace

std::string text(const finding& found) {
  const bool on_device = !found.kernel.empty();
  const std::string at = found.where.file.empty() ? "lockstep" : place(found.where);
  std::string text = fmt::format("{}: {}: {}: {}\n", at, found.severity, found.kind,
                                 without_last_newline(found.message));
  text += quoted(found.where);
  if (on_device) {
    text += "   " + who(found.where);
    if (found.count > 1)
      text += fmt::format("; {} {} like this", found.count,
                          found.where.kind.empty() ? "threads" : "accesses");
    text += "\n";
  }
  if (found.other) text += other_side(*found.other);
  if (!found.advice.empty()) text += fmt::format("   what to do: {}\n", found.advice);
  return text;
}

std::string json(const finding& found) {
  ordered_json object = {{"kind", found.kind},
                         {"severity", found.severity},
                         {"space", found.space},
                         {"kernel", found.kernel}};
  object.update(side(found.where));
  object["other"] = found.other ? side(*found.other) : ordered_json();
  object["address"] = fmt::format("{:#x}", found.address);
  object["count"] = found.count;
  object["message"] = one_line(found.message);
  object["advice"] = found.advice;
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
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
