// @ts-check
/**
 * Library: the page of games: cards that can be searched and filtered, and that are updated while the server makes
 * them.
 */

import { el, svg } from "../player/dom.js";
import { capital } from "../words.js";
import { isDark, mainElement, pageData, request, startFrame } from "./frame.js";

/**
 * @typedef {object} Card
 * @property {string} name
 * @property {boolean} shipped
 * @property {string} title
 * @property {number} fewest
 * @property {number} most
 * @property {number | null} decisions
 * @property {string[]} kinds
 * @property {number} faults
 * @property {string} fault
 * @property {boolean} pending
 * @property {boolean} picture
 */
/** @typedef {{cards: Card[], more: boolean, isPublic: boolean}} LibraryData */

const FILTERS = ["all", "yours", "board", "cards", "dice"];
const AGAIN = 1000; // milliseconds until unfinished cards are requested again

/** @param {string} path */
function lines(path) {
  return svg(`<path d="${path}" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`, {
    viewBox: "0 0 20 20",
    "aria-hidden": "true",
  });
}

const PLUS = "M10 4v12M4 10h12";
const FAULT = "M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM7.500 7.500l5 5M12.500 7.500l-5 5";

/** @param {Card} card */
function playAddress(card) {
  return `/play/${card.name.split("/").map(encodeURIComponent).join("/")}`;
}

/** @param {Card} card */
function tableAddress(card) {
  return `/tables?game=${encodeURIComponent(card.name)}`;
}

/** @param {Card} card */
function workshopAddress(card) {
  return playAddress(card).replace("/play/", "/workshop/");
}

/** @param {Card} card */
function pictureAddress(card) {
  return `${playAddress(card).replace("/play/", "/api/pictures/")}?theme=${isDark() ? "dark" : "light"}`;
}

/** @param {Card} card */
function picture(card) {
  if (card.picture) return el("img", { src: pictureAddress(card), alt: "", loading: "lazy", decoding: "async", "data-picture": card.name });
  if (!card.faults) return el("span.quiet", {}, "Drawing…");
  return el("span", {}, `No picture yet: the document has ${card.faults === 1 ? "an error" : `${card.faults} errors`}.`);
}

/** @param {Card} card */
function facts(card) {
  const { fewest, most, decisions, kinds, shipped } = card;
  const players = fewest === most ? `${most} players` : `${fewest}–${most} players`;
  return [
    shipped ? null : "Yours",
    kinds.length ? capital(kinds.join(", ")) : null,
    most ? (most === 1 ? "1 player" : players) : null,
    decisions === null ? null : `${decisions} decisions`,
  ].filter((fact) => fact !== null);
}

/**
 * @param {Card} card
 * @param {boolean} isPublic on a public server, visitors play at tables and cannot change documents
 */
function cardElement(card, isPublic) {
  const isBroken = card.faults > 0;
  const address = isPublic ? tableAddress(card) : isBroken ? workshopAddress(card) : playAddress(card);
  return el(
    isBroken ? "li.game.card.broken" : "li.game.card",
    { "data-name": card.name },
    el("div.pic", {}, picture(card)),
    el(
      "div.body",
      {},
      el("h2", {}, el("a", { href: address }, card.title)),
      el("p.meta", {}, ...facts(card).map((fact) => el("span", {}, fact))),
      isBroken ? el("p.verdict", {}, lines(FAULT), el("span", {}, capital(card.fault))) : null,
      isBroken || isPublic ? null : el("p.acts", {}, el("a", { href: workshopAddress(card) }, card.shipped ? "Read the document" : "Edit")),
    ),
  );
}

