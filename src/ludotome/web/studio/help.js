// @ts-check
/**
 * Help: a page of the docs, the list of pages, and search results.
 */

import { el } from "../player/dom.js";
import { mainElement, pageData, startFrame } from "./frame.js";

/** @typedef {{name: string, title: string, isLanguage: boolean}} Page */
/** @typedef {{page: string, title: string, heading: string, anchor: string, excerpt: string}} Found */
/** @typedef {{pages: Page[], name: string, words: string, found: Found[]}} HelpData */

/**
 * @param {string} title
 * @param {Page[]} pages
 * @param {string} current
 */
function listed(title, pages, current) {
  const links = pages.map((page) =>
    el("li", {}, el("a", { href: `/help/${page.name}`, "aria-current": page.name === current ? "page" : null }, page.title))
  );
  return el("section", {}, el("h2", {}, title), el("ul", {}, ...links));
}

/** @param {HelpData} data */
function results({ words, found }) {
  const rows = found.map(({ page, title, heading, anchor, excerpt }) => {
    const address = `/help/${page}${anchor ? `#${anchor}` : ""}`;
    return el(
      "li",
      {},
      el("a", { href: address }, heading),
      heading === title ? null : el("span.muted", {}, ` · ${title}`),
      el("p", {}, excerpt),
    );
  });
  const said = found.length ? `Found in ${found.length === 30 ? "30 or more" : found.length} places` : "Nothing was found";
  return el("section.found", {}, el("h1", {}, `${said}: “${words}”`), el("ul", {}, ...rows));
}

startFrame();
const data = /** @type {HelpData} */ (pageData());
const field = /** @type {HTMLInputElement} */ (el("input", { type: "search", placeholder: "Search the help", id: "search", value: data.words }));
const form = el("form.field", { role: "search" }, el("label.sr", { for: "search" }, "Search the help"), field, el("kbd", { "aria-hidden": "true" }, "/"));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  location.href = `/help?q=${encodeURIComponent(field.value.trim())}`;
});
const page = document.getElementById("page");
const pages = el(
  "nav.pages",
  { "aria-label": "Pages of the help" },
  listed("Guides", data.pages.filter(({ isLanguage }) => !isLanguage), data.name),
  listed("The language", data.pages.filter(({ isLanguage }) => isLanguage), data.name),
);
const main = mainElement();
if (data.words) page?.replaceChildren(results(data));
else if (!data.name) page?.replaceChildren(el("h1", {}, "Help"), el("p", {}, "Choose a page, or search for a word: a field, an effect, a code."));
main.classList.toggle("index", !data.name && !data.words);
main.prepend(el("div.aside", {}, form, pages));
for (const block of document.querySelectorAll("#page pre, #page table")) block.setAttribute("tabindex", "0");
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  field.focus();
});
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
document.documentElement.dataset.ready = "true";
