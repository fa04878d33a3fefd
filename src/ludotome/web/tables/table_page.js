// @ts-check
/**
 * Table page: one game played by several people, each in their own browser.
 *
 * The secret of a seat comes in the fragment of a link, which browsers never send. The page then moves it from the
 * address, which people copy to invite others, to the storage of this window and browser. Only the first message of
 * the socket sends it to the server.
 *
 * Invariant: the page shows what the server sends for its seat, and contains no rules.
 */

import { Deciding } from "../player/deciding.js";
import { button, el } from "../player/dom.js";
import { Pointing } from "../player/pointing.js";
import { refusalNote, showRules } from "../player/sheets.js";
import { Table } from "../player/table.js";
import { mainElement, pageData, request, startFrame } from "../studio/frame.js";
import { capital, endedWords } from "../words.js";
import { Connection } from "./connection.js";
import { askForm, askYes, copied, showLinks } from "./forms.js";
import { clock, TableSide } from "./table_side.js";

/** @import { Place } from "../player/picking.js" */
/** @import { Problem } from "./connection.js" */

const GAP = 8;
const NEW_DECISIONS = 2; // help is shown for this many of a person's decisions

class TablePage {
  constructor() {
    const { table, title, scene, phrases, agents } = pageData();
    this.id = table;
    this.title = title;
    this.scene = scene;
    this.seen = /** @type {any} */ (null);
    /** @type {{by: number, text: string}[]} */
    this.moves = [];
    this.heard = 0; // when the last message arrived
    this.isOffline = false;
    this.rest = 0;
    this.table = new Table(scene);
    this.deciding = new Deciding(this.table, {
      draw: () => this.draw(),
      decide: (leaf) => void this.ask("decide", { ply: this.seen.ply, choice: leaf.id }),
      why: () => null, // the reason could reveal what is hidden
    });
    this.side = new TableSide(title, phrases, agents, {
      sit: (seat) => void this.sit(seat),
      agent: (seat, agent) => void this.ask("agent", { seat, agent }),
      back: () => void this.ask("back"),
      answer: (agreed) => void this.ask("answer", { agreed }),
      say: (phrase) => void this.ask("say", { phrase }),
      note: () => void this.note(),
      rules: () => showRules(document.getElementById("rules"), title),
      invite: () => showLinks(this.links()),
      copyRoom: (pressed) => void copied(pressed, this.room),
      again: () => void this.again(),
      follow: () => this.follow(this.seen.next),
      leave: () => void this.leave(),
      replay: () => location.assign(this.replayAddress),
      record: () => open(`/api/tables/${encodeURIComponent(this.id)}/record`, "_blank", "noopener"),
    });
    this.stage = el("section.stage", { "data-stage": true, "aria-label": "Table" });
    const { others, boards, middle, own } = this.table;
    this.stage.append(others, el("div.field-of-play", {}, boards, this.deciding.answer), middle, own, this.deciding.buttons);
    this.stage.style.setProperty("--ratio", String(this.table.ratio));
    this.stage.classList.toggle("boardless", !scene.boards.length);
    this.pointing = new Pointing(this.stage, this.table, {
      pick: (place) => this.pick(place),
      canPick: (place) => this.deciding.picking.accepts(place),
      words: (place) => this.wordsOf(place),
    });
    mainElement().append(this.table.symbols, this.stage, this.side.element);
    if (this.secret !== null) this.secret = this.secret; // from now on it is in the storage, not in the address
    this.connection = new Connection(table, this.secret, {
      table: (seen) => this.show(seen),
      state: (isOpen) => this.showState(isOpen),
      refused: (problem) => this.refused(problem),
    });
    setInterval(() => this.tick(), 500);
  }

  // ── the seat of this browser ──

  get storeName() {
    return `ludotome-seat-${this.id}`;
  }

  /** The secret of the seat: from the link, or from this window, or the one this browser stored for the table. */
  get secret() {
    const linked = location.hash.length > 1 ? decoded(location.hash.slice(1)) : null;
    return linked ?? stored(this.storeName, sessionStorage) ?? stored(this.storeName);
  }

  set secret(secret) {
    const isKept = keep(this.storeName, secret, sessionStorage) && keep(this.storeName, secret);
    history.replaceState(null, "", secret === null || isKept ? location.pathname : `#${encodeURIComponent(secret)}`);
  }

