#include "class_page/similar_answers.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "support/tokens.hpp"

namespace lockstep::tutor::class_page {
namespace {

constexpr std::size_t gram = 9;  // tokens: k
constexpr std::size_t window = surely_found - gram + 1;
// With fewer fingerprints of its own, an answer is too short to say anything.
constexpr std::size_t fewest = 12;
constexpr double least_share = 0.6;
// What more answers than this have is an idiom, not a trace of one of them.
constexpr std::size_t often = 10;
constexpr double often_share = 0.05;

using hash = std::uint64_t;

bool is_kept(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "alignas",  "auto",      "bool",     "break",     "case",     "char",
      "class",    "const",     "continue", "constexpr", "default",  "delete",
      "do",       "double",    "else",     "enum",      "extern",   "false",
      "float",    "for",       "goto",     "if",        "inline",   "int",
      "long",     "namespace", "new",      "nullptr",   "operator", "return",
      "short",    "signed",    "sizeof",   "static",    "struct",   "switch",
      "template", "this",      "true",     "typedef",   "typename", "union",
      "unsigned", "using",     "void",     "volatile",  "while",    "blockDim",
      "blockIdx", "threadIdx", "gridDim",  "warpSize",  "dim3",     "cooperative_groups"};
  return word.starts_with("__") || word.starts_with("cuda") || words.count(word) != 0;
}

std::string_view normal(const token& one) {
  switch (one.is) {
    case token::kind::symbol:
      return one.text;
    case token::kind::word:
      return is_kept(one.text) ? one.text : "name";
    default:
      return "literal";
  }
}

hash mixed(hash of, hash with) {
  of ^= with + 0x9e3779b97f4a7c15u + (of << 6) + (of >> 2);
  return of * 0xff51afd7ed558ccdu;
}

// Of each k-gram, by the number of its first token.
std::vector<hash> grams_of(const std::vector<token>& tokens) {
  std::vector<hash> each;
  each.reserve(tokens.size());
  for (const token& one : tokens) each.push_back(std::hash<std::string_view>()(normal(one)));
  std::vector<hash> grams;
  for (std::size_t i = 0; i + gram <= each.size(); ++i) {
    hash all = 0;
    for (std::size_t k = 0; k < gram; ++k) all = mixed(all, each[i + k]);
    grams.push_back(all);
  }
  return grams;
}

using known = std::unordered_set<hash>;

known grams_of_all(const std::vector<std::string>& sources) {
  known all;
  for (const auto& source : sources) {
    for (const hash one : grams_of(tokens_of(source))) all.insert(one);
  }
  return all;
}

// Of each window the smallest, sorted and each once.
std::vector<hash> fingerprints(const std::vector<hash>& grams, const known& given) {
  std::vector<hash> chosen;
  for (std::size_t i = 0; i + window <= grams.size(); ++i)
    chosen.push_back(*std::min_element(grams.begin() + static_cast<std::ptrdiff_t>(i),
                                       grams.begin() + static_cast<std::ptrdiff_t>(i + window)));
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::erase_if(chosen, [&](hash one) { return given.count(one) != 0; });
  return chosen;
}

// Answers of the same tokens, which stand for one another.
struct group {
  std::vector<std::size_t> members;
  std::vector<hash> prints;
};

std::vector<group> groups_of(const std::vector<std::string>& answers, const known& given) {
  std::vector<group> groups;
  std::map<std::vector<hash>, std::size_t> at;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto grams = grams_of(tokens_of(answers[i]));
    const auto [where, is_new] = at.try_emplace(grams, groups.size());
    if (is_new) groups.push_back({{}, fingerprints(grams, given)});
    groups[where->second].members.push_back(i);
  }
  std::erase_if(groups, [](const group& one) { return one.prints.size() < fewest; });
  return groups;
}

// By fingerprint, the groups that have it.
std::unordered_map<hash, std::vector<std::size_t>> holders_of(const std::vector<group>& groups) {
  std::unordered_map<hash, std::vector<std::size_t>> holders;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const hash one : groups[i].prints) holders[one].push_back(i);
  }
  return holders;
}

void leave_out_idioms(std::vector<group>& groups) {
  const auto most =
      std::max(often, static_cast<std::size_t>(often_share * static_cast<double>(groups.size())));
  const auto holders = holders_of(groups);
  for (auto& one : groups)
    std::erase_if(one.prints, [&](hash print) { return holders.at(print).size() > most; });
}

}  // namespace

std::vector<std::string_view> normalised(std::string_view source) {
  std::vector<std::string_view> all;
  for (const token& one : tokens_of(source)) all.push_back(normal(one));
  return all;
}

std::vector<likeness> similar_answers(const std::vector<std::string>& answers,
                                      const std::vector<std::string>& given) {
  auto groups = groups_of(answers, grams_of_all(given));
  std::vector<likeness> found;
  for (const auto& one : groups)
    if (one.members.size() > 1) found.push_back({one.members, {}, 1, one.prints.size()});

  leave_out_idioms(groups);
  const auto holders = holders_of(groups);
  std::vector<std::size_t> common(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].prints.size() < fewest) continue;
    std::fill(common.begin(), common.end(), 0);
    for (const hash print : groups[i].prints)
      for (const std::size_t other : holders.at(print)) ++common[other];
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      if (groups[j].prints.size() < fewest) continue;
      const auto smaller = std::min(groups[i].prints.size(), groups[j].prints.size());
      const double share = static_cast<double>(common[j]) / static_cast<double>(smaller);
      if (share >= least_share)
        found.push_back({groups[i].members, groups[j].members, share, common[j]});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const likeness& a, const likeness& b) {
    return a.share != b.share ? a.share > b.share : a.common > b.common;
  });
  return found;
}

std::set<std::size_t> common_lines(std::string_view answer, std::string_view other,
                                   const std::vector<std::string>& given) {
  const auto tokens = tokens_of(answer);
  const auto grams = grams_of(tokens);
  const known excluded = grams_of_all(given);
  known theirs;
  for (const hash one : grams_of(tokens_of(other)))
    if (excluded.count(one) == 0) theirs.insert(one);

  std::vector<bool> is_common(tokens.size());
  for (std::size_t i = 0; i < grams.size(); ++i) {
    if (theirs.count(grams[i]) != 0)
      std::fill_n(is_common.begin() + static_cast<std::ptrdiff_t>(i), gram, true);
  }
  std::set<std::size_t> lines;
  std::size_t line = 1, at = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    line += static_cast<std::size_t>(
        std::count(answer.begin() + static_cast<std::ptrdiff_t>(at),
                   answer.begin() + static_cast<std::ptrdiff_t>(tokens[i].offset), '\n'));
    at = tokens[i].offset;
    if (is_common[i]) lines.insert(line);
  }
  return lines;
}

}  // namespace lockstep::tutor::class_page
