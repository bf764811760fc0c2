#include "simt/instruments/decisions.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "lockstep/protocol/excerpt.hpp"
#include "lockstep/protocol/phrase.hpp"
#include "ptx/control_flow.hpp"
#include "simt/instruments/function_of_code.hpp"
#include "simt/linking/linked_image.hpp"

namespace lockstep::simt {
namespace {

using ptx::control_flow;
using ptx::decision;

// Of a kernel with more blocks than a person writes, the analysis would take too long.
constexpr std::size_t most_blocks = 4000;

// A function of the kernel's code, and its control flow.
struct analysed {
  const ptx::decoded_function* function;
  std::uint32_t first = 0;
  control_flow flow;
};

class analysis {
 public:
  explicit analysis(const running_launch& launch) : launch_(launch) {}

  // nullptr: it is too large.
  const analysed* around(std::uint32_t instruction) {
    const std::uint32_t number = launch_.code->instructions[instruction].function;
    if (const auto known = known_.find(number); known != known_.end()) return &known->second;
    const function_of_code in = function_around(launch_, instruction);
    if (in.function->blocks.size() > most_blocks) return nullptr;
    return &known_.emplace(number, analysed{in.function, in.first, control_flow(*in.function)})
                .first->second;
  }

  const ptx::source_line& line_of(const analysed& in, const decision& d) const {
    return launch_.code->instructions[in.first + d.branch].line;
  }

