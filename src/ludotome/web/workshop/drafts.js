// @ts-check
/**
 * Drafts: unsaved text, kept in this browser so that a reload or a crash loses nothing.
 *
 * If storage is disabled or full, the page instead warns before it is closed.
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

  /** Store a text that is based on a version. @param {Draft} draft */
  keep(draft) {
    try {
      localStorage.setItem(this.key, JSON.stringify(draft));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  /** Delete the draft: the text is saved. */
  forget() {
    this.isKept = true;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // then nothing was stored
    }
  }
}
