#include "checks/transfer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep::checks {
namespace {

const std::vector<site> no_sites;

}  // namespace

transfer::transfer(monitor& checks, const stream_id& in, const char* call, bool host_waits,
                   std::vector<std::uintptr_t> (*return_addresses)())
    : lock_(checks.mutex),
      checks_(checks),
      in_(in),
      is_plain_(!checks.uses().races || (host_waits && checks.host_order.is_behind_all(in))) {
  if (is_plain_) return;
  grid_facts facts;
  facts.kernel = call;
  facts.is_call = true;
  facts.return_addresses = return_addresses();
  facts.sites = &no_sites;
  checks.host_order.begin(in, facts);
  grid_ = checks.time.begin_grid(std::move(facts));
  checks.time.begin_block(run_, grid_, {0, 0, 0}, 1);
}

transfer::~transfer() {
  if (!is_plain_) checks_.ended(in_, grid_, checks_.time.end_grid(grid_));
}

void transfer::look(std::uint64_t address, std::uint64_t bytes, action what) {
  shadow* const history = checks_.history_at(address);
  if (history == nullptr || !history->contains(address, bytes)) return;
  constexpr std::uint64_t at_once = 1u << 30;
  warp_access a;
  a.kind.what = what;
  a.lanes = 1;
  for (std::uint64_t done = 0; done < bytes; done += a.bytes) {
    const std::uint64_t at = address + done;
    a.bytes = static_cast<std::uint32_t>(std::min(bytes - done, at_once));
    a.at = &at;
    checks_.races_only.look(*history, run_, a);
  }
}

void transfer::writes(std::uint64_t address, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (is_plain_)
    checks_.host_writes(address, bytes);
  else
    look(address, bytes, action::write);
}

void transfer::copies(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (bytes == 0) return;
  if (!is_plain_) look(from, bytes, action::read);
  std::uint64_t first = from;
  const std::uint64_t unwritten = checks_.unwritten_for_host(to, from, bytes, first);
  if (unwritten != 0 && to_host_.unwritten == 0) to_host_.first = to_host_.bytes + (first - from);
  to_host_.bytes += bytes;
  to_host_.unwritten += unwritten;
  writes(to, bytes);
  checks_.copied_as_it_was(to, from, bytes);
}

}  // namespace lockstep::checks
