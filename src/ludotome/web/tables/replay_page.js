// @ts-check
/**
 * Replay page: a finished game, position by position, as a seat or a spectator saw it.
 *
 * Positions are fetched in parts on demand. This page shows what the server sends, and contains no rules.
 */

import { button, el } from "../player/dom.js";
import { Sidebar } from "../player/sidebar.js";
import { Table } from "../player/table.js";
import { mainElement, pageData, request, startFrame } from "../studio/frame.js";
import { capital, endedWords } from "../words.js";
import { copied } from "./forms.js";

/** @import { View } from "../types.js" */
/** @typedef {{by: number, text: string}} Move */
/** @typedef {{seats: {side: string, name: string, agent: string}[], moves: Move[], notes: {by: number, ply: number, text: string}[], outOfTime: number | null, first: number, views: View[]}} Part */

const NO_MARKS = { sources: new Set(), targets: new Set(), selected: [], refused: null };
const STEP = 900; // milliseconds per position during autoplay

class ReplayPage {
  constructor() {
    const { table, title, scene } = pageData();
    this.id = table;
    this.title = title;
    this.scene = scene;
    this.ply = 0;
    /** @type {number | null} */
    this.seat = null;
    /** @type {Map<number, View>} */
    this.views = new Map();
    this.told = /** @type {Part | null} */ (null);
    /** The current request, so that a moving slider requests one part at a time. */
    this.fetching = Promise.resolve();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.table = new Table(scene);
    const nothing = () => undefined;
    this.side = new Sidebar(title, scene, { look: (ply) => void this.look(ply), playFromHere: nothing, hint: nothing, undo: nothing, rules: nothing, share: nothing, again: nothing }, "");
    this.notes = el("ul.said", { "aria-label": "Notes on this move", "aria-live": "polite" });
    this.problem = el("p.note.bad", { role: "alert", hidden: true });
    this.play = el("span", {}, "Play");
    this.playing = button("quiet", "forward", "", () => this.playOn());
    this.playing.append(this.play);
    this.viewer = /** @type {HTMLSelectElement} */ (
      el("select.field", { "aria-label": "Seen by" }, el("option", { value: "" }, "as spectators saw it"), ...scene.seats.map((/** @type {{name: string}} */ { name }, /** @type {number} */ seat) => el("option", { value: seat }, `as ${name} saw it`)))
    );
    this.viewer.addEventListener("change", () => void this.seeAs(this.viewer.value === "" ? null : Number(this.viewer.value)));
    this.side.element.classList.add("at-table");
    const acts = /** @type {HTMLElement} */ (this.side.element.querySelector(".acts"));
    acts.replaceChildren(this.playing, button("quiet", "share", "Copy link", (event) => void copied(/** @type {HTMLElement} */ (event.currentTarget), location.href)), button("quiet", "back", "The table", () => location.assign(`/t/${encodeURIComponent(table)}`)));
    acts.before(this.problem, this.notes, el("div.saying", {}, this.viewer));
    const { others, boards, middle, own } = this.table;
    this.stage = el("section.stage", { "data-stage": true, "aria-label": "Table" }, others, el("div.field-of-play", {}, boards), middle, own);
    this.stage.style.setProperty("--ratio", String(this.table.ratio));
    this.stage.classList.toggle("boardless", !scene.boards.length);
    mainElement().append(this.table.symbols, this.stage, this.side.element);
    addEventListener("keydown", (event) => this.key(event));
    void this.start();
  }

  async start() {
    try {
      await this.part(0);
      await this.look(Math.min(Number(location.hash.slice(1)) || 0, this.last));
      document.documentElement.dataset.ready = "true";
    } catch (error) {
      mainElement().replaceChildren(el("div.card.note", {}, el("h1", {}, "This game cannot be shown"), el("p", {}, /** @type {Error} */ (error).message)));
      document.documentElement.dataset.ready = "failed";
    }
  }

  get last() {
    return this.told ? this.told.moves.length : 0;
  }

  /** Fetch the positions from *ply* on. @param {number} ply */
  async part(ply) {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const part = /** @type {Part} */ (await request("GET", `/api/tables/${encodeURIComponent(this.id)}/replay?from=${ply}${seat}`));
    this.told = part;
    part.views.forEach((view, place) => this.views.set(part.first + place, view));
  }

  /** @param {number} ply */
  async look(ply) {
    this.ply = Math.max(0, Math.min(ply, this.last));
    const wanted = this.ply;
    if (!this.views.has(wanted)) {
      this.fetching = this.fetching.then(() => this.have(wanted));
      await this.fetching;
    }
    if (wanted === this.ply) this.draw();
  }

  /** Fetch a position if it is still the selected one; if the server refuses, show why. @param {number} wanted */
  async have(wanted) {
    if (wanted !== this.ply || this.views.has(wanted)) return;
    try {
      await this.part(wanted);
      this.problem.hidden = true;
    } catch (error) {
      if (this.timer) this.playOn();
      this.problem.textContent = `Move ${wanted} cannot be shown: ${/** @type {Error} */ (error).message}.`;
      this.problem.hidden = false;
    }
  }

  /** @param {number | null} seat */
  async seeAs(seat) {
    this.seat = seat;
    this.views.clear();
    await this.look(this.ply);
  }

  draw() {
    const view = this.views.get(this.ply);
    if (!view || !this.told) return;
    const { seats, moves, notes, outOfTime } = this.told;
    const isEnd = this.ply === this.last;
    const words = seats.map(({ side, name, agent }, seat) => {
      const isTurn = !isEnd && view.current === seat;
      return { name: side, note: agent ? `${capital(agent)}, a computer` : name, isTurn };
    });
    this.table.show(view, NO_MARKS, this.seat ?? 0, words);
    const made = moves.map(({ by, text }) => ({ player: by, text: text || "?" }));
    const isPaired = seats.length === 2 && moves.every(({ by }, place) => by === place % 2);
    this.side.show(made, this.ply, seats.map(({ side, name, agent }) => `${side}: ${name || agent || "nobody"}`).join(" · "), isPaired);
    this.side.live.hidden = true;
    const ended = outOfTime !== null ? `${seats[outOfTime].side} ran out of time` : view.ended ? endedWords(this.scene, view.ended) : "";
    this.side.result.hidden = !isEnd || !ended;
    this.side.result.replaceChildren(el("h2", {}, `${capital(ended)}.`));
    const who = (/** @type {number} */ by) => (by < 0 ? "A spectator" : seats[by].name || seats[by].side);
    this.notes.replaceChildren(...notes.filter(({ ply }) => ply === this.ply).map(({ by, text }) => el("li", {}, el("b", {}, `${who(by)} noted: `), text)));
    this.play.textContent = this.timer ? "Pause" : "Play";
    document.title = `Move ${this.ply} of ${this.last} · ${this.title}`;
    document.documentElement.dataset.ply = String(this.ply);
    history.replaceState(null, "", `#${this.ply}`);
  }

  /** Start or stop autoplay. */
  playOn() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.draw();
      return;
    }
    if (this.ply === this.last) this.ply = -1;
    this.timer = setInterval(() => void this.next(), STEP);
    void this.next();
  }

  async next() {
    await this.look(this.ply + 1);
    if (this.ply === this.last && this.timer) this.playOn();
  }

  /** @param {KeyboardEvent} event */
  key({ key, target }) {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    if (key === "ArrowLeft") void this.look(this.ply - 1);
    if (key === "ArrowRight") void this.look(this.ply + 1);
  }
}

startFrame();
Object.defineProperty(globalThis, "ludotome", { value: { page: new ReplayPage() } });
