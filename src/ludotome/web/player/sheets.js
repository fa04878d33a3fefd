// @ts-check
/**
 * Sheets: dialogs over the page: a question, the rules, the record to share, a new game, the curtain.
 *
 * They are `dialog` elements, so that the browser keeps the focus inside and Escape closes them.
 *
 * This module does not know games.
 */

import { button, el, icon } from "./dom.js";
import { LEVELS } from "./match.js";

/** @import { Scene } from "../types.js" */
/** @import { Sitter } from "./match.js" */

/**
 * Open a sheet with a heading and return it; it removes itself when it is closed.
 * @param {string} kind its class
 * @param {string} title
 * @param {...(Node | string | null)} children
 */
export function opened(kind, title, ...children) {
  const id = `title-${kind}`;
  const sheet = /** @type {HTMLDialogElement} */ (el(`dialog.sheet.${kind}`, { "aria-labelledby": id }));
  const close = button("quiet.icon", "close", "Close", () => sheet.close());
  sheet.append(el("header", {}, el("h2", { id }, title), close), ...children.filter((child) => child !== null));
  sheet.addEventListener("close", () => sheet.remove());
  // A tap that opens a sheet ends in a click on the sheet: a click counts if its press began here too (or on a keyboard).
  let wasPressed = false;
  sheet.addEventListener("pointerdown", () => { wasPressed = true; });
  sheet.addEventListener("click", (event) => {
    if (event.detail && !wasPressed) event.stopPropagation();
    else if (event.target === sheet) sheet.close(); // outside the sheet
  }, { capture: true });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/**
 * Let the person choose one of *options*; return its index, or null if the sheet was closed.
 * @param {string} title
 * @param {string[]} options
 * @returns {Promise<number | null>}
 */
export function ask(title, options) {
  return new Promise((resolve) => {
    const buttons = options.map((text, place) =>
      button("big", null, text, () => {
        resolve(place);
        sheet.close();
      })
    );
    const sheet = opened("ask", title, el("div.options", {}, ...buttons));
    sheet.addEventListener("close", () => resolve(null));
  });
}

/**
 * Return the first paragraph of the rules. *prose* is the element of the page that holds them.
 * @param {Element | null} prose
 */
export function firstParagraph(prose) {
  return prose?.querySelector(":scope > p")?.textContent ?? "";
}

/**
 * Show the rules under the title of the game. *prose* is the element of the page that holds them.
 * @param {Element | null} prose
 * @param {string} title
 */
export function showRules(prose, title) {
  const body = el("div.prose");
  if (prose) body.append(...[...prose.childNodes].map((node) => node.cloneNode(true)));
  if (body.firstElementChild?.textContent === title) body.firstElementChild.remove();
  opened("drawer", title, body);
}

/**
 * Show texts to copy, each under its heading.
 * @param {{name: string, note: string, text: string}[]} texts
 */
export function showTexts(texts) {
  const parts = texts.map(({ name, note, text }) => {
    const field = /** @type {HTMLTextAreaElement} */ (el("textarea", { readonly: true, rows: 8, "aria-label": name }));
    field.value = text;
    const copy = button("main", null, `Copy ${name.toLowerCase()}`, async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        document.execCommand("copy"); // pages opened from disk cannot use the clipboard
      }
      copy.textContent = "Copied";
    });
    return el("section", {}, el("h3", {}, name), el("p.label", {}, note), field, copy);
  });
  opened("share", "Share", ...parts);
}

/**
 * Ask who sits where and for the seed; return null if the sheet was closed. *more* is shown above the seats.
 * @param {Scene} scene
 * @param {Sitter[]} sitters
 * @param {string} seed
 * @param {Node | null} more
 * @returns {Promise<{sitters: Sitter[], seed: string} | null>}
 */
export function askNewGame(scene, sitters, seed, more = null) {
  return new Promise((resolve) => {
    const selects = sitters.map((sitter, seat) => {
      const options = ["person", ...Object.keys(LEVELS)].map((value) =>
        el("option", { value, selected: value === sitter }, value === "person" ? "A person" : `Computer, ${value}`)
      );
      return /** @type {HTMLSelectElement} */ (el("select.field", { id: `seat-${seat}` }, ...options));
    });
    const rows = selects.map((select, seat) => el("div.setting", {}, el("label", { for: `seat-${seat}` }, scene.seats[seat].name), select));
    const field = /** @type {HTMLInputElement} */ (
      el("input.field", { id: "seed", inputmode: "numeric", pattern: "[0-9]{1,20}", value: seed, autocomplete: "off" })
    );
    const wrong = el("p.bad-ink", { role: "alert", hidden: true });
    const begin = () => {
      if (!/^[0-9]{1,20}$/.test(field.value) || BigInt(field.value) >= 1n << 64n) {
        wrong.textContent = "A seed is a whole number from 0 to 18446744073709551615.";
        wrong.hidden = false;
        return;
      }
      resolve({ sitters: selects.map((select) => /** @type {Sitter} */ (select.value)), seed: field.value });
      sheet.close();
    };
    const sheet = opened(
      "new",
      "New game",
      more,
      ...rows,
      el("div.setting", {}, el("label", { for: "seed" }, "Seed"), field),
      el("p.label", {}, "The same seed gives the same dice and the same order of cards."),
      wrong,
      el("div.row.end", {}, button("main.big", null, "Begin", begin)),
    );
    sheet.addEventListener("close", () => resolve(null));
  });
}

/**
 * Draw the curtain: the page shows nothing of the game until the person of the seat lifts it.
 * @param {SVGElement} badge
 * @param {string} name of that seat
 * @param {() => void} lift
 */
export function curtain(badge, name, lift) {
  const show = button("big", null, `I am ${name}, show my side`, () => {
    made.remove();
    lift();
  });
  const made = el(
    "div.curtain",
    { role: "dialog", "aria-modal": "true", "aria-label": `Over to ${name}` },
    el("div", {}, badge, el("h2", {}, `Over to ${name}`), el("p", {}, `Hand the screen to ${name}. Other hands are not on this page.`), show),
  );
  document.body.append(made);
  show.focus();
  return made;
}

/**
 * Return a note with an icon and a way to close it.
 * @param {string} title
 * @param {string} text
 * @param {() => void} close
 */
export function refusalNote(title, text, close) {
  return el(
    "div.why",
    {},
    el("h3", {}, icon("refused"), title),
    text ? el("p", {}, text) : null,
    button("quiet.icon", "close", "Close", close),
  );
}
