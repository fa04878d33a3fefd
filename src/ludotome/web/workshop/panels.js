// @ts-check
/**
 * Panels: the tabs below the document: problems, outline, tests, simulation, versions.
 *
 * This module does not know the studio: it shows what it is given and reports clicks.
 */

import { button, el, icon } from "../player/dom.js";
import { charts } from "./charts.js";
import { fixWords } from "./editor.js";
import { words } from "../player/prose.js";

/** @import { Problem } from "./editor.js" */
/** @import { Figures } from "./charts.js" */
/** @typedef {{name: string, kind: string, from: number, to: number, children: Entry[]}} Entry */
/** @typedef {{name: string, failures: string[], seconds: number}} TestResult */
/** @typedef {{id: number, version: string, origin: string, at: string, characters: number}} Version */
/**
 * @typedef {object} Acts
 * @property {(from: number, to: number) => void} goTo
 * @property {(problem: Problem) => void} fix
 * @property {() => void} runTests
 * @property {(games: number) => void} simulate
 * @property {() => void} stop
 * @property {(version: Version) => void} look
 * @property {(version: Version) => void} restore
 * @property {() => void} versionsOpened
 */

const NAMES = /** @type {const} */ (["problems", "outline", "tests", "simulate", "versions"]);
/** @typedef {typeof NAMES[number]} Name */
const ORIGINS = { saved: "saved", found: "found on disk before a save", refused: "not saved: another version had been saved" };
const GAMES = [200, 2000, 20000];

