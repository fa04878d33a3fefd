// @ts-check
/**
 * Page: the workshop for one document: the editor, the board beside it, the results below, and saving.
 *
 * Invariants:
 *   * a save names the version that the text is based on; a person whose save conflicts with a later version is told,
 *     and loses nothing;
 *   * unsaved text is kept in this browser.
 */

import { button, el, icon } from "../player/dom.js";
import { opened } from "../player/sheets.js";
import { mainElement, pageData, request, ServerError, startFrame } from "../studio/frame.js";
import { Board } from "./board.js";
import { Comparison } from "./comparison.js";
import { Connection, RequestError } from "./connection.js";
import { diff } from "./diff.js";
import { Drafts } from "./drafts.js";
import { Editor } from "./editor.js";
import { Panels } from "./panels.js";
import { words } from "../player/prose.js";

/** @import { Problem } from "./editor.js" */
/** @import { TestResult, Version } from "./panels.js" */
/** @typedef {{name: string, text: string, version: string, shipped: boolean}} Saved */

const PAUSE = 10; // milliseconds without a change before the text is checked
const DRAW_PAUSE = 120; // and before it is drawn, so that drawing does not delay the check of continued typing
const MORE_PAUSE = 400; // and before it is checked with other settings of its parameters
const DRAFT_PAUSE = 300;

