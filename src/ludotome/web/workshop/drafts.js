// @ts-check
/**
 * Drafts: the text that is not saved yet, kept in this browser, so that a reload or a crash loses nothing.
 *
 * Where storage is switched off or full, the page warns before it is left instead.
 */

/** @typedef {{text: string, version: string | null}} Draft */

export class Drafts {
  /** @param {string} name of the document */
  constructor(name) {
    this.key = `ludotome-draft:${name}`;
    this.isKept = true;
    addEventListener("beforeunload", (event) => {
      if (!this.isKept) event.preventDefault();
    });
  }

  /** @returns {Draft | null} */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Keep a text that began from a version. @param {Draft} draft */
  keep(draft) {
    try {
      localStorage.setItem(this.key, JSON.stringify(draft));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  /** Forget the text: it is saved. */
  forget() {
    this.isKept = true;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // nothing was kept then
    }
  }
}
