#include "viewer/show.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "course/paths.hpp"
#include "language/language.hpp"
#include "processes/descriptor.hpp"
#include "processes/process.hpp"
#include "processes/signal_watch.hpp"
#include "support/failure.hpp"

namespace lockstep::tutor {
namespace {

constexpr unsigned ports_to_try = 20;

bool has_display() {
  for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

// Listens at 127.0.0.1; nothing if the port is taken.
std::optional<int> listen_at(unsigned port) {
  const int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return std::nullopt;
  const int yes = 1;
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(port));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(made, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0 && listen(made, 8) == 0)
    return made;
  close(made);
  return std::nullopt;
}

void send_all(int to, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(to, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;  // the browser has gone
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// One request, one page; a browser that says nothing for two seconds is not waited for.
void answer_request(int browser, const std::string& page) {
  const timeval patience{2, 0};
  setsockopt(browser, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::array<char, 4096> bytes{};
  const ssize_t got = recv(browser, bytes.data(), bytes.size(), 0);
  if (got <= 0) return;
  const std::string_view request(bytes.data(), static_cast<std::size_t>(got));
  const bool is_page = request.starts_with("GET / ") || request.starts_with("GET /?");
  const std::string_view body = is_page ? std::string_view(page) : "There is only one page: /\n";
  send_all(browser, fmt::format("HTTP/1.1 {}\r\nContent-Type: {}; charset=utf-8\r\n"
                                "Content-Length: {}\r\nCache-Control: no-cache\r\n"
                                "Connection: close\r\n\r\n",
                                is_page ? "200 OK" : "404 Not Found",
                                is_page ? "text/html" : "text/plain", body.size()));
  send_all(browser, body);
}

}  // namespace

bool open_in_browser(const std::filesystem::path& file) {
  const auto opener = find_on_path("xdg-open");
  if (!has_display() || opener.empty()) return false;
  command one;
  one.arguments = {opener.string(), file.string()};
  one.capture = true;
  return run(one).succeeded();
}

int serve_page(const std::string& page, unsigned port) {
  std::optional<int> listening;
  const unsigned last = port + ports_to_try;
  for (; port < last && !listening; ++port) listening = listen_at(port);
  if (!listening)
    throw setup_missing(tr("none of the ports {} to {} is free", last - ports_to_try, last - 1),
                        "Choose others with --port, or write the page to a file with --html FILE.");
  const descriptor owner(*listening);
  const signal_watch signals;
  fmt::print("{}", tr("The page is at http://127.0.0.1:{}/ until you press Ctrl-C.\n", port - 1));
  std::fflush(stdout);
  while (true) {
    std::array<pollfd, 2> sources{{{*listening, POLLIN, 0}, {signals.number(), POLLIN, 0}}};
    if (poll(sources.data(), sources.size(), -1) < 0 && errno != EINTR) return 0;
    if (sources[1].revents != 0) break;
    if (sources[0].revents == 0) continue;
    const int browser = accept4(*listening, nullptr, nullptr, SOCK_CLOEXEC);
    if (browser < 0) continue;
    const descriptor connection(browser);
    answer_request(browser, page);
  }
  fmt::print("\n");
  return 0;
}

}  // namespace lockstep::tutor