class Workshop {
  /** @param {Saved} saved */
  constructor(saved) {
    this.saved = saved;
    this.drafts = new Drafts(saved.name);
    this.isFine = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.checkTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.draftTimer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.drawTimer = undefined;
    this.saving = Promise.resolve();
    this.milliseconds = 0; // the duration of the latest check
    /** @type {number | null} */
    this.simulation = null;
    this.changedAt = performance.now();
    this.status = el("span.status", { role: "status" }, "…");
    this.state = el("span.label");
    this.note = el("div.notes", { role: "alert" });
    this.playButton = button("main", "forward", "Play from here", () => this.play(), { title: "Ctrl Enter" });
    this.saveButton = button("plain", null, saved.shipped ? "Save a copy" : "Save", () => this.save(), { title: "Ctrl S" });
    this.exportButton = button("plain", null, "Export", () => this.export());
    this.board = new Board({
      begin: () => this.connection.ask("begin", { text: this.editor.text }),
      decide: (decision) => this.connection.ask("decide", { decision }),
      undo: () => this.connection.ask("undo"),
      why: async (action, values) => {
        const text = await this.connection.ask("why", { action, values }).catch(() => null);
        return text === null ? null : { text };
      },
    });
    this.panels = new Panels({
      goTo: (from, to) => this.editor.goTo(from, to),
      fix: (problem) => this.editor.fix(problem),
      runTests: () => this.runTests(),
      simulate: (games) => this.simulate(games),
      stop: () => this.simulation !== null && this.connection.stop(this.simulation),
      look: (version) => this.lookAt(version),
      restore: (version) => this.restore(version),
      versionsOpened: () => this.listVersions(),
    });
    const home = el("section.editor", { "aria-label": "Document" });
    const bar = el(
      "div.bar",
      {},
      el("h1", {}, saved.name.replace(/\.md$/, "")),
      this.state,
      el("span.grow"),
      this.status,
      button("plain", null, "Compare", () => this.compare(this.saved.text, "Since the last save")),
      this.exportButton,
      this.saveButton,
      this.playButton,
    );
    const player = el("a", { href: `/play/${encodeName(saved.name)}` }, saved.shipped ? "Play against a computer" : "Play the saved version against a computer");
    this.board.element.append(el("p.label", {}, player));
    mainElement().append(bar, this.note, home, this.board.element, this.panels.element);
    const draft = this.drafts.read();
    const isRestored = draft !== null && draft.text !== saved.text;
    if (isRestored && draft.version) this.saved = { ...saved, version: draft.version };
    /** @type {Editor} */
    this.editor = new Editor(home, isRestored ? draft.text : saved.text, {
      changed: () => this.changed(),
      complete: (at) => this.connection.ask("complete", { at, text: this.editor.text }),
      hover: (at) => this.connection.ask("hover", { at, text: this.editor.text }),
      keys: {
        "Mod-Enter": () => this.play(),
        "Mod-.": () => this.editor.fixHere(),
        F2: () => this.rename(),
        F12: () => this.goToDefinition(),
      },
    });
    if (isRestored) this.tell("warn", "Your unsaved text was restored.", ["Discard it", () => this.editor.replace(saved.text)]);
    /** @type {Connection} */
    this.connection = new Connection(saved.name, { opened: () => this.connected(), lost: () => this.lost() });
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "s") {
        event.preventDefault();
        this.save();
      }
    });
    addEventListener("pagehide", () => this.draftTimer && this.keepDraft()); // the latest change
    this.showState();
    this.listVersions();
  }

  get isChanged() {
    return this.editor.text !== this.saved.text;
  }

  // ── the text ──

  changed() {
    this.changedAt = performance.now();
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), PAUSE);
    clearTimeout(this.draftTimer);
    this.draftTimer = setTimeout(() => this.keepDraft(), DRAFT_PAUSE);
    this.showState();
  }

  /** Store the text in the browser if it is not saved. */
  keepDraft() {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    if (this.isChanged) this.drafts.keep({ text: this.editor.text, version: this.saved.shipped ? null : this.saved.version });
    else this.drafts.forget();
  }

  async check() {
    const { text } = this.editor;
    const since = this.changedAt;
    try {
      this.checked(await this.connection.ask("check", { text }), text, since);
      clearTimeout(this.drawTimer);
      this.drawTimer = setTimeout(() => this.draw(text), DRAW_PAUSE);
    } catch (error) {
      if (error instanceof RequestError && (error.code === "replaced" || error.code === "lost")) return;
      this.status.replaceChildren(String(error));
    }
  }

  /** @param {string} text */
  async draw(text) {
    if (text !== this.editor.text) return;
    try {
      await this.connection.ask("draw", { text }, (part) => this.checked(part, text));
      clearTimeout(this.drawTimer);
      this.drawTimer = setTimeout(() => this.checkMore(text), MORE_PAUSE);
    } catch {
      // replaced by a newer text
    }
  }

  /** @param {string} text */
  async checkMore(text) {
    if (text !== this.editor.text) return;
    const found = await this.connection.ask("checkMore", { text }).catch(() => null); // replaced by a newer text
    if (found) this.checked(found, text);
  }

  /**
   * @param {{diagnostics?: Problem[], milliseconds?: number, isPlayable?: boolean, picture?: any, outline?: any}} part
   * @param {string} text
   * @param {number} [since] when it was typed
   */
  checked(part, text, since) {
    if (text !== this.editor.text) return; // the text has changed meanwhile
    if (part.diagnostics) {
      this.editor.show(part.diagnostics);
      this.panels.showProblems(part.diagnostics);
      this.isFine = part.isPlayable === true;
      this.milliseconds = part.milliseconds ?? this.milliseconds;
      this.showStatus(part.diagnostics, this.milliseconds);
      requestAnimationFrame(() => { // now it is on the screen
        if (since !== undefined) document.documentElement.dataset.checked = String(Math.round(performance.now() - since));
      });
      if (!this.isFine) this.board.showOld();
    }
    if (part.picture) this.board.show(part.picture);
    if (part.outline) this.panels.showOutline(part.outline);
  }

  /** @param {Problem[]} problems @param {number} milliseconds */
  showStatus(problems, milliseconds) {
    const errors = problems.filter(({ severity }) => severity === "error").length;
    const count = errors || problems.length;
    const kind = errors ? "problem" : "remark";
    this.status.className = `status${errors ? "" : " fine"}`;
    const said = count ? `${count} ${kind}${count === 1 ? "" : "s"}` : "fine";
    this.status.replaceChildren(...(errors ? [icon("refused")] : []), `${said} · ${milliseconds} ms`);
    for (const [made, title] of /** @type {[HTMLElement, string][]} */ ([[this.playButton, "Ctrl Enter"], [this.exportButton, ""]])) {
      made.setAttribute("aria-disabled", String(!this.isFine));
      made.title = this.isFine ? title : "Fix the problems first";
    }
  }

  connected() {
    this.state.classList.remove("bad-ink");
    this.showState();
    this.check();
  }

  lost() {
    this.state.textContent = "Not connected; trying again. Your text is kept in this browser.";
    this.state.classList.add("bad-ink");
  }

  showState() {
    if (!this.connection?.socket && this.connection) return;
    const file = this.saved.shipped ? `${this.saved.name}, a shipped game` : this.saved.name;
    this.state.textContent = this.isChanged ? `${file} · not saved` : file;
  }

  /**
   * Show a message above the document, with buttons for what can be done.
   * @param {"warn" | "bad" | ""} kind
   * @param {string} text
   * @param {...[string, () => void]} acts
   */
  tell(kind, text, ...acts) {
    const close = () => note.remove();
    const buttons = acts.map(([name, act]) =>
      button("plain", null, name, () => {
        close();
        act();
      })
    );
    const note = el(`div.note${kind ? `.${kind}` : ""}`, {}, el("p.grow", {}, ...words(text)), ...buttons, button("quiet.icon", "close", "Close", close));
    this.note.replaceChildren(note);
  }

  // ── saving ──

  /** Save, but only after any running save, which would otherwise look like another person's. */
  save() {
    if (this.saved.shipped) return this.saveCopy();
    this.saving = this.saving.then(() => this.saveNow());
  }

  async saveNow() {
    const { text } = this.editor;
    try {
      const { version } = await request("PUT", address(this.saved.name), { text, version: this.saved.version });
      this.saved = { ...this.saved, text, version };
      this.note.replaceChildren();
      this.keepDraft();
      this.showState();
      this.listVersions();
      this.runTests();
    } catch (error) {
      this.notSaved(error);
    }
  }

  /** @param {unknown} error */
  notSaved(error) {
    if (!(error instanceof ServerError) || error.error.code !== "conflict") {
      this.tell("bad", `Not saved: ${error instanceof Error ? error.message : error}`);
      return;
    }
    const { theirs } = error.error;
    const overwrite = () => {
      this.saved = { ...this.saved, version: theirs.version };
      this.save();
    };
    const take = () => {
      this.saved = { ...this.saved, text: theirs.text, version: theirs.version };
      this.editor.replace(theirs.text);
    };
    this.tell(
      "bad",
      "Not saved: another version was saved since you opened this one. Both are in the list of versions.",
      ["Show the difference", () => {
        this.compare(theirs.text, "From the other version to yours");
        this.notSaved(error);
      }],
      ["Overwrite it with mine", overwrite],
      ["Use the other version", take],
    );
    this.listVersions();
  }

  saveCopy() {
    const field = /** @type {HTMLInputElement} */ (el("input.field", { id: "copy", value: `my-${this.saved.name}`, autocomplete: "off", spellcheck: false }));
    const wrong = el("p.bad-ink", { role: "alert" });
    const { text } = this.editor;
    const make = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = `${field.value.trim().replace(/\.md$/, "")}.md`;
      try {
        await request("PUT", address(name), { text, version: null });
        this.drafts.forget();
        location.assign(`/workshop/${encodeName(name)}`);
      } catch (error) {
        wrong.textContent = error instanceof ServerError && error.status === 409 ? `There is already a document ${name}.` : String(error instanceof Error ? error.message : error);
      }
    };
    const form = el("form", { submit: make }, el("div.setting", {}, el("label", { for: "copy" }, "Name"), field), wrong, el("div.row.end", {}, el("button.btn.main", { type: "submit" }, "Save")));
    opened("copy", "Save a copy", el("p.label", {}, "Shipped games cannot be changed; the copy goes into your folder."), form);
    field.select();
  }

  async listVersions() {
    if (this.saved.shipped) {
      this.panels.showVersions([], "");
      return;
    }
    const { versions } = await request("GET", `${address(this.saved.name)}/versions`).catch(() => ({ versions: [] }));
    this.panels.showVersions(versions, this.saved.version);
  }

  /** @param {Version} version @returns {Promise<string>} */
  async textOf(version) {
    return (await request("GET", `${address(this.saved.name)}/versions/${version.id}`)).text;
  }

  /** @param {Version} version */
  async lookAt(version) {
    await this.compare(await this.textOf(version), `From the version of ${new Date(version.at).toLocaleString("en")} to the text now`);
  }

  /** @param {Version} version */
  async restore(version) {
    this.editor.replace(await this.textOf(version));
    this.tell("", "This version is now in the editor, but not saved. Ctrl Z undoes this.");
    this.editor.focus();
  }

  /** @param {string} before @param {string} title */
  async compare(before, title) {
    const { text } = this.editor;
    const lines = await this.connection.ask("compare", { before, text });
    if (!lines.length) {
      opened("compare", title, diff(lines));
      return;
    }
    const games = new Comparison({
      play: (seconds, part) => this.connection.ask("compareGames", { before, text, seconds }, part),
      last: () => this.connection.last,
      stop: (number) => this.connection.stop(number),
    });
    opened("compare", title, diff(lines), games.element).addEventListener("close", () => games.stop());
  }

  // ── requests at the cursor ──

  async rename() {
    const at = this.editor.cursor;
    const found = await this.connection.ask("canRename", { at, text: this.editor.text });
    if (!found) {
      this.tell("", "There is no declared name at the cursor.");
      return;
    }
    const field = /** @type {HTMLInputElement} */ (el("input.field", { id: "rename", value: found.name, autocomplete: "off", spellcheck: false }));
    const wrong = el("p.bad-ink", { role: "alert" });
    const make = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const edits = await this.connection.ask("rename", { at, new: field.value.trim(), text: this.editor.text });
        sheet.close();
        this.editor.apply(edits);
        this.editor.focus();
      } catch (error) {
        wrong.replaceChildren(...words(error instanceof Error ? error.message : String(error)));
      }
    };
    const form = el("form", { submit: make }, el("div.setting", {}, el("label", { for: "rename" }, "New name"), field), wrong, el("div.row.end", {}, el("button.btn.main", { type: "submit" }, "Rename")));
    const sheet = opened("rename", `Rename ${found.name}`, form);
    field.select();
  }

  async goToDefinition() {
    const found = await this.connection.ask("definition", { at: this.editor.cursor, text: this.editor.text });
    if (found?.source) this.tell("", `It is declared in \`${found.source}\`, line ${found.line}.`);
    else if (found) this.editor.goTo(found.from, found.to);
    else this.tell("", "The document does not declare this name.");
  }

  // ── trial games and simulations ──

  play() {
    if (this.isFine) this.board.begin();
  }

  async runTests() {
    /** @type {TestResult[]} */
    const results = [];
    try {
      const done = await this.connection.ask("tests", { text: this.editor.text }, ({ test }) => {
        results.push(test);
        this.panels.showTests(results, "Running…");
      });
      const said = `${done.passed} passed, ${done.failed} failed.`;
      this.panels.showTests(results, results.length ? said : "The document has no tests: add a section `tests`.");
    } catch (error) {
      this.panels.showTests(results, `Could not run: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @param {number} games */
  async simulate(games) {
    this.panels.simulating(true);
    this.panels.tellSimulation("Compiling the game…");
    try {
      const asked = this.connection.ask("simulate", { games, text: this.editor.text }, ({ figures }) => this.panels.showFigures(figures));
      this.simulation = this.connection.last;
      const figures = await asked;
      if (figures.played) this.panels.showFigures(figures);
    } catch (error) {
      this.panels.tellSimulation(`Could not simulate: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.simulation = null;
      this.panels.simulating(false);
    }
  }

  async export() {
    if (!this.isFine) return;
    this.exportButton.setAttribute("disabled", "");
    this.tell("", "Compiling the game to WebAssembly…");
    try {
      const answer = await fetch("/api/export", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: this.saved.name, text: this.editor.text }),
      });
      if (!answer.ok) throw new ServerError(answer.status, (await answer.json()).error ?? {});
      const file = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "game.html";
      const link = URL.createObjectURL(await answer.blob());
      el("a", { href: link, download: file }).click();
      setTimeout(() => URL.revokeObjectURL(link), 60_000);
      this.tell("", `\`${file}\` is in your downloads: one file that anyone can open and play.`);
    } catch (error) {
      this.tell("bad", `Could not export: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.exportButton.removeAttribute("disabled");
    }
  }
}

/** @param {string} name */
const encodeName = (name) => name.split("/").map(encodeURIComponent).join("/");
/** @param {string} name */
const address = (name) => `/api/documents/${encodeName(name)}`;

startFrame();
document.body.classList.add("workshop");
new Workshop(pageData());
document.documentElement.dataset.ready = "true";
