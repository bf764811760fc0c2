// Explanations of words: on hover, and as a list in the dialog of keys, for keyboards and screen readers.
import {html, replaceChildren} from "../draw.js";
import {pieces, words} from "../model/words.js";

// Nodes of a text whose words explain themselves.
export function explained(text) {
  return pieces(text).map((one) => (one.meaning === "" ? one.text : html("abbr", {title: one.meaning}, one.text)));
}

// As setText.
export function setExplained(element, text) {
  if (element.textContent !== text) replaceChildren(element, ...explained(text));
}

export function listWords(element) {
  replaceChildren(element, ...Object.entries(words).flatMap(([word, meaning]) => [html("dt", null, word), html("dd", null, meaning)]));
}