class Library {
  /** @param {LibraryData} data */
  constructor(data) {
    this.filter = "all";
    this.search = /** @type {HTMLInputElement} */ (el("input", { type: "search", placeholder: "Search games", id: "search" }));
    this.search.addEventListener("input", () => this.show());
    this.count = el("p", { role: "status" });
    this.chips = FILTERS.filter((name) => name !== "yours" || !data.isPublic).map((name) => {
      const choose = () => {
        this.filter = name;
        this.show();
      };
      return el("button.chip", { type: "button", "data-filter": name, click: choose }, capital(name));
    });
    this.none = el("div.none", { hidden: true });
    this.list = el("ul.games");
    /** @type {Map<string, string>} what each card was made from */
    this.made = new Map();
    this.cards = data.cards;
    this.isPublic = data.isPublic;
    mainElement().append(
      el(
        "div.head",
        {},
        el("div.grow", {}, el("h1", {}, "Library"), this.count),
        data.isPublic ? el("a.btn.main", { href: "/tables" }, lines(PLUS), "Open a table") : el("a.btn.main", { href: "/workshop" }, lines(PLUS), "New game"),
      ),
      el(
        "div.tools",
        {},
        el(
          "label.field",
          {},
          el("span.sr", {}, "Search games"),
          lines("M14.500 9a5.500 5.500 0 1 1-11 0a5.500 5.500 0 1 1 11 0zM13.200 13.200L17 17"),
          this.search,
          el("kbd", { "aria-hidden": "true" }, "/"),
        ),
        el("div.chips", { role: "group", "aria-label": "Show" }, ...this.chips),
      ),
      this.list,
      this.none,
    );
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      this.search.focus();
    });
    document.addEventListener("themechange", () => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    this.take(data);
  }

  /** Show new data, and request it again while cards are unfinished. @param {LibraryData} data */
  take({ cards, more }) {
    this.cards = cards;
    const yours = cards.filter(({ shipped }) => !shipped).length;
    this.count.textContent = this.isPublic ? `${cards.length} games` : `${cards.length} games on this computer, ${yours || "none"} of them yours.`;
    this.show();
    if (more) setTimeout(() => request("GET", "/api/library").then((data) => this.take(data), () => this.take({ cards, more, isPublic: this.isPublic })), AGAIN);
  }

  /** Show the cards that match; cards that did not change are kept. */
  show() {
    for (const chip of this.chips) chip.setAttribute("aria-pressed", String(chip.dataset.filter === this.filter));
    const words = this.search.value.trim().toLowerCase();
    const wanted = this.cards.filter((card) => {
      const isKind = this.filter === "all" || (this.filter === "yours" ? !card.shipped : card.kinds.includes(this.filter));
      return isKind && `${card.title} ${card.name}`.toLowerCase().includes(words);
    });
    const old = new Map([...this.list.children].map((element) => [element.getAttribute("data-name") ?? "", element]));
    const elements = wanted.map((card) => {
      const written = JSON.stringify(card);
      const kept = this.made.get(card.name) === written ? old.get(card.name) : undefined;
      this.made.set(card.name, written);
      return kept ?? cardElement(card, this.isPublic);
    });
    const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement : null;
    const name = focused?.closest("li")?.getAttribute("data-name");
    if (elements.length !== old.size || elements.some((element, place) => element !== this.list.children[place])) this.list.replaceChildren(...elements);
    if (name && document.activeElement !== focused) { // the card was drawn again, or moved
      const card = elements.find((element) => element.getAttribute("data-name") === name);
      /** @type {HTMLElement | null | undefined} */ (card?.querySelector(`a[href="${focused?.getAttribute("href")}"]`) ?? card?.querySelector("a"))?.focus();
    }
    this.none.hidden = wanted.length > 0;
    this.none.replaceChildren(...this.emptyWords(words));
  }

  /** @param {string} words */
  emptyWords(words) {
    const said = words ? `No game is called “${this.search.value.trim()}”.` : "There is no game here yet.";
    if (this.isPublic) return [el("h2", {}, said)];
    const begin = "Start from a small document that already plays, or copy a game and change it.";
    return [el("h2", {}, said), el("p", {}, begin), el("a.btn.main", { href: "/workshop" }, lines(PLUS), "New game")];
  }

  /** Draw the pictures in the current theme. */
  redraw() {
    const byName = new Map(this.cards.map((card) => [card.name, card]));
    for (const image of this.list.querySelectorAll("img")) {
      const card = byName.get(image.dataset.picture ?? "");
      if (card) image.src = pictureAddress(card);
    }
  }
}

startFrame();
new Library(pageData());
document.documentElement.dataset.ready = "true";
