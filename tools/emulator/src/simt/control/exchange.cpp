#include "simt/control/exchange.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "simt/instruments/value_checks.hpp"

namespace lockstep::simt {
namespace {

// A row of the register file. Predicates are one bit a lane.
struct lane_row {
  std::uint32_t offset = 0, bytes = 0;  // for each lane; 0: a predicate

  std::size_t size() const { return bytes == 0 ? sizeof(lane_mask) : lanes_per_warp * bytes; }
  std::uint64_t get(const warp& w, unsigned lane) const {
    if (bytes == 0) return predicate(w, offset) >> lane & 1;
    std::uint64_t value = 0;
    std::memcpy(&value, w.rows + offset + lane * bytes, bytes);
    return value;
  }
  void set(warp& w, unsigned lane, std::uint64_t value) const {
    if (bytes != 0) {
      std::memcpy(w.rows + offset + lane * bytes, &value, bytes);
      return;
    }
    lane_mask& p = predicate(w, offset);
    p = (p & ~(1u << lane)) | static_cast<lane_mask>(value & 1) << lane;
  }
};

struct operands {
  std::vector<lane_row> in, out;
  bool negated = false;  // the vote's predicate, the first of `in`
};

operands operands_of(const warp& w, const step& work) {
  const ptx::instruction& source = *w.on->launch->code->instructions[work.instruction].source;
  const auto has = [&](std::string_view word) {
    for (const std::string_view m : source.modifiers)
      if (m == word) return true;
    return false;
  };
  operands o;
  if (source.opcode == "vote") {
    o.in = {{work.a, 0}};
    o.negated = work.immediate != 0;
    o.out = {{work.d, has("ballot") ? 4u : 0u}};
    return o;
  }
  o.out = {{work.d, 4}};
  if (source.opcode != "redux" && work.extra != no_predicate) o.out.push_back({work.extra, 0});
  if (source.opcode == "elect") return o;
  o.in = {{work.a, has("b64") ? 8u : 4u}};
  if (source.opcode == "shfl") {
    o.in.push_back({work.b, 4});
    o.in.push_back({static_cast<std::uint32_t>(work.immediate), 4});
  }
  return o;
}

using lane_values = std::array<std::uint64_t, lanes_per_warp>;

// Rows as they are, to be put back.
class kept_rows {
 public:
  kept_rows(warp& w, const operands& o) : w_(w) {
    for (const auto* rows : {&o.in, &o.out})
      for (const lane_row& r : *rows) {
        const std::byte* from = w.rows + r.offset;
        kept_.emplace_back(r, std::vector<std::byte>(from, from + r.size()));
      }
  }
  ~kept_rows() {
    for (const auto& [row, bytes] : kept_)
      std::memcpy(w_.rows + row.offset, bytes.data(), bytes.size());
  }
  kept_rows(const kept_rows&) = delete;
  kept_rows& operator=(const kept_rows&) = delete;

 private:
  warp& w_;
  std::vector<std::pair<lane_row, std::vector<std::byte>>> kept_;
};

}  // namespace

bool is_exchange(const warp& w, const step* at) {
  const std::string_view opcode = w.on->launch->code->instructions[at->instruction].source->opcode;
  for (const std::string_view one : {"vote", "match", "elect", "redux", "shfl"})
    if (opcode == one) return true;
  return false;
}

// Each operation is done for all lanes, with the others' operands in its rows; what it
// gives its own lanes is kept.
void exchange(warp& w, const std::vector<arrival>& arrivals) {
  std::vector<operands> of;
  lane_mask all = 0;
  for (const arrival& p : arrivals) {
    of.push_back(operands_of(w, p.at[1]));
    all |= p.lanes;
  }
  std::vector<lane_values> given(of.front().in.size()), got(of.front().out.size());
  for (std::size_t p = 0; p < arrivals.size(); ++p)
    for (std::size_t i = 0; i < given.size(); ++i)
      for_lanes(arrivals[p].lanes, [&](unsigned lane) {
        given[i][lane] = of[p].in[i].get(w, lane) ^ std::uint64_t{of[p].negated};
      });
  const lane_mask running = std::exchange(w.active, all);
  unfollowed_exchange followed(w);
  for (const arrival& p : arrivals) followed.meet(p.at, p.lanes);
  for (std::size_t p = 0; p < arrivals.size(); ++p) {
    const kept_rows kept(w, of[p]);
    for (std::size_t i = 0; i < given.size(); ++i)
      for_lanes(all, [&](unsigned lane) {
        of[p].in[i].set(w, lane, given[i][lane] ^ std::uint64_t{of[p].negated});
      });
    const step* const work = arrivals[p].at + 1;
    work->run(w, work);
    for (std::size_t i = 0; i < got.size() && i < of[p].out.size(); ++i)
      for_lanes(arrivals[p].lanes,
                [&](unsigned lane) { got[i][lane] = of[p].out[i].get(w, lane); });
  }
  for (std::size_t p = 0; p < arrivals.size(); ++p)
    for (std::size_t i = 0; i < got.size() && i < of[p].out.size(); ++i)
      for_lanes(arrivals[p].lanes, [&](unsigned lane) { of[p].out[i].set(w, lane, got[i][lane]); });
  w.active = running;
}

}  // namespace lockstep::simt
