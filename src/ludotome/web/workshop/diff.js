// @ts-check
/**
 * Diff: shows the lines that differ between two texts.
 *
 * This module does not know where the texts come from.
 */

import { el } from "../player/dom.js";

/** @typedef {{kind: "removed" | "added" | "kept" | "skipped", number: number, text: string}} DiffLine */

const SIGNS = { removed: "−", added: "+", kept: " ", skipped: " " };
const WORDS = { removed: "removed: ", added: "added: ", kept: "", skipped: "" };

/** @param {DiffLine[]} lines */
export function diff(lines) {
  if (!lines.length) return el("p", {}, "No differences.");
  const rows = lines.map(({ kind, number, text }) =>
    el(`li.${kind}`, {}, el("span.num", { "aria-hidden": "true" }, kind === "skipped" ? "" : String(number)), el("span.sign", { "aria-hidden": "true" }, SIGNS[kind]), el("span.sr", {}, WORDS[kind]), el("code", {}, text || " "))
  );
  return el("ol.diff", {}, ...rows);
}