  /** @param {number} seat */
  async sit(seat) {
    const { side } = this.seen.seats[seat];
    const given = await askForm(`Sit down as ${side}`, [{ name: "name", label: "Your name", value: stored("ludotome-name") ?? "", most: 40 }], "Sit down");
    if (!given) return;
    try {
      const { secret } = await request("POST", `/api/tables/${encodeURIComponent(this.id)}/seats`, { seat, name: given.name });
      keep("ludotome-name", given.name); // if it cannot be stored, the page asks again next time
      this.secret = secret;
      this.connection.become(secret);
    } catch (problem) {
      this.say(/** @type {Error} */ (problem).message);
    }
  }

  get replayAddress() {
    return new URL(`/t/${encodeURIComponent(this.id)}/replay`, location.href).href;
  }

  /** The link for the other players. */
  get room() {
    return new URL(`/t/${encodeURIComponent(this.id)}`, location.href).href;
  }

  links() {
    const { room } = this;
    const links = [{ name: "Invite", note: "For the others: anyone with this link can take a free seat or watch.", text: room }];
    if (this.seen?.you != null) {
      const own = `${room}#${encodeURIComponent(this.secret ?? "")}`;
      links.push({ name: "Your seat", note: "Only for you: it brings you back to your seat, on any device. Do not share it.", text: own });
    }
    if (this.seen?.isOver) links.push({ name: "Replay", note: "For everybody: the finished game, move by move.", text: this.replayAddress });
    return links;
  }

  // ── messages from the server ──

  /** @param {any} seen */
  show(seen) {
    const isNew = this.seen?.ply !== seen.ply || this.seen?.you !== seen.you;
    this.seen = seen;
    this.heard = Date.now();
    this.moves = [...this.moves.slice(0, seen.since), ...seen.moves];
    this.isOffline = false;
    if (isNew) {
      const isTurn = seen.you !== null && seen.current === seen.you;
      this.deciding.begin(isTurn ? seen.view.legal ?? [] : []);
    }
    this.draw();
    if (isNew) this.table.slide();
    document.documentElement.dataset.ready = "true";
    document.documentElement.dataset.ply = String(seen.ply);
  }

  draw() {
    const { seen } = this;
    if (!seen) return;
    const view = seen.isOver ? { ...seen.view, current: -4 } : seen.view;
    const words = seen.seats.map((/** @type {any} */ seat) => this.seatWords(seat));
    this.table.show(view, this.deciding.marks, seen.you ?? 0, words);
    this.side.show(seen, this.moves);
    this.deciding.show();
    this.showTurn();
    this.side.scrollMoves();
    this.pointing.refresh();
    const rows = [this.table.others, this.table.middle, this.table.own, this.deciding.buttons].map((row) => row.offsetHeight);
    this.rest = Math.max(this.rest, rows.filter(Boolean).reduce((sum, height) => sum + height + GAP, 0));
    this.stage.style.setProperty("--rest", `${this.rest}px`);
  }

  /** @param {any} seat */
  seatWords(seat) {
    const isTurn = this.seen.current === seat.seat;
    const isYou = this.seen.you === seat.seat;
    const who = seat.agent ? `${capital(seat.agent)}, a computer` : seat.name;
    const note = isTurn ? isYou ? "Your turn" : seat.isFree ? "Waiting for a player" : `${who} to move` : who;
    return { name: isYou ? `You are ${seat.side}` : seat.side, note, isTurn };
  }

  showTurn() {
    const { seen } = this;
    const { seats, current, you } = seen;
    const names = seats.map((/** @type {any} */ seat) => seat.seat === you ? "you" : seat.name ? `${seat.name} (${seat.side})` : seat.side);
    let ended = "";
    if (seen.outOfTime !== null) ended = `${capital(names[seen.outOfTime])} ran out of time.`;
    else if (seen.view.ended) ended = `${capital(endedWords(this.scene, seen.view.ended, names))}${scoreWords(seen.view.ended)}.`;
    if (ended) this.side.showResult(ended, you !== null, seen.next !== null);
    else this.side.result.hidden = true;
    const isTurn = you !== null && current === you;
    const now = ended || (isTurn ? "Your turn" : current >= 0 ? `${seats[current].name || seats[current].side} to move` : "");
    document.title = `${isTurn && !ended ? "● " : ""}${now} · ${this.title}`;
    if (!this.isOffline) this.side.state.textContent = (you === null ? `You are watching. ${now}` : now) + (ended ? "" : this.helpWords(isTurn));
  }