 private:
  const running_launch& launch_;
  std::map<std::uint32_t, analysed> known_;
};

// A branch in a header is no decision of the user's, wherever the header is included.
bool is_of_user(const ptx::source_line& line) {
  return line.line != 0 && !line.file.empty() && line.header.empty();
}

bool on_same_line(const ptx::source_line& a, const ptx::source_line& b) {
  return a.line == b.line && a.file == b.file;
}

// The decisions on an instruction and the calls around it on which threads may part.
struct partings {
  struct one {
    const analysed* in;
    decision what;
    bool in_kernel;
  };
  std::vector<one> all;
  bool complete = true;
};

partings partings_on(analysis& of, const call_chain& chain) {
  partings found;
  for (const std::uint32_t at : chain) {
    const analysed* in = of.around(at);
    if (in == nullptr) return {{}, false};
    const std::vector<bool> differs = ptx::divergent_registers(*in->function, in->flow);
    for (const decision& d : in->flow.decisions_on(at - in->first)) {
      const auto looks_at = ptx::condition_of(in->function->instructions[d.branch]);
      if (std::any_of(looks_at.begin(), looks_at.end(),
                      [&](std::uint32_t r) { return differs[r]; }))
        found.all.push_back({in, d, at == chain.back()});
    }
  }
  return found;
}

// The one line of all partings, if there is only one.
std::optional<condition> only_one(const analysis& of, const std::vector<partings::one>& all) {
  std::optional<condition> found;
  for (const partings::one& p : all) {
    const ptx::source_line& line = of.line_of(*p.in, p.what);
    if (!is_of_user(line) || (found && !on_same_line(found->line, line))) return {};
    // A thread that skips the last statement of a kernel is at its end as well, without a `return`.
    const bool is_return = p.in_kernel && p.in->flow.is_return_otherwise(p.what) &&
                           protocol::says_return(std::string(line.file), line.line);
    if (!found)
      found = condition{line, p.in->first + p.what.branch, is_return};
    else
      found->is_return = found->is_return && is_return;
  }
  return found;
}

// The value of an integer parameter that the register holds from its only definition on.
std::optional<std::uint64_t> passed_in(const ptx::decoded_function& f, std::uint32_t r,
                                       const running_launch& launch) {
  const ptx::decoded* only = nullptr;
  for (const ptx::decoded& i : f.instructions) {
    const auto& all = i.source->operands;
    if (all.empty() || all[0].kind != ptx::operand::kind_t::reg || all[0].index != r) continue;
    if (only != nullptr) return {};
    only = &i;
  }
  if (only == nullptr || only->operation != ptx::op::ld || only->space() != ptx::state_space::param)
    return {};
  const ptx::operand& from = only->source->operands.at(1);
  const std::size_t bytes = ptx::size_of(f.source->registers[r].type);
  const auto& parameters = f.source->parameters;
  const auto position = std::find(parameters.begin(), parameters.end(), from.index);
  const kernel_facts* const facts = launch.image->find(f.source->name);
  if (from.base != ptx::operand::kind_t::variable || from.of_module || from.offset != 0 ||
      position == parameters.end() || (bytes != 4 && bytes != 8) || facts == nullptr)
    return {};
  const std::size_t offset =
      facts->parameter_offsets.at(static_cast<std::size_t>(position - parameters.begin()));
  if (launch.parameters == nullptr || offset + bytes > launch.parameters->size()) return {};
  std::uint64_t value = 0;
  std::memcpy(&value, launch.parameters->data() + offset, bytes);
  return value;
}

// The integers that the launch passes.
std::vector<std::uint64_t> passed_numbers(const running_launch& launch, std::string_view kernel) {
  std::vector<std::uint64_t> found;
  const kernel_facts* const facts = launch.image->find(kernel);
  if (facts == nullptr || launch.parameters == nullptr) return found;
  for (std::size_t n = 0; n < facts->parameter_sizes.size(); ++n) {
    const std::size_t bytes = facts->parameter_sizes[n], offset = facts->parameter_offsets[n];
    if ((bytes != 4 && bytes != 8) || offset + bytes > launch.parameters->size()) continue;
    std::uint64_t value = 0;
    std::memcpy(&value, launch.parameters->data() + offset, bytes);
    found.push_back(value);
  }
  return found;
}

// What the comparisons behind a branch compare with, where the launch passes it.
std::vector<std::uint64_t> limits_of(const ptx::decoded_function& f, const ptx::decoded& branch,
                                     const running_launch& launch) {
  std::vector<std::uint64_t> found;
  std::vector<std::uint32_t> predicates = ptx::condition_of(branch);
  for (std::size_t n = 0; n < predicates.size(); ++n) {
    for (const ptx::decoded& i : f.instructions) {
      const auto& all = i.source->operands;
      if (all.empty() || all[0].kind != ptx::operand::kind_t::reg || all[0].index != predicates[n])
        continue;
      for (std::size_t o = 1; o < all.size(); ++o) {
        if (all[o].kind != ptx::operand::kind_t::reg) continue;
        if (i.operation == ptx::op::setp) {
          if (const auto value = passed_in(f, all[o].index, launch)) found.push_back(*value);
        } else if (std::find(predicates.begin(), predicates.end(), all[o].index) ==
                   predicates.end()) {
          predicates.push_back(all[o].index);  // of && and ||
        }
      }
    }
  }
  return found;
}

// Whether these registers are made of numbers of threads and blocks, parameters and constants only,
// and of nothing that comes from memory.
bool is_counted(const ptx::decoded_function& f, const std::vector<bool>& made_of) {
  return std::none_of(f.instructions.begin(), f.instructions.end(), [&](const ptx::decoded& i) {
    const auto& all = i.source->operands;
    if (all.empty() || all[0].kind != ptx::operand::kind_t::reg || !made_of[all[0].index])
      return false;
    return i.operation == ptx::op::atom ||
           (i.operation == ptx::op::ld && i.space() != ptx::state_space::param);
  });
}

// The one number of the thread or the block that these registers are made of, beside parameters and
// constants; empty: there are several, or loaded values.
std::string_view only_number_in(const ptx::decoded_function& f, const std::vector<bool>& made_of) {
  std::string_view found;
  if (!is_counted(f, made_of)) return {};
  for (const ptx::decoded& i : f.instructions) {
    const auto& all = i.source->operands;
    if (all.empty() || all[0].kind != ptx::operand::kind_t::reg || !made_of[all[0].index]) continue;
    for (const ptx::operand& o : all) {
      if (o.kind != ptx::operand::kind_t::special) continue;
      if (!found.empty() && o.text != found) return {};
      found = o.text;
    }
  }
  return found;
}

}  // namespace

call_chain chain_of(const step* at, const frame_ref& frame) {
  call_chain chain{at->instruction};
  const frame_ref* f = &frame;
  for (; *f; f = &(*f)->parent) chain.push_back(((*f)->return_to - 1)->instruction);
  return chain;
}

std::optional<condition> parting_before(const running_launch& launch, const call_chain& at) {
  analysis of(launch);
  const partings found = partings_on(of, at);
  if (!found.complete) return {};
  return only_one(of, found.all);
}

std::optional<condition> parting_between(const running_launch& launch, const call_chain& one,
                                         const call_chain& other) {
  analysis of(launch);
  const partings here = partings_on(of, one), there = partings_on(of, other);
  if (!here.complete || !there.complete) return {};
  std::vector<partings::one> parted;
  for (const partings::one& a : here.all)
    for (const partings::one& b : there.all)
      if (a.in == b.in && a.what.branch == b.what.branch && a.what.towards != b.what.towards)
        parted.push_back(a);
  return only_one(of, parted);
}

namespace {

// The instruction, and all calls by which the kernel comes to its function.
call_chain with_calls(const running_launch& launch, std::uint32_t instruction) {
  const auto& all = launch.code->instructions;
  call_chain chain{instruction};
  for (std::size_t n = 0; n < chain.size(); ++n) {
    const std::string_view name = launch.code->functions[all[chain[n]].function].name;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const auto& o = all[i].source->operands;
      const bool is_call = all[i].source->opcode == "call" &&
                           std::any_of(o.begin(), o.end(), [&](const ptx::operand& to) {
                             return to.kind == ptx::operand::kind_t::function && to.text == name;
                           });
      if (is_call && std::find(chain.begin(), chain.end(), i) == chain.end()) chain.push_back(i);
    }
  }
  return chain;
}

}  // namespace

