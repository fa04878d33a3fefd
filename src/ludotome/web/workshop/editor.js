// @ts-check
/**
 * Editor: the text of the document, with its problems, completion, hover and the workshop's keyboard shortcuts.
 *
 * Everything the editor needs to know about the text comes from callbacks (`Asks`); this module does not know the
   language or the studio.
 */

import { button } from "../player/dom.js";
import {
  autocompletion,
  bracketMatching,
  completionKeymap,
  Decoration,
  defaultKeymap,
  drawSelection,
  EditorSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSelectionMatches,
  history,
  historyKeymap,
  hoverTooltip,
  indentUnit,
  keymap,
  lineNumbers,
  nextDiagnostic,
  search,
  searchKeymap,
  setDiagnostics,
  StateEffect,
  StateField,
  WidgetType,
} from "../vendor/codemirror.js";
import { editorStyle } from "./editor_style.js";
import { prose, words } from "../player/prose.js";

/** @typedef {{from: number, to: number, insert: string}} Edit */
/**
 * @typedef {object} Problem
 * @property {number} from
 * @property {number} to
 * @property {number} line
 * @property {string} code
 * @property {"error" | "warning" | "info"} severity
 * @property {string} message
 * @property {string} suggestion
 * @property {{title: string, edits: Edit[]}} [fix]
 */
/** @typedef {{from: number, to: number, label: string, kind: string, insert: string, detail: string}} Offer */
/**
 * @typedef {object} Asks
 * @property {() => void} changed the text has changed
 * @property {(at: number) => Promise<Offer[]>} complete
 * @property {(at: number) => Promise<{from: number, to: number, text: string} | null>} hover
 * @property {Record<string, () => void>} keys what the keys of the workshop do
 */

const CALM = 600; // milliseconds without a change before a problem is shown below its line

/** @type {any} */
const setCard = StateEffect.define();

class Card extends WidgetType {
  /** @param {Problem} problem @param {(problem: Problem) => void} fix */
  constructor(problem, fix) {
    super();
    this.problem = problem;
    this.fix = fix;
  }

  /** @param {Card} other */
  eq(other) {
    return JSON.stringify(other.problem) === JSON.stringify(this.problem);
  }

  toDOM() {
    const { problem } = this;
    const made = document.createElement("div");
    made.className = "cm-problem";
    const told = document.createElement("div");
    const title = document.createElement("strong");
    title.append(...words(problem.message));
    const more = document.createElement("span");
    more.append(...(problem.suggestion ? [...words(problem.suggestion), " · "] : []), problem.code);
    told.append(title, more);
    made.append(told);
    if (problem.fix) made.append(button("main", null, fixWords(problem), () => this.fix(problem)));
    return made;
  }

  ignoreEvent() {
    return true;
  }
}

const cards = StateField.define({
  create: () => Decoration.none,
  /** @param {any} value @param {any} transaction */
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return value.map(transaction.changes);
  },
  /** @param {any} field */
  provide: (field) => EditorView.decorations.from(field),
});

