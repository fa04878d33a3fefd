// @ts-check
/**
 * Frame: shared code of the studio's pages: the data of a page, requests, the theme switch.
 *
 * This module does not know what the pages show.
 */

import { button, icon } from "../player/dom.js";

/** Return the data that the server embedded in the page. */
export function pageData() {
  return JSON.parse(document.getElementById("data")?.textContent ?? "null");
}

/** Return the main element of the page. */
export function mainElement() {
  const main = document.getElementById("main");
  if (!main) throw new Error("the page has no main element");
  return main;
}

/** An unexpected response of the server. */
export class ServerError extends Error {
  /** @param {number} status @param {Record<string, any>} error */
  constructor(status, error) {
    super(error.message ?? `the studio answered ${status}`);
    this.status = status;
    this.error = error;
  }
}

/**
 * Send a request and return its JSON; a `ServerError` says what went wrong.
 * @param {string} method
 * @param {string} address
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function request(method, address, body, signal) {
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  const answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ServerError(answer.status, found.error ?? {});
  return found;
}

/** Return whether the page uses the dark theme now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Fill the top bar. */
export function startFrame() {
  document.querySelector(".top .brand")?.prepend(icon("brand"));
  const turn = () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("ludotome-theme", theme);
    } catch {
      // then it lasts for this page only
    }
    document.dispatchEvent(new CustomEvent("themechange"));
  };
  document.querySelector(".top .end")?.append(button("quiet.icon", "theme", "Light or dark", turn));
}
