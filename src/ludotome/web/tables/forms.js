// @ts-check
/**
 * Forms: small dialogs with questions, and links to copy.
 *
 * This module does not know tables.
 */

import { button, el } from "../player/dom.js";

/** @typedef {{name: string, label: string, value: string, most: number, rows?: number}} Field */

/**
 * Open a sheet, which removes itself when it is closed.
 * @param {string} title
 * @param {...Node} children
 */
function sheet(title, ...children) {
  const made = /** @type {HTMLDialogElement} */ (el("dialog.sheet", { "aria-label": title }));
  made.append(el("header", {}, el("h2", {}, title), button("quiet.icon", "close", "Close", () => made.close())), ...children);
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

/**
 * Ask for some texts and return them by name; null if the sheet was closed.
 * @param {string} title
 * @param {Field[]} fields
 * @param {string} send the label of the button
 * @returns {Promise<Record<string, string> | null>}
 */
export function askForm(title, fields, send) {
  return new Promise((resolve) => {
    const inputs = fields.map(({ name, value, most, rows, label }) => {
      const shape = { name, maxlength: most, required: true, rows: rows ?? null, autocomplete: "off", "aria-label": label };
      const input = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (el(rows ? "textarea" : "input.field", shape));
      input.value = value;
      return input;
    });
    const labels = fields.map(({ label }, place) => el("label.asked", {}, el("span", {}, label), inputs[place]));
    const form = el("form", { method: "dialog" }, ...labels, el("div.row.end", {}, el("button.btn.main", { type: "submit" }, send)));
    form.addEventListener("submit", () => resolve(Object.fromEntries(inputs.map((input) => [input.name, input.value]))));
    const made = sheet(title, form);
    made.addEventListener("close", () => resolve(null));
    inputs[0].focus();
  });
}

/**
 * Ask whether to do something and return the answer; closing the sheet means no.
 * @param {string} title
 * @param {string} text the consequences
 * @param {string} yes the label of the button
 * @returns {Promise<boolean>}
 */
export function askYes(title, text, yes) {
  return new Promise((resolve) => {
    const form = el("form", { method: "dialog" }, el("p", {}, text), el("div.row.end", {}, el("button.btn.main", { type: "submit" }, yes)));
    form.addEventListener("submit", () => resolve(true));
    sheet(title, form).addEventListener("close", () => resolve(false));
  });
}

/**
 * Copy a text, and show on the pressed button whether that worked.
 * @param {HTMLElement} pressed
 * @param {string} text
 */
export async function copied(pressed, text) {
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    pressed.textContent = "Press Ctrl+C";
  }
}

/**
 * Show links, each with a copy button.
 * @param {{name: string, note: string, text: string}[]} links
 */
export function showLinks(links) {
  const parts = links.map(({ name, note, text }) => {
    const input = /** @type {HTMLInputElement} */ (el("input.field", { readonly: true, "aria-label": name, value: text }));
    const copy = button("main", null, "Copy", async () => {
      input.select();
      await copied(copy, text);
    }, { "aria-label": `Copy: ${name}` });
    return el("section.link", {}, el("h3", {}, name), el("p.label", {}, note), el("div.row", {}, input, copy));
  });
  sheet("Links", ...parts);
}