  /** The help for a new player: what the others did, and where to begin. @param {boolean} isTurn */
  helpWords(isTurn) {
    const { seats, you } = this.seen;
    const { offered, unplaced } = this.deciding.picking;
    const last = this.moves.filter(({ by }) => by >= 0).at(-1);
    const told = last?.text && last.by !== you ? `. ${seats[last.by].name || seats[last.by].side}: ${last.text}` : "";
    const isNew = this.moves.filter(({ by }) => by === you).length < NEW_DECISIONS;
    if (!isTurn || !isNew || !offered.sources.size && !offered.targets.size) return told;
    return `${told}. Choose what is marked${unplaced.length ? ", or a button" : ""}`;
  }

  /** @param {boolean} isOpen */
  showState(isOpen) {
    this.isOffline = !isOpen;
    if (!isOpen) this.side.state.textContent = "Connection lost. Trying again…";
  }

  /** @param {Problem} problem */
  refused(problem) {
    if (problem.code === "secret") {
      this.secret = null;
      this.connection.become(null);
    }
    this.say(problem.message);
  }

  /** Keep the clock of the deciding seat running between messages. */
  tick() {
    const { seen } = this;
    if (!seen || seen.current < 0 || seen.seats[seen.current].secondsLeft === null || !this.moves.length) return;
    const left = Math.max(0, seen.seats[seen.current].secondsLeft - (Date.now() - this.heard) / 1000);
    const shown = this.side.people.querySelector(`.clock[data-seat="${seen.current}"]`);
    if (shown) shown.textContent = clock(left);
  }

  // ── actions of the person ──

  /** @param {Place} place */
  pick(place) {
    if (this.seen?.you !== null && this.seen?.current === this.seen?.you) this.deciding.pick(place);
  }

  /** @param {Place} place */
  wordsOf(place) {
    const count = this.deciding.picking.countAt(place);
    return this.table.wordsOf(place) + (count ? `, ${count} ${count === 1 ? "move" : "moves"}` : "");
  }

  /**
   * @param {string} what
   * @param {Record<string, unknown>} [more]
   */
  async ask(what, more) {
    try {
      return await this.connection.do(what, more);
    } catch (problem) {
      const { code, message } = /** @type {Problem} */ (problem);
      if (this.seen && code !== "late") this.deciding.begin(this.seen.current === this.seen.you ? this.seen.view.legal ?? [] : []);
      this.draw();
      this.say(message);
      return null;
    }
  }

  async note() {
    const given = await askForm("A note about the game", [{ name: "text", label: "What did you notice? The note is saved with this move for the designer.", value: "", most: 2000, rows: 4 }], "Save note");
    if (given) await this.ask("note", { text: given.text });
  }

  /** Free the seat, so that another person can take it. */
  async leave() {
    if (!(await askYes("Leave your seat?", "Another person or a computer player can then take it and play on. You can watch.", "Leave the seat"))) return;
    if ((await this.ask("leave")) === null) return;
    this.secret = null;
    this.connection.become(null);
  }

  async again() {
    const table = await this.ask("again");
    if (table) this.follow(table);
  }

  /** Go to the table of the next game, with the same secret. @param {string} table */
  follow(table) {
    location.assign(`/t/${encodeURIComponent(table)}${this.seen.you === null ? "" : `#${encodeURIComponent(this.secret ?? "")}`}`);
  }

  /** @param {string} message */
  say(message) {
    const close = () => this.deciding.answer.replaceChildren();
    this.deciding.answer.replaceChildren(refusalNote("That did not work", capital(message), close));
  }
}

/**
 * Return the scores of a finished game, the winners' first: `, 13 to 8`.
 * @param {import("../types.js").Ended} ended
 */
function scoreWords({ scores, winners }) {
  const places = (scores ?? []).map((_, seat) => seat);
  const won = places.filter((seat) => winners?.includes(seat));
  const told = [...won, ...places.filter((seat) => !won.includes(seat))].map((seat) => scores?.[seat]);
  return told.length ? `, ${told.join(" to ")}` : "";
}

/**
 * Return the stored text; null if there is none, or storage is disabled.
 * @param {string} name
 * @param {Storage} [where]
 */
function stored(name, where = localStorage) {
  try {
    return where.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Store a text, or delete it if null, and return whether that was possible.
 * @param {string} name
 * @param {string | null} text
 * @param {Storage} [where]
 */
function keep(name, text, where = localStorage) {
  try {
    if (text === null) where.removeItem(name);
    else where.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

startFrame();
Object.defineProperty(globalThis, "ludotome", { value: { page: new TablePage() } });
