#include "connection.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace lockstep::apart {

bool connection::send(kind what, const outgoing& message) {
  if (message.all().size() > most_bytes) return false;
  header of{what, static_cast<std::uint32_t>(message.all().size())};
  iovec parts[] = {{&of, sizeof of},
                   {const_cast<char*>(message.all().data()), message.all().size()}};
  std::size_t first = 0;
  while (first < 2) {
    msghdr all{};
    all.msg_iov = parts + first;
    all.msg_iovlen = 2 - first;
    ssize_t sent = sendmsg(descriptor_, &all, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    for (; first < 2 && static_cast<std::size_t>(sent) >= parts[first].iov_len; ++first)
      sent -= static_cast<ssize_t>(parts[first].iov_len);
    if (first == 2) break;
    parts[first].iov_base = static_cast<char*>(parts[first].iov_base) + sent;
    parts[first].iov_len -= static_cast<std::size_t>(sent);
  }
  return true;
}

std::optional<connection::received> connection::receive() {
  header of{};
  if (!fill(reinterpret_cast<char*>(&of), sizeof of)) return {};
  if (of.size > most_bytes) throw broken();
  std::vector<char> all;
  while (all.size() < of.size) {  // memory for what has come, not for what is announced
    const std::size_t before = all.size();
    all.resize(before + std::min<std::size_t>(of.size - before, 1 << 20));
    if (!fill(all.data() + before, all.size() - before)) return {};
  }
  return received{of.what, incoming(std::move(all))};
}

bool connection::fill(char* to, std::size_t count) {
  while (count > 0) {
    if (next_ == end_) {
      const ssize_t came = recv(descriptor_, buffer_, sizeof buffer_, 0);
      if (came < 0 && errno == EINTR) continue;
      if (came <= 0) return false;
      next_ = 0;
      end_ = static_cast<std::size_t>(came);
    }
    const std::size_t now = std::min(count, end_ - next_);
    std::memcpy(to, buffer_ + next_, now);
    next_ += now;
    to += now;
    count -= now;
  }
  return true;
}

}  // namespace lockstep::apart