std::optional<ptx::source_line> condition_before(const running_launch& launch,
                                                 std::uint32_t instruction) {
  analysis of(launch);
  const analysed* const in = of.around(instruction);
  if (in == nullptr) return {};
  for (const decision& d : in->flow.decisions_on(instruction - in->first))
    if (is_of_user(of.line_of(*in, d))) return of.line_of(*in, d);
  return {};
}

std::string line_name(const ptx::source_line& line, std::string_view seen_from) {
  const std::string number = std::to_string(line.line);
  if (line.file == seen_from) return number;
  return protocol::phrase("line-of-file", "{} of {}", number,
                          std::string(line.file.substr(line.file.rfind('/') + 1)));
}

branches_around branches_around_both(const running_launch& launch, std::uint32_t one,
                                     std::uint32_t other) {
  analysis of(launch);
  const partings here = partings_on(of, with_calls(launch, one)),
                 there = partings_on(of, with_calls(launch, other));
  branches_around found;
  if (!here.complete || !there.complete) return found;
  for (const partings::one& a : here.all) {
    const ptx::source_line& line = of.line_of(*a.in, a.what);
    auto& in = a.in->flow.is_return_otherwise(a.what) ? found.leaves_in : found.parts_in;
    if (!is_of_user(line) || in) continue;
    if (std::any_of(there.all.begin(), there.all.end(),
                    [&](const partings::one& b) { return a.in == b.in && a.what == b.what; }))
      in = line;
  }
  return found;
}

