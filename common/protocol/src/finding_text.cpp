#include "lockstep/protocol/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "lockstep/protocol/excerpt.hpp"
#include "lockstep/protocol/kernel_name.hpp"
#include "lockstep/protocol/phrase.hpp"

namespace lockstep::protocol {
namespace {

std::string place(const access& where) {
  if (where.line == 0) return where.file;
  if (!is_believable(where.file, where.line, where.column))
    return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string name(const dimensions& t) { return fmt::format("({},{},{})", t[0], t[1], t[2]); }

std::string size_name(const dimensions& t) {
  return t[1] == 1 && t[2] == 1 ? std::to_string(t[0]) : name(t);
}

std::string done(const recorded<access_kind>& kind, const std::string& who) {
  switch (kind.value()) {
    case access_kind::read:
      return phrase("read-by", "read by {}", who);
    case access_kind::write:
      return phrase("written-by", "written by {}", who);
    case access_kind::atomic:
      return phrase("updated-by", "updated atomically by {}", who);
    case access_kind::barrier:
      return phrase("waits-here", "waits here: {}", who);
    case access_kind::free:
      return phrase("freed-by", "freed by {}", who);
    case access_kind::exit:
      return phrase("ended-here", "exited here: {}", who);
    case access_kind::branch:
      return phrase("parts-here", "takes another path here: {}", who);
    case access_kind::use:
      return phrase("used-by", "used by {}", who);
    case access_kind::none:
      return who;
    case access_kind::other:
      break;
  }
  return std::string(kind.name()) + " by " + who;
}

// What the host did, and where, if that is not a line that is shown.
std::string label_of_call(const access& side, const finding& found) {
  const std::string& in = side.function;
  if (side.kind != access_kind::none) {
    const std::string what = done(side.kind, side.call);
    return in.empty() ? what : phrase("done-in", "{}, in {}", what, in);
  }
  if (found.kind == finding_kind::timeout && side.call == "main")
    return in.empty() ? phrase("stands-here", "the host is here")
                      : phrase("stands-in", "the host is in {}", in);
  if (found.kind == finding_kind::launch_error)
    return in.empty() ? phrase("launched-here", "launched here")
                      : phrase("launched-in", "launched in {}", in);
  return in.empty() ? phrase("is-called-here", "{} is called here", side.call)
                    : phrase("is-called-in", "{} is called in {}", side.call, in);
}

// The only block of a grid needs no name.
std::string label(const access& side, const finding& found) {
  if (!side.call.empty()) return label_of_call(side, found);
  const bool is_only_block = found.launch && found.launch->grid == dimensions{1, 1, 1};
  std::string text =
      done(side.kind, is_only_block ? phrase("thread", "thread {}", name(side.thread))
                                    : phrase("thread-of-block", "thread {} of block {}",
                                             name(side.thread), name(side.block)));
  if (!side.kernel.empty()) text += ", " + phrase("kernel", "kernel {}", short_name(side.kernel));
  return text;
}

mark mark_of(const access& side, const finding& found, bool first) {
  return {side.file, side.line, side.column, label(side, found), first};
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
  const auto add = [&](const access& side) {
    const std::string header = side.header.empty() ? "" : header_name(side.header);
    if (header.empty()) return;
    const std::string line = "   " +
                             phrase("in-header", "in: {}:{}, called at {}:{}", header, side.in_line,
                                    side.file, side.line) +
                             "\n";
    if (text.find(line) == std::string::npos) text += line;
  };
  add(found.where);
  if (found.other) add(*found.other);
  return text;
}

// The way of the program to a call of the runtime, and what there is to do to know more of it.
std::string host_lines(const finding& found) {
  constexpr std::size_t most = 4;
  std::string text;
  const auto add = [&](const access& side) {
    if (side.callers.empty()) return;
    text += "   " + phrase("called-from", "called from:") + " ";
    for (std::size_t i = 0; i < std::min(side.callers.size(), most); ++i)
      text +=
          fmt::format("{}{}:{}", i == 0 ? "" : ", ", side.callers[i].file, side.callers[i].line);
    text += side.callers.size() > most ? ", ...\n" : "\n";
  };
  add(found.where);
  if (found.other && found.other->callers != found.where.callers) add(*found.other);
  const bool is_of_device =
      !found.kernel.empty() && found.where.call.empty() && found.where.kind != access_kind::none;
  if (is_of_device && found.where.line == 0 && found.kind != finding_kind::trap)
    text += "   " +
            phrase("device-line-not-known",
                   "its line is not known: compile with nvcc -lineinfo, or with -G") +
            "\n";
  if (!found.where.function.empty() || (found.other && !found.other->function.empty()))
    text += "   " +
            phrase("line-not-known",
                   "its line is not known: compile the host code with nvcc -g, or -Xcompiler -g1") +
            "\n";
  return text;
}

std::string without_last_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// Of a kernel that hangs: what each warp waits for, a line each.
std::string message_lines(const finding& found) {
  std::string message = without_last_newline(found.message);
  if (found.kind != finding_kind::deadlock && found.kind != finding_kind::timeout) return message;
  for (auto at = message.find("; warp "); at != std::string::npos; at = message.find("; warp "))
    message.replace(at, 2, "\n   ");
  return message;
}

std::string how_often(const finding& found) {
  if (found.count <= 1 && found.launches <= 1) return {};
  std::string text = "; " + phrase("like-this",
                                   found.where.kind == access_kind::none ? "{} threads like this"
                                                                         : "{} accesses like this",
                                   found.count);
  if (found.launches > 1) text += ", " + phrase("in-launches", "in {} launches", found.launches);
  return text;
}

// Names of many kernels say no more than their number.
std::string also_line(const finding& found) {
  constexpr std::size_t most_named = 3;
  if (found.also_in.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(found.also_in.size(), most_named); ++i)
    names += (i == 0 ? "" : ", ") + short_name(found.also_in[i]);
  if (const std::size_t more = found.also_in.size(); more > most_named)
    names = phrase("and-more", "{} and {} more", names, more - most_named);
  return "   " + phrase("also-in", "also in:") + " " + names + "\n";
}

std::string kernel_line(const finding& found) {
  std::string text = "   " + phrase("kernel-is", "kernel:") + " " + short_name(found.kernel);
  if (found.launch) text += name(*found.launch);
  if (found.launch && found.launch->from.line != 0) {
    const source_place& from = found.launch->from;
    text += from.file == found.where.file
                ? ", " + phrase("launched-in-line", "launched on line {}", from.line)
                : ", " + phrase("launched-at", "launched at {}:{}", from.file, from.line);
  }
  if (found.stopped) text += ", " + phrase("stopped-here", "stopped here");
  if (found.went_on)
    text += "; " + phrase("went-on", found.where.kind == access_kind::read
                                         ? "the read returned 0 and the kernel went on"
                                         : "the write was dropped and the kernel went on");
  return text + how_often(found) + "\n" + also_line(found);
}

// Races differ in what leaves them open.
std::string why_race(const finding& found) {
  if (!found.other) return {};
  if (found.is_warning())
    return phrase("why-all-write-the-same",
                  "All write the same value, so today's GPUs give the right result, but the memory "
                  "model promises nothing about simultaneous writes.");
  if (found.where.block != found.other->block)
    return phrase("why-blocks-race",
                  "Blocks run in any order, or at the same time: which access comes first changes "
                  "from run to run, and the result with it.");
  return phrase("why-warps-race",
                "Warps of a block run in any order: which access comes first changes from run to "
                "run, and the result with it.");
}

}  // namespace

std::string why(const finding& found) {
  if (!found.why.empty()) return found.why;
  if (found.kind == finding_kind::race) {
    if (std::string text = why_race(found); !text.empty()) return text;
  }
  return std::string(facts_of(found.kind.value()).why);
}

std::string advice(const finding& found) {
  if (!found.advice.empty()) return found.advice;
  return std::string(facts_of(found.kind.value()).advice);
}

std::string name(const launch_shape& launch) {
  return fmt::format("<<<{}, {}>>>", size_name(launch.grid), size_name(launch.block));
}

std::string headline(const finding& found) {
  return fmt::format("{}: {}: {}", name_of(found.severity), found.kind.name(),
                     one_line(found.message));
}

std::string text(const finding& found, const palette& colours) {
  const bool on_device = !found.kernel.empty();
  const std::string at = found.where.file.empty() ? "lockstep" : place(found.where);
  const std::string severity = phrase("severity", found.is_warning() ? "warning:" : "error:");
  std::string text =
      fmt::format("{} {} {}\n", colours.bold(at + ":"),
                  found.is_warning() ? colours.minor(severity) : colours.bad(severity),
                  colours.bold(std::string(found.kind.name()) + ": " + message_lines(found)));
  if (on_device || found.where.line != 0 || !found.where.function.empty() || found.other) {
    std::vector<mark> marks{mark_of(found.where, found, true)}, left;
    if (found.other) marks.push_back(mark_of(*found.other, found, false));
    text += excerpt(std::move(marks), colours, left);
    std::stable_partition(left.begin(), left.end(), [](const mark& m) { return m.first; });
    for (const mark& m : left) {
      text += "   " + m.label;
      if (!m.first && !m.file.empty()) text += ", " + phrase("at", "at {}", place(*found.other));
      text += "\n";
    }
    text += header_lines(found) + host_lines(found);
  }
  if (on_device)
    text += kernel_line(found);
  else if (found.count > 1)
    text += "   " + phrase("calls-like-this", "{} calls like this", found.count) + "\n";
  if (const std::string reason = why(found); !reason.empty())
    text += "   " + phrase("why", "why: {}", reason) + "\n";
  if (const std::string next = advice(found); !next.empty())
    text += "   " + colours.bold(phrase("what-to-do", "what to do:")) + " " +
            note({"", next, {}, next}) + "\n";
  return text;
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

}  // namespace lockstep::protocol
