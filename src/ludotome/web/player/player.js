// @ts-check
/**
 * Player: one game on one page: what it shows, what a click does, and whose turn is next.
 *
 * Invariants:
 *   * the page offers what the view lists as legal, and contains no rules;
 *   * while the curtain is down, the page contains nothing of a view.
 *
 * This module does not know how a page gets its game.
 */

import { capital, endedWords } from "../words.js";
import { Deciding } from "./deciding.js";
import { button, el, icon, svg } from "./dom.js";
import { drawnSeed, Match } from "./match.js";
import { matchInWords, movesAsText, positionInWords, seatsInWords } from "./narration.js";
import { Pointing } from "./pointing.js";
import { askNewGame, curtain, firstParagraph, refusalNote, showRules, showTexts } from "./sheets.js";
import { Sidebar } from "./sidebar.js";
import { Table } from "./table.js";

/** @import { Scene, View } from "../types.js" */
/** @import { MatchEngine, Sitter } from "./match.js" */
/** @import { Answer, Task } from "./opponent.js" */
/** @import { Leaf, Place } from "./picking.js" */
/** @typedef {{search: (task: Task) => Promise<Answer>}} Searcher */
/**
 * `bar` replaces the player's own top bar; `seed` is that of the first game.
 * @typedef {object} Settings
 * @property {string} title
 * @property {Sitter} opponent
 * @property {{seed: string, history: number[]} | null} record
 * @property {string} [seed]
 * @property {HTMLElement} [bar]
 * @property {() => Node | null} [more] more fields of the new-game dialog
 */

