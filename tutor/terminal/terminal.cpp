#include "terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lockstep::tutor {
namespace {

bool plain_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_color != nullptr && *no_color != '\0') ||
         (terminal != nullptr && std::strcmp(terminal, "dumb") == 0);
}

std::string wrapped(bool on, const char* code, std::string_view text) {
  if (!on) return std::string(text);
  return std::string("\033[") + code + "m" + std::string(text) + "\033[0m";
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string palette::bold(std::string_view text) const { return wrapped(on, "1", text); }
std::string palette::dim(std::string_view text) const { return wrapped(on, "2", text); }
std::string palette::good(std::string_view text) const { return wrapped(on, "32", text); }
std::string palette::bad(std::string_view text) const { return wrapped(on, "1;31", text); }
std::string palette::warn(std::string_view text) const { return wrapped(on, "33", text); }

palette palette_for(int descriptor) { return {isatty(descriptor) != 0 && !plain_wanted()}; }

progress_line::progress_line() : on_(palette_for(STDERR_FILENO).on) {}

void progress_line::show(std::string_view chunk) {
  if (!on_) return;
  while (!chunk.empty() && (chunk.back() == '\n' || chunk.back() == '\r')) chunk.remove_suffix(1);
  std::string_view line = chunk.substr(chunk.find_last_of("\r\n") + 1);
  if (line.empty() || line.front() != '[') return;
  line = line.substr(0, terminal_width() - 1);
  std::fprintf(stderr, "\r\033[2K%.*s", static_cast<int>(line.size()), line.data());
  shown_ = true;
}

void progress_line::clear() {
  if (shown_) std::fputs("\r\033[2K", stderr);
  shown_ = false;
}

}  // namespace lockstep::tutor