guards guards_of(const running_launch& launch, const call_chain& access) {
  analysis of(launch);
  guards found;
  bool any = false;
  for (const std::uint32_t at : access) {
    const analysed* in = of.around(at);
    if (in == nullptr) return {};
    const auto& instructions = in->function->instructions;
    const ptx::decoded& i = instructions[at - in->first];
    any = any || i.source->guard >= 0;
    std::vector<std::uint32_t> address;
    for (const ptx::operand& o : i.source->operands)
      if (o.kind == ptx::operand::kind_t::address && o.base == ptx::operand::kind_t::reg)
        address.push_back(o.index);
    const std::vector<bool> made_of = ptx::ingredients(*in->function, address);
    for (const ptx::decoded& choice : instructions)
      if (choice.operation == ptx::op::selp || choice.operation == ptx::op::min ||
          choice.operation == ptx::op::max || choice.operation == ptx::op::slct)
        any = any || made_of[choice.source->operands.front().index];
    for (const decision& d : in->flow.decisions_on(at - in->first)) {
      any = true;
      const ptx::source_line& line = of.line_of(*in, d);
      if (!is_of_user(line)) continue;
      const std::vector<bool> looked_at =
          ptx::ingredients(*in->function, ptx::condition_of(instructions[d.branch]));
      bool is_related = false;
      for (std::size_t r = 0; r < made_of.size(); ++r)
        is_related = is_related || (made_of[r] && looked_at[r]);
      if (is_related && std::none_of(found.lines.begin(), found.lines.end(),
                                     [&](const auto& known) { return on_same_line(known, line); }))
        found.lines.push_back(line);
      if (!is_related || !is_counted(*in->function, made_of)) continue;
      for (const std::uint64_t value : limits_of(*in->function, instructions[d.branch], launch))
        found.limits.push_back({line, value});
    }
    if (in->function->source->is_entry)
      found.passed = passed_numbers(launch, in->function->source->name);
    if (access.size() == 1) found.index_from = only_number_in(*in->function, made_of);
  }
  found.are_none = !any;
  return found;
}

namespace {

bool is_decision(const ptx::decoded& i) {
  return i.operation == ptx::op::bra || i.operation == ptx::op::brx ||
         i.operation == ptx::op::ret || i.operation == ptx::op::exit;
}

// Its values go where they are not followed: to a function that is called or that has called, or to
// a variable of the thread.
bool hands_on(const ptx::decoded& i) {
  if (i.operation == ptx::op::call) return true;
  return i.operation == ptx::op::st &&
         (i.space() == ptx::state_space::param || i.space() == ptx::state_space::local);
}

// What of an instruction's operands decides where it goes, not what it stores there.
std::vector<std::uint32_t> aims_of(const ptx::decoded& i) {
  std::vector<std::uint32_t> found = ptx::condition_of(i);
  for (const ptx::operand& o : i.source->operands)
    if (o.kind == ptx::operand::kind_t::address && o.base == ptx::operand::kind_t::reg)
      found.push_back(o.index);
  return found;
}

}  // namespace

value_reach reach_of(const running_launch& launch, std::uint32_t instruction) {
  analysis of(launch);
  value_reach found;
  const analysed* const in = of.around(instruction);
  if (in == nullptr) {
    found.everywhere = found.decides = true;
    return found;
  }
  const std::vector<bool> made_of =
      ptx::dependent_registers(*in->function, in->flow, instruction - in->first);
  const auto any = [&](const std::vector<std::uint32_t>& registers) {
    return std::any_of(registers.begin(), registers.end(),
                       [&](std::uint32_t r) { return made_of[r]; });
  };
  const auto& instructions = in->function->instructions;
  found.at.resize(launch.code->instructions.size());
  for (const ptx::basic_block& block : in->function->blocks) {
    if (block.first == block.last) continue;
    const auto decisions = in->flow.decisions_on(block.first);
    const bool block_depends = std::any_of(
        decisions.begin(), decisions.end(),
        [&](const decision& d) { return any(ptx::condition_of(instructions[d.branch])); });
    for (std::uint32_t n = block.first; n < block.last; ++n) {
      const ptx::decoded& i = instructions[n];
      const bool depends = block_depends || any(aims_of(i));
      found.at[in->first + n] = depends;
      found.decides = found.decides || (is_decision(i) && any(ptx::condition_of(i)));
      found.everywhere = found.everywhere || (hands_on(i) && (depends || any(ptx::sources_of(i))));
    }
  }
  return found;
}

}  // namespace lockstep::simt
