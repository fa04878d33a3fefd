// @ts-check
/**
 * Broken: the page of a game whose document has errors: lists them, with a link to the workshop.
 */

import { el } from "../player/dom.js";
import { words } from "../player/prose.js";
import { mainElement, pageData, startFrame } from "./frame.js";

/** @typedef {{code: string, message: string, span?: {line?: number} | null}} Fault */

startFrame();
const { name, errors, more } = /** @type {{name: string, errors: Fault[], more: number}} */ (pageData());
const rows = errors.map(({ code, message, span }) => {
  const line = span?.line;
  return el("li", {}, el("strong", {}, line ? `Line ${line}` : "The document"), ": ", ...words(message), " ", el("code.muted", {}, code));
});
const count = errors.length + more;
mainElement().append(
  el("h1", {}, name),
  el("p", {}, `This document cannot be played yet: it has ${count} ${count === 1 ? "error" : "errors"}.`),
  el("ul.faults", {}, ...rows, more ? el("li.muted", {}, `and ${more} more`) : null),
  el("p", {}, el("a.btn.main", { href: `/workshop/${encodeURI(name)}` }, "Open it in the workshop")),
);
document.documentElement.dataset.ready = "true";
