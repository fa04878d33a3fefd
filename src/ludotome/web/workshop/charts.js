// @ts-check
/**
 * Charts: statistics of many games: who wins, how long games are, and a sentence about both.
 *
 * This module does not know how games are played.
 */

import { el } from "../player/dom.js";

/** @typedef {{name: string, share: number, low: number, high: number}} Share */
/** @typedef {{low: number, median: number, high: number, bars: number[]}} Lengths */
/** @typedef {{played: number, asked: number, seed: number, seconds: number, shares: Share[], length: Lengths}} Figures */

const SVG = "http://www.w3.org/2000/svg";
const ROW = 24;
const LEFT = 96;
const WIDTH = 200;

/**
 * Return an element of a drawing.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** A share as text: `50.9 %`. @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {Share[]} shares */
function winners(shares) {
  const rows = shares.flatMap(({ name, share, low, high }, place) => {
    const y = place * ROW;
    const short = name.length > 12 ? `${name.slice(0, 11)}…` : name;
    return [
      shape("text", { x: 0, y: y + 16, "font-size": 12, class: "c-2" }, short),
      shape("rect", { class: "c-bar", x: LEFT, y: y + 6, width: (share * WIDTH).toFixed(1), height: 12, rx: 2 }),
      shape("path", { class: "c-axis", fill: "none", d: `M${LEFT + low * WIDTH} ${y + 12}H${LEFT + high * WIDTH}` }),
      shape("text", { x: LEFT + WIDTH + 90, y: y + 16, "font-size": 12, class: "c-2", "text-anchor": "end" }, `${percent(share)} ± ${(50 * (high - low)).toFixed(1)}`),
    ];
  });
  const told = shares.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
  return shape("svg", { viewBox: `0 0 ${LEFT + WIDTH + 92} ${shares.length * ROW + 4}`, role: "img", "aria-label": told }, ...rows);
}

/** @param {Lengths} length */
function lengths({ low, median, high, bars }) {
  const most = Math.max(1, ...bars);
  const step = 256 / Math.max(1, bars.length);
  const drawn = bars.map((count, place) => {
    const height = 66 * count / most;
    return shape("rect", { class: "c-bar", x: (place * step + 1).toFixed(1), y: (70 - height).toFixed(1), width: Math.max(1, step - 2).toFixed(1), height: height.toFixed(1), rx: 1 });
  });
  const word = (/** @type {number} */ x, /** @type {string} */ anchor, /** @type {string} */ text) =>
    shape("text", { x, y: 84, "font-size": 11, class: "c-3", "text-anchor": anchor }, text);
  const told = `Games last ${median} decisions (median), from ${low} to ${high}`;
  const words = [word(0, "start", String(low)), word(128, "middle", `median ${median} decisions`), word(256, "end", String(high))];
  return shape("svg", { viewBox: "0 0 256 88", role: "img", "aria-label": told }, ...drawn, shape("path", { class: "c-axis", d: "M0 70.5h256" }), ...words);
}

/** The statistics as a sentence. @param {Figures} figures */
function sentence({ played, shares }) {
  if (played < 100) return "It is too early to say: 100 games are needed.";
  const best = shares.filter(({ name }) => name !== "nobody").reduce((one, other) => other.share > one.share ? other : one);
  const range = `between ${percent(best.low)} and ${percent(best.high)}`;
  return `${best.name} wins ${percent(best.share)} of the games; the true share lies ${range}.`;
}

/** Return the statistics as elements. @param {Figures} figures */
export function charts(figures) {
  const { played, asked, seed, seconds, shares, length } = figures;
  const head = `${played.toLocaleString("en")} ${played < asked ? `of ${asked.toLocaleString("en")} ` : ""}games in ${seconds.toFixed(1)} s`;
  return el(
    "div.sim",
    {},
    el("div", {}, el("h3", {}, "Who wins"), winners(shares)),
    el("div", {}, el("h3", {}, "How long"), lengths(length)),
    el("div", {}, el("h3.num", {}, head), el("p.label", {}, `${sentence(figures)} Random players, seed ${seed}.`)),
  );
}