/** The label of the button of a fix. @param {Problem} problem */
export function fixWords(problem) {
  const title = (problem.fix?.title ?? "Fix it").replaceAll("`", "");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export class Editor {
  /**
   * @param {HTMLElement} home
   * @param {string} text
   * @param {Asks} asks
   */
  constructor(home, text, asks) {
    this.asks = asks;
    /** @type {Problem[]} */
    this.problems = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.calm = undefined;
    const root = home.attachShadow({ mode: "open" });
    const frame = document.createElement("div");
    frame.style.height = "100%";
    root.append(frame);
    const run = (/** @type {string} */ name) => () => {
      asks.keys[name]?.();
      return true;
    };
    const keys = ["Mod-Enter", "Mod-.", "F2", "F12"].map((key) => ({ key, run: run(key), preventDefault: true }));
    this.view = new EditorView({
      root,
      parent: frame,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([...keys, { key: "F8", run: nextDiagnostic }]),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          search({ top: true }),
          EditorView.lineWrapping,
          EditorState.tabSize.of(2),
          indentUnit.of("  "),
          EditorView.contentAttributes.of({ "aria-label": "Document", spellcheck: "false", tabindex: "0" }),
          autocompletion({ override: [(/** @type {any} */ context) => this.offers(context)] }),
          hoverTooltip((/** @type {any} */ _, /** @type {number} */ at) => this.explain(at)),
          cards,
          editorStyle,
          keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((/** @type {any} */ update) => {
            if (update.docChanged) asks.changed();
          }),
        ],
      }),
    });
  }

  get text() {
    return /** @type {string} */ (this.view.state.doc.toString());
  }

  /** The place of the cursor. */
  get cursor() {
    return /** @type {number} */ (this.view.state.selection.main.head);
  }

  focus() {
    this.view.focus();
  }

  /** Replace the text; this can be undone. @param {string} text */
  replace(text) {
    this.apply([{ from: 0, to: this.view.state.doc.length, insert: text }]);
  }

  /** @param {Edit[]} edits */
  apply(edits) {
    this.view.dispatch({ changes: edits, userEvent: "input.fix" });
  }

  /** Move to a position and select it. @param {number} from @param {number} [to] */
  goTo(from, to = from) {
    const end = this.view.state.doc.length;
    const selection = EditorSelection.single(Math.min(from, end), Math.min(to, end));
    this.view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.main, { y: "center" }) });
    this.focus();
  }

  // ── problems ──

  /** Show the problems of the current text. @param {Problem[]} problems */
  show(problems) {
    this.problems = problems;
    const { state } = this.view;
    const end = state.doc.length;
    const told = problems.map((problem) => ({
      from: Math.min(problem.from, end),
      to: Math.min(Math.max(problem.to, problem.from), end),
      severity: problem.severity,
      message: problem.message,
      renderMessage: () => prose(`**${problem.message.replaceAll("*", "∗")}**\n\n${problem.suggestion}`),
      actions: problem.fix ? [{ name: fixWords(problem), apply: () => this.fix(problem) }] : [],
    }));
    this.view.dispatch(setDiagnostics(state, told));
    this.showCard();
  }

  /** Show the first error below its line, once typing has paused. */
  showCard() {
    clearTimeout(this.calm);
    const first = this.problems.find(({ severity }) => severity === "error");
    if (!first) {
      this.view.dispatch({ effects: setCard.of(Decoration.none) });
      return;
    }
    this.calm = setTimeout(() => {
      const line = this.view.state.doc.lineAt(Math.min(first.from, this.view.state.doc.length));
      const card = Decoration.widget({ widget: new Card(first, (problem) => this.fix(problem)), block: true, side: 1 });
      const wrong = Decoration.line({ class: "cm-wrong" });
      this.view.dispatch({ effects: setCard.of(Decoration.set([wrong.range(line.from), card.range(line.to)], true)) });
    }, CALM);
  }

  /** @param {Problem} problem */
  fix(problem) {
    if (!problem.fix) return;
    this.apply(problem.fix.edits);
    this.focus();
  }

  /** Fix the problem at the cursor, or else the first fixable one. */
  fixHere() {
    const fixable = this.problems.filter(({ fix }) => fix);
    const here = fixable.find(({ from, to }) => from <= this.cursor && this.cursor <= to) ?? fixable[0];
    if (here) this.fix(here);
  }

  // ── questions ──

  /** @param {any} context */
  async offers(context) {
    const word = context.matchBefore(/\$?\w*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const found = await this.asks.complete(context.pos).catch(() => []);
    if (context.aborted || !found.length) return null;
    return {
      from: found[0].from,
      to: found[0].to,
      options: found.map(({ label, kind, insert, detail }, place) => ({ label, detail: detail || kind, apply: insert, boost: -place / 10 })),
      validFor: /^\$?\w*$/,
    };
  }

  /** @param {number} at */
  async explain(at) {
    const found = await this.asks.hover(at).catch(() => null);
    return found && { pos: found.from, end: found.to, above: true, create: () => ({ dom: prose(found.text) }) };
  }
}
