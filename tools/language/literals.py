"""Texts in C++ sources: the string literals among the arguments of certain calls."""
import re

TOKEN = re.compile(r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<raw> R"(?P<mark>[^(\s]*)\((?P<body>.*?)\)(?P=mark)" )
  | (?P<string> (?:u8)?" (?:[^"\\\n]|\\.)* " )
  | (?P<char> '(?:[^'\\\n]|\\.)+' )
  | (?P<name> [A-Za-z_]\w* )
  | (?P<other> [^\s] )
""", re.VERBOSE | re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t"}


def unescaped(literal):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m[1], m[1]), literal[literal.index('"') + 1:-1])


def tokens_of(source):
    """(kind, text) of each token; of a string its value."""
    for match in TOKEN.finditer(source):
        if match.lastgroup == "comment":
            continue
        if match["raw"]:
            yield "string", match["body"]
        elif match["string"]:
            yield "string", unescaped(match["string"])
        else:
            yield ("name" if match["name"] else "other"), match.group()


def texts_in(tokens):
    """The literals of an expression; those that stand side by side are one."""
    texts, last = [], None
    for kind, text in tokens:
        if kind == "string" and last == "string":
            texts[-1] += text
        elif kind == "string" and last != "=":  # what is compared with is no text for a person
            texts.append(text)
        last = text if kind == "other" else kind
    return texts


def arguments_at(tokens, at):
    """The arguments of a call whose opening bracket stands at `at`: lists of tokens."""
    depth, arguments = 0, [[]]
    for token in tokens[at:]:
        _, text = token
        is_sign = token[0] == "other"
        if is_sign and text in "([{":
            depth += 1
            if depth == 1:
                continue
        if is_sign and text in ")]}":
            depth -= 1
            if depth == 0:
                return arguments
        if is_sign and text == "," and depth == 1:
            arguments.append([])
        else:
            arguments[-1].append(token)
    return arguments


def calls_of(source, names, whole=()):
    """(name, texts of each argument) of the calls of these functions and macros, in their order. Of those in `whole`
    only arguments that are nothing but a text."""
    tokens = list(tokens_of(source))
    for at, (kind, text) in enumerate(tokens[:-1]):
        if kind == "name" and text in names and tokens[at + 1] == ("other", "("):
            yield text, [texts_in(one) if text not in whole or all(kind == "string" for kind, _ in one) else []
                         for one in arguments_at(tokens, at + 1)]


def values_of(source, names):
    """The texts that variables and members of these names get: `advice = "..."`."""
    tokens = list(tokens_of(source))
    for at, (kind, text) in enumerate(tokens[:-2]):
        if kind != "name" or text not in names or tokens[at + 1] != ("other", "="):
            continue
        value = []
        for token in tokens[at + 2:]:
            if token == ("other", ";"):
                break
            value.append(token)
        yield from texts_in(value)


# What looks like words and is none: regular expressions, code, options, markup, what programs are told.
NO_SENTENCE = re.compile(r"\\[dwsb(]|\(\?:|\[\^|^\^|^[-#.<\"]|</|\t|[;{] *\n|\$\(|\[&\]|^\w+ -[a-zA-Z]|^ *-[a-zA-Z]+[= ]"
                         r"|^(import|using|nm|git|for \() ")
# Calls that compare, search or name, and tell nobody anything.
SILENT = {"find", "rfind", "starts_with", "ends_with", "contains", "regex", "static_assert", "getenv", "include", "has_word",
          "find_string", "deprecated"}


def sentences_of(source):
    """The texts of a source that read like words for a person: two words side by side, and neither compared with
    something nor searched for."""
    tokens = list(tokens_of(source))
    at = 0
    while at < len(tokens):
        if tokens[at][0] != "string":
            at += 1
            continue
        first, text = at, ""
        while at < len(tokens) and tokens[at][0] == "string":
            text += tokens[at][1]
            at += 1
        before = [text for _, text in tokens[max(first - 2, 0):first]]
        behind = [text for _, text in tokens[at:at + 2]]
        is_compared = before in (["=", "="], ["!", "="]) or behind in (["=", "="], ["!", "="])
        is_silent = len(before) == 2 and before[1] == "(" and before[0] in SILENT or before[-1:] == ["include"]
        if not is_compared and not is_silent and re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text) and not NO_SENTENCE.search(text):
            yield text
