// A shuffle: what each lane gives, above, what each gets, below, and whose value that is.
import {html, note, picture, svg} from "../draw.js";
import {exchangeWords, sourceOf} from "../model/exchange.js";
import {capital, hasLane, laneWords} from "../model/lanes.js";
import {fitted, valueText} from "../model/names.js";

export function exchangeDrawing(view, warp, step, width) {
  const exchange = warp.exchange(step);
  const label = width < 420 ? 34 : 48, column = (width - label) / 32, height = 17, top = 14, below = 78;
  const own = warp === view.focus ? view.lane : -1;
  const lines = [], cells = [];
  let kept = 0;
  for (let lane = 0; lane < 32; ++lane) {
    const x = label + lane * column;
    const from = sourceOf(exchange, lane);
    if (from === lane) ++kept;
    if (from >= 0)
      lines.push(svg("path", {class: `flow${from === lane ? " kept" : ""}${lane === own ? " own" : ""}`, d: `M${label + (from + 0.5) * column} ${top + height}L${x + column / 2} ${below}`}));
    for (const [y, values, kind] of [[top, exchange.gave, "gave"], [below, exchange.got, "got"]]) {
      const there = hasLane(exchange.lanes, lane);
      const value = there ? valueText(values[lane]) : "";
      const {text, size} = fitted(value, column - 3);
      cells.push(svg("g", {class: `${kind}${there ? "" : " none"}${lane === own ? " own" : ""}`, onclick: () => view.choose(warp, lane)},
                     svg("rect", {x: x + 0.75, y, width: column - 1.5, height, rx: 1.5}),
                     svg("text", {x: x + column / 2, y: y + height / 2 + size * 0.36, style: `font-size: ${size}px`}, text),
                     svg("title", null, there ? `lane ${lane} ${kind} ${value}${kind === "got" && from >= 0 ? (from === lane ? ", its own" : `, from lane ${from}`) : ""}` : `lane ${lane}: inactive`)));
    }
  }
  const numbers = [0, 8, 16, 24, 31].map((lane) => svg("text", {class: "label middle", x: label + (lane + 0.5) * column, y: 9}, `${lane}`));
  const words = `${capital(laneWords(exchange.lanes, warp.lanes))}: ${exchangeWords(exchange)}.${kept > 0 && exchange.way !== "reduce" && exchange.way !== "idx" ? ` ${kept === 1 ? "One lane keeps its" : `${kept} lanes keep their`} own, since there is no such lane.` : ""}`;
  return [html("p", {class: "verdict"}, words), note("a column is a lane; no memory is involved"),
          picture(width, below + height + 2, words, ...numbers, svg("text", {class: "label", x: label - 5, y: top + 12}, "gives"),
                  svg("text", {class: "label", x: label - 5, y: below + 12}, "gets"), ...lines, ...cells)];
}
