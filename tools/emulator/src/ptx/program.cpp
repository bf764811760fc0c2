#include "ptx/program.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <unordered_map>

#include "ptx/layout.hpp"

namespace lockstep::ptx {
namespace {

struct table_entry {
  std::string_view mnemonic;
  std::size_t operands;  // at least
  bool ends_block;
  word_set allowed;
};

const std::unordered_map<std::string_view, word>& word_by_text() {
  static const std::unordered_map<std::string_view, word> table = {
#define WORD(identifier, text) {text, word::identifier},
#include "ptx/words.def"
  };
  return table;
}

word_set parse_words(std::string_view words) {
  word_set result;
  std::istringstream stream{std::string(words)};
  for (std::string text; stream >> text;) {
    result.set(static_cast<std::size_t>(word_by_text().at(text)));
  }
  return result;
}

constexpr bool none = false, ends = true;

const std::array<table_entry, static_cast<std::size_t>(op::count_)>& table() {
  static const std::array<table_entry, static_cast<std::size_t>(op::count_)> entries = {{
#define INSTRUCTION(identifier, mnemonic, operands, flags, words) \
  {mnemonic, operands, flags, parse_words(words)},
#include "ptx/instructions.def"
  }};
  return entries;
}

const std::unordered_map<std::string_view, op>& op_by_mnemonic() {
  static const auto map = [] {
    std::unordered_map<std::string_view, op> result;
    for (std::size_t i = 0; i < table().size(); ++i) {
      result.emplace(table()[i].mnemonic, static_cast<op>(i));
    }
    return result;
  }();
  return map;
}

bool is_cache_hint(std::string_view text) {
  return text.starts_with("L1::") || text.starts_with("L2::");
}

decoded decode(const instruction& source, std::string_view function) {
  const auto found = op_by_mnemonic().find(source.opcode);
  if (found == op_by_mnemonic().end()) throw unknown_instruction(source, function);
  decoded result;
  result.source = &source;
  result.operation = found->second;
  const table_entry& entry = table()[static_cast<std::size_t>(result.operation)];
  if (source.operands.size() < entry.operands) throw unknown_instruction(source, function);
  const word_set& allowed = entry.allowed;
  for (const std::string_view text : source.modifiers) {
    if (const scalar type = scalar_named(text); type != scalar::none && type != scalar::other) {
      if (result.type_count == 4) throw unknown_instruction(source, function);
      result.types[result.type_count++] = result.type = type;
    } else if (text == "v2" || text == "v4" || text == "v8") {
      result.vector = static_cast<std::uint8_t>(text[1] - '0');
    } else if (!is_cache_hint(text)) {
      const auto known = word_by_text().find(text);
      if (known == word_by_text().end() || !allowed[static_cast<std::size_t>(known->second)]) {
        throw unknown_instruction(source, function);
      }
      result.words.set(static_cast<std::size_t>(known->second));
    }
  }
  const bool jumps = result.operation == op::bra;
  if (jumps && (source.operands.size() != 1 || source.operands[0].kind != operand::kind_t::label))
    throw unknown_instruction(source, function);
  return result;
}

// Of whole families of instructions.
std::string reason(const instruction& what) {
  const auto has = [&](std::string_view word) {
    return std::find(what.modifiers.begin(), what.modifiers.end(), word) != what.modifiers.end();
  };
  if (what.opcode == "wgmma") return ": only single warps multiply matrices";
  if (what.opcode == "tcgen05") return ": no device here has tensor cores of the fifth generation";
  if (what.opcode == "mma" && has("sp")) return ": matrices have all their elements";
  if (what.opcode == "cp" && has("tensor")) return ": there are no tensor maps";
  if (what.opcode == "sured") return ": there are no reductions on surfaces";
  return {};
}

}  // namespace

unknown_instruction::unknown_instruction(const instruction& what, std::string_view function)
    : std::runtime_error("instruction " + spelled(what) + " at PTX line " +
                         std::to_string(what.ptx_line) + " of " + std::string(function) +
                         " is not supported" + reason(what)),
      which(what) {}

std::string_view mnemonic(op operation) {
  return table()[static_cast<std::size_t>(operation)].mnemonic;
}

std::string spelled(const instruction& what) {
  std::string result(what.opcode);
  for (const std::string_view modifier : what.modifiers) (result += '.') += modifier;
  return result;
}

state_space decoded::space() const {
  if (has(word::global)) return state_space::global;
  if (has(word::shared) || has(word::shared_cta) || has(word::shared_cluster))
    return state_space::shared;
  if (has(word::local)) return state_space::local;
  if (has(word::param) || has(word::param_entry) || has(word::param_func))
    return state_space::param;
  if (has(word::constant)) return state_space::constant;
  return state_space::generic;
}

decoded_function decode(const function& source) {
  std::vector<decoded> instructions;
  std::vector<bool> ends_block;
  instructions.reserve(source.body.size());
  for (const instruction& i : source.body) {
    instructions.push_back(decode(i, source.name));
    ends_block.push_back(
        table()[static_cast<std::size_t>(instructions.back().operation)].ends_block);
  }
  return lay_out(source, std::move(instructions), ends_block);
}

}  // namespace lockstep::ptx