export class Panels {
  /** @param {Acts} acts */
  constructor(acts) {
    this.acts = acts;
    /** @type {Record<string, HTMLElement>} */
    this.tabs = {};
    /** @type {Record<string, HTMLElement>} */
    this.bodies = {};
    /** @type {Record<string, HTMLElement>} */
    this.counts = {};
    for (const name of NAMES) {
      this.counts[name] = el("span.count", { hidden: true });
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      this.tabs[name] = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, click: () => this.open(name) }, title, this.counts[name]);
      this.bodies[name] = el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0 });
    }
    const list = el("div.tabs", { role: "tablist", "aria-label": "Results", keydown: (event) => this.key(/** @type {KeyboardEvent} */ (event)) }, ...Object.values(this.tabs));
    this.element = el("section.low", { "aria-label": "Results" }, list, ...Object.values(this.bodies));
    this.showProblems([]);
    this.showOutline([]);
    this.showTests([], null);
    this.figures = el("div.figures");
    this.gamesField = /** @type {HTMLSelectElement} */ (
      el("select.field", { "aria-label": "Games to play" }, ...GAMES.map((games) => el("option", { value: games, selected: games === 2000 }, `${games.toLocaleString("en")} games`)))
    );
    this.play = button("main", null, "Simulate", () => acts.simulate(Number(this.gamesField.value)));
    this.stop = button("quiet", null, "Stop", () => acts.stop(), { hidden: true });
    this.bodies.simulate.append(el("div.row.start", {}, this.gamesField, this.play, this.stop), this.figures);
    this.open("problems");
  }

  /** @param {Name} name */
  open(name) {
    for (const one of NAMES) {
      this.tabs[one].setAttribute("aria-selected", String(one === name));
      this.tabs[one].setAttribute("tabindex", one === name ? "0" : "-1");
      this.bodies[one].hidden = one !== name;
    }
    this.current = name;
    if (name === "versions") this.acts.versionsOpened();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = NAMES[(NAMES.indexOf(this.current ?? "problems") + step + NAMES.length) % NAMES.length];
    this.open(next);
    this.tabs[next].focus();
  }

  /** @param {Name} name @param {number | null} count @param {boolean} [isBad] */
  count(name, count, isBad = false) {
    this.counts[name].hidden = count === null;
    this.counts[name].textContent = String(count ?? "");
    this.counts[name].classList.toggle("bad", isBad);
  }

  /** @param {Problem[]} problems */
  showProblems(problems) {
    this.count("problems", problems.length, problems.some(({ severity }) => severity === "error"));
    if (!problems.length) {
      this.bodies.problems.replaceChildren(el("p", {}, "No problems."));
      return;
    }
    const rows = problems.map((problem) => {
      const { line, message, suggestion, code, severity, from, to } = problem;
      const where = el("button.place", { type: "button", click: () => this.acts.goTo(from, to) }, `Line ${line}`);
      const said = el("span.grow", {}, where, ": ", ...words(message), ...(suggestion ? [el("span.muted", {}, " — ", ...words(suggestion))] : []));
      const sign = el(`span.sign.${severity === "error" ? "bad-ink" : severity === "warning" ? "warn-ink" : "muted"}`, { title: severity }, icon("refused"), el("span.sr", {}, severity));
      return el("li", {}, sign, said, problem.fix ? button("quiet", null, fixWords(problem), () => this.acts.fix(problem)) : null, el("span.code", {}, code));
    });
    const keys = el("p.label", {}, el("kbd", {}, "F8"), " goes to the next problem, ", el("kbd", {}, "Ctrl"), " ", el("kbd", {}, "."), " fixes it, ", el("kbd", {}, "F2"), " renames, ", el("kbd", {}, "F12"), " goes to the declaration.");
    this.bodies.problems.replaceChildren(el("ul.list", {}, ...rows), keys);
  }

  /** @param {Entry[]} entries */
  showOutline(entries) {
    const link = (/** @type {Entry} */ { name, kind, from, to }) =>
      el("button.place", { type: "button", title: kind, click: () => this.acts.goTo(from, to) }, name);
    const groups = entries.map((entry) => el("li", {}, link(entry), entry.children.length ? el("ul", {}, ...entry.children.map((child) => el("li", {}, link(child)))) : null));
    this.bodies.outline.replaceChildren(entries.length ? el("ul.outline", {}, ...groups) : el("p", {}, "The document has no section yet."));
  }

  /**
   * @param {TestResult[]} results
   * @param {string | null} note the text above them
   */
  showTests(results, note) {
    const failed = results.filter(({ failures }) => failures.length).length;
    this.count("tests", results.length ? failed || results.length : null, failed > 0);
    const rows = results.map(({ name, failures, seconds }) =>
      el(
        "li",
        {},
        el(`span.sign.${failures.length ? "bad-ink" : "good-ink"}`, {}, failures.length ? icon("refused") : "✓", el("span.sr", {}, failures.length ? "failed" : "passed")),
        el("span.grow", {}, name, ...failures.map((failure) => el("span.failure", {}, failure))),
        el("span.num", {}, `${seconds.toFixed(2)} s`),
      )
    );
    const said = note ?? (results.length ? "" : "Tests run when you save. Write them in the section `tests`.");
    const run = button("quiet", "again", "Run tests", () => this.acts.runTests());
    this.bodies.tests.replaceChildren(el("div.row", {}, el("p.grow.label", {}, ...words(said)), run), el("ul.list", {}, ...rows));
  }

  /** @param {boolean} isRunning */
  simulating(isRunning) {
    this.play.toggleAttribute("disabled", isRunning);
    this.stop.hidden = !isRunning;
  }

  /** @param {Figures} figures */
  showFigures(figures) {
    this.figures.replaceChildren(charts(figures));
  }

  /** @param {string} text */
  tellSimulation(text) {
    this.figures.replaceChildren(el("p.label", { role: "status" }, text));
  }

  /** @param {Version[]} versions @param {string} current */
  showVersions(versions, current) {
    this.count("versions", versions.length || null);
    const rows = versions.map((version) => {
      const { at, origin, version: name } = version;
      const time = new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });
      const said = ORIGINS[/** @type {keyof typeof ORIGINS} */ (origin)] ?? origin;
      return el(
        "li",
        {},
        el("time", { datetime: at }, time),
        el("span.grow.label", {}, name === current ? `${said} · the one on disk` : said),
        button("quiet", null, "Compare", () => this.acts.look(version)),
        button("quiet", null, "Restore", () => this.acts.restore(version)),
      );
    });
    this.bodies.versions.replaceChildren(versions.length ? el("ul.list", {}, ...rows) : el("p", {}, "No version has been saved yet."));
  }
}