const PATIENCE = 400; // milliseconds before the page says that a computer player is thinking
const GAP = 8; // pixels between the rows of the table

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {MatchEngine} engine
   * @param {Searcher} opponent
   * @param {Settings} settings
   */
  constructor(root, engine, opponent, settings) {
    this.scene = /** @type {Scene} */ (engine.scene);
    this.settings = settings;
    this.opponent = opponent;
    const { record } = settings;
    this.match = new Match(engine, { sitters: this.usualSitters(engine), seed: record?.seed ?? settings.seed ?? drawnSeed() });
    if (record) {
      this.match.begin(this.match.sitters.map(() => "person"), record.seed, record.history);
      this.match.look(0);
    }
    this.table = new Table(this.scene);
    this.status = el("p.sr", { role: "status" });
    this.deciding = new Deciding(this.table, {
      draw: () => this.draw(),
      decide: (leaf) => this.decide(leaf),
      why: (action, values) => this.match.engine.why(action, values),
    });
    this.stage = el("section.stage", { "data-stage": true, "aria-label": "Table" });
    const { others, boards, middle, own } = this.table;
    this.stage.append(others, el("div.field-of-play", {}, boards, this.deciding.answer), middle, own, this.deciding.buttons);
    this.sidebar = new Sidebar(settings.title, this.scene, {
      look: (ply) => this.look(ply),
      playFromHere: () => this.playFromHere(),
      hint: () => this.hint(),
      undo: () => this.undo(),
      rules: () => this.rules(),
      share: () => this.share(),
      again: () => this.again(),
    }, firstParagraph(document.getElementById("rules")));
    this.pointing = new Pointing(this.stage, this.table, {
      pick: (place) => this.pick(place),
      canPick: (place) => this.picking.accepts(place),
      words: (place) => this.wordsOf(place),
    });
    /** @type {HTMLElement | null} */
    this.curtain = null;
    this.isThinking = false;
    this.isBusy = false;
    this.round = 0;
    this.rest = 0;
    this.stage.style.setProperty("--ratio", String(this.table.ratio));
    this.stage.classList.toggle("boardless", !this.scene.boards.length);
    root.replaceChildren(this.table.symbols, settings.bar ?? this.header(), el("main", {}, this.stage, this.sidebar.element), this.status);
    document.addEventListener("keydown", (event) => this.key(event));
    this.refresh();
  }

  /** @param {MatchEngine} engine @returns {Sitter[]} */
  usualSitters(engine) {
    return Array.from({ length: engine.data.players }, (_, seat) => seat === 0 ? "person" : this.settings.opponent);
  }

  header() {
    const night = () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme === "dark" || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
      root.dataset.theme = isDark ? "light" : "dark";
    };
    return el(
      "header.top",
      {},
      el("span.brand", {}, icon("brand"), el("span", {}, this.settings.title)),
      el("div.end", {}, button("quiet.icon", "theme", "Light or dark", night)),
    );
  }

  // ── what is shown ──

  /** Show the selected position, and start the computer player if it is its turn. */
  refresh() {
    const { match } = this;
    this.pointing.keep();
    this.curtain?.remove();
    this.curtain = null;
    this.sidebar.hideHint();
    const covered = match.curtainFor;
    if (covered !== null) {
      this.cover(covered);
      return;
    }
    const view = match.view();
    this.deciding.begin(match.isPersonsTurn && match.isLive ? view.legal ?? [] : []);
    this.draw();
    this.table.slide();
    this.status.textContent = positionInWords(this.scene, view);
    this.think();
  }

  /** Show marks, buttons and panels for the current picks. */
  draw() {
    const { match, table, scene } = this;
    const view = match.view();
    table.show(view, this.deciding.marks, this.bottom(), seatsInWords(scene, match, view, this.isThinking));
    this.sidebar.show(match.moves(), match.shown, matchInWords(scene, match), match.players === 2);
    this.sidebar.undo.toggleAttribute("disabled", match.undoPly === null);
    this.sidebar.hint.toggleAttribute("disabled", !match.isPersonsTurn || !match.isLive);
    this.deciding.show();
    this.showResult(view);
    this.pointing.refresh();
    this.fit();
  }

  /** Leave room above and below the boards, so that everything fits on a desktop screen. */
  fit() {
    const { others, middle, own } = this.table;
    const rows = [others, middle, own, this.deciding.buttons].map((row) => row.offsetHeight).filter((height) => height);
    const rest = rows.reduce((sum, height) => sum + height + GAP, 0);
    this.rest = Math.max(this.rest, rest); // it only grows, so that the board does not jump
    this.stage.style.setProperty("--rest", `${this.rest}px`);
  }

  /**
   * Remove the game from the page and wait for the person of a seat.
   * @param {number} seat
   */
  cover(seat) {
    this.table.clear();
    this.deciding.clear();
    this.sidebar.moves.replaceChildren();
    this.sidebar.result.hidden = true;
    this.status.textContent = "";
    const badge = svg(this.table.drawing.tokens.badge(seat, 10, 10), { viewBox: "0 0 20 20", class: "badge", "aria-hidden": "true" });
    this.curtain = curtain(badge, this.scene.seats[seat].name, () => {
      this.match.confirm(seat);
      this.refresh();
    });
  }

  /** The seat whose panel is below the boards. */
  bottom() {
    const { people, hasHands, viewer } = this.match;
    return people.length === 1 ? people[0] : hasHands && viewer !== null ? viewer : 0;
  }

  /** @param {View} view */
  showResult(view) {
    const { result } = this.sidebar;
    const isNew = result.hidden;
    result.hidden = !view.ended;
    if (!view.ended) return;
    const words = `${capital(endedWords(this.scene, view.ended))}.`;
    const scores = view.ended.scores?.map((score, seat) => `${this.scene.seats[seat].name} ${score}`).join(" · ");
    result.replaceChildren(
      el("div.grow", {}, el("h2", {}, words), scores ? el("p.label.num", {}, scores) : null),
      button("main", null, "Play again", () => this.begin(this.match.sitters, drawnSeed())),
    );
    if (isNew) result.scrollIntoView({ block: "nearest" }); // on a phone it is below the board
  }

  /** @param {Place} place */
  wordsOf(place) {
    const count = this.picking.countAt(place);
    return this.table.wordsOf(place) + (count ? `, ${count} ${count === 1 ? "move" : "moves"}` : "");
  }

  // ── deciding ──

  /** The current picks. */
  get picking() {
    return this.deciding.picking;
  }

  /** @param {Place} place */
  pick(place) {
    if (this.match.isLive && this.match.isPersonsTurn && !this.isBusy) this.deciding.pick(place);
  }

  /** @param {Leaf} leaf */
  decide(leaf) {
    this.round += 1;
    return this.change(() => this.match.decide(leaf.id));
  }

  /**
   * Change the game and show it; block other changes meanwhile. A change that fails leaves the game unchanged.
   * @param {() => void | Promise<void>} work
   */
  change(work) {
    if (this.isBusy) return;
    const failed = (/** @type {unknown} */ error) => {
      this.refresh();
      this.complain("That did not work", error);
    };
    try {
      const working = work();
      if (!(working instanceof Promise)) this.refresh();
      else {
        this.isBusy = true;
        return working.finally(() => this.isBusy = false).then(() => this.refresh(), failed);
      }
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Show an error.
   * @param {string} title
   * @param {unknown} error
   */
  complain(title, error) {
    const text = error instanceof Error ? error.message : String(error);
    this.deciding.answer.replaceChildren(refusalNote(title, text, () => this.refresh()));
  }

  // ── computer players ──

  /** Let the computer player whose turn it is decide. */
  async think() {
    const { match } = this;
    const seat = match.thinker;
    if (seat === null || !match.isLive) return;
    const round = ++this.round;
    const slow = setTimeout(() => {
      if (round !== this.round) return;
      this.isThinking = true;
      this.draw();
    }, PATIENCE);
    try {
      const { index } = await this.opponent.search(this.task(match.sitters[seat]));
      if (round !== this.round) return; // another game began, or a move was taken back
      await match.decideIndex(index);
      if (round !== this.round) return;
    } catch (error) {
      if (round === this.round) this.complain("The computer cannot continue", error);
      return;
    } finally {
      clearTimeout(slow);
      this.isThinking = false;
    }
    this.refresh();
  }

  /** Return the search task for a level. @param {string} level @returns {Task} */
  task(level) {
    return { seed: this.match.seed, history: this.match.engine.history(), level };
  }

  /** Show the decision that a search finds, and its expected result. */
  async hint() {
    const { match } = this;
    if (!match.isPersonsTurn || !match.isLive) return;
    const round = this.round;
    try {
      const answer = await this.opponent.search(this.task("hard"));
      if (round !== this.round || !match.isLive) return;
      const notation = this.deciding.propose(answer.notation);
      this.draw();
      this.sidebar.showHint({ ...answer, notation }, match.current, match.players);
    } catch (error) {
      this.complain("There is no hint", error);
    }
  }

  // ── undo and new games ──

  /** @param {number} ply */
  look(ply) {
    if (this.curtain) return;
    this.match.look(ply);
    this.refresh();
  }

  playFromHere() {
    const { match } = this;
    this.round += 1;
    return this.change(() => {
      if (!this.settings.record) return match.backTo(match.shown);
      const history = match.engine.history().slice(0, match.shown);
      return match.begin(this.usualSitters(match.engine), match.seed, history);
    });
  }

  undo() {
    const ply = this.match.undoPly;
    if (ply === null || this.curtain || this.isBusy) return;
    this.round += 1;
    this.match.backTo(ply);
    this.refresh();
  }

  rules() {
    showRules(document.getElementById("rules"), this.settings.title);
  }

  async share() {
    const { match } = this;
    if (this.curtain) return;
    const told = movesAsText(this.scene, match, this.settings.title);
    const texts = [{ name: "Moves", note: "The moves as you know them.", text: told }];
    if (match.isTellable) {
      const note = `Save it as game.json; \`ludotome replay game.json\` plays it again. Seed ${match.seed}.`;
      texts.push({ name: "Record", note, text: JSON.stringify(await match.record(), null, 1) });
    } else {
      texts[0].note = "The moves as you know them. The full record reveals every hand, so it can be copied only when the game is over.";
    }
    showTexts(texts);
  }

  async again() {
    const asked = await askNewGame(this.scene, this.match.sitters, drawnSeed(), this.settings.more?.() ?? null);
    if (asked) this.begin(asked.sitters, asked.seed);
  }

  /**
   * @param {Sitter[]} sitters
   * @param {string} seed
   */
  begin(sitters, seed) {
    this.round += 1;
    this.settings = { ...this.settings, record: null };
    return this.change(() => this.match.begin(sitters, seed));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select");
    if (isTyping || document.querySelector("dialog[open]") || this.curtain || event.ctrlKey || event.metaKey || event.altKey) return;
    const { match } = this;
    /** @type {Record<string, () => void>} */
    const keys = {
      "[": () => this.look(match.shown - 1),
      "]": () => this.look(match.shown + 1),
      Home: () => this.look(0),
      End: () => this.look(match.engine.ply()),
      h: () => void this.hint(),
      u: () => this.undo(),
      "?": () => this.rules(),
      Escape: () => this.deciding.letGo(),
    };
    const found = keys[event.key];
    if (!found) return;
    event.preventDefault();
    found();
  }
}
