// @ts-check
/**
 * Table side: the panel beside the board at a table: who sits where, the moves, and the buttons for everything except
 * moves.
 *
 * This module does not know sockets or games.
 */

import { button, el, listed } from "../player/dom.js";

/** @typedef {{seat: number, side: string, name: string, agent: string, isFree: boolean, isHere: boolean, secondsLeft: number | null}} SeatSeen */
/**
 * @typedef {object} Doings
 * @property {(seat: number) => void} sit
 * @property {(seat: number, agent: string) => void} agent
 * @property {() => void} back
 * @property {(agreed: boolean) => void} answer
 * @property {(phrase: number) => void} say
 * @property {() => void} note
 * @property {() => void} rules
 * @property {() => void} invite
 * @property {(pressed: HTMLElement) => void} copyRoom
 * @property {() => void} again
 * @property {() => void} follow go to the next game, which somebody has begun
 * @property {() => void} record
 * @property {() => void} replay
 * @property {() => void} leave
 */

export class TableSide {
  /**
   * @param {string} title
   * @param {string[]} phrases
   * @param {string[]} agents
   * @param {Doings} doings
   */
  constructor(title, phrases, agents, doings) {
    this.agents = agents;
    this.doings = doings;
    this.state = el("p", { role: "status" });
    this.people = el("ul.people");
    this.wish = el("div.note.wish", { role: "status", hidden: true });
    this.copy = button("main", null, "Copy the link", () => doings.copyRoom(this.copy));
    this.missing = el("p.grow");
    this.waiting = el("div.note.wish", { role: "status", hidden: true }, this.missing, this.copy);
    this.result = el("div.result", { role: "status", hidden: true });
    this.moves = el("ol.moves.num", { "aria-label": "Moves", tabindex: "0" });
    this.said = el("ul.said", { "aria-live": "polite", "aria-label": "Chat" });
    this.back = button("quiet", "undo", "Take back", () => doings.back());
    const words = /** @type {HTMLSelectElement} */ (
      el("select.field", { "aria-label": "Say something" }, el("option", { value: "" }, "Say…"), ...phrases.map((text, place) => el("option", { value: place }, text)))
    );
    words.addEventListener("change", () => {
      if (words.value !== "") doings.say(Number(words.value));
      words.value = "";
    });
    this.words = words;
    this.element = el(
      "aside.side.card.at-table",
      { "aria-label": "The table" },
      el("header", {}, el("h1", {}, title), this.state),
      this.people,
      this.waiting,
      this.result,
      this.wish,
      this.moves,
      this.said,
      el("div.saying", {}, words),
      el(
        "div.acts",
        {},
        button("quiet", "share", "Invite", () => doings.invite()),
        this.back,
        button("quiet", "rules", "Rules", () => doings.rules()),
        button("quiet", "hint", "Note", () => doings.note(), { "aria-label": "Write a note about the game" }),
      ),
    );
  }

  /**
   * @param {any} table the visible part of the table
   * @param {{by: number, text: string}[]} moves
   */
  show(table, moves) {
    const { you } = table;
    this.people.replaceChildren(...table.seats.map((/** @type {SeatSeen} */ seat) => this.person(seat, table)));
    this.element.classList.toggle("inviting", you === null && !table.isOver && table.seats.some((/** @type {SeatSeen} */ { isFree }) => isFree));
    this.back.toggleAttribute("disabled", you === null || !moves.some(({ by }) => by === you) || table.asked !== null);
    this.words.parentElement?.toggleAttribute("hidden", you === null);
    this.said.replaceChildren(
      ...table.said.slice(-3).map((/** @type {{by: number, text: string}} */ { by, text }) => el("li", {}, el("b", {}, `${table.seats[by].name || table.seats[by].side}: `), text)),
    );
    this.showWaiting(table);
    this.showWish(table);
    this.showMoves(moves);
  }

  /** @param {SeatSeen} seat @param {any} table */
  person(seat, table) {
    const isYou = table.you === seat.seat;
    const name = seat.agent ? `${seat.agent}, a computer` : seat.name || "free";
    const there = seat.isFree ? "free" : seat.isHere ? "here" : "away";
    const time = seat.secondsLeft === null ? null : el("span.num.clock", { "data-seat": seat.seat }, clock(seat.secondsLeft));
    const doing = isYou && !table.isOver ? button("quiet", null, "Leave", () => this.doings.leave(), { "aria-label": "Leave your seat" })
      : !seat.isFree || table.isOver ? null : table.you === null
      ? button("main", null, "Sit here", () => this.doings.sit(seat.seat), { "aria-label": `Sit here as ${seat.side}` })
      : this.agentChooser(seat);
    return el(
      `li.person.${there}${table.current === seat.seat ? ".turn" : ""}`,
      {},
      el("div.grow", {}, el("strong", {}, seat.side), el("span.label", {}, isYou ? `${seat.name} (you)` : name, seat.isFree || seat.isHere ? "" : " · away")),
      time,
      doing,
    );
  }

  /** @param {SeatSeen} seat */
  agentChooser(seat) {
    const options = this.agents.map((agent) => el("option", { value: agent }, agent));
    const made = /** @type {HTMLSelectElement} */ (
      el("select.field", { "aria-label": `Let a computer play ${seat.side}` }, el("option", { value: "" }, "a computer…"), ...options)
    );
    made.addEventListener("change", () => this.doings.agent(seat.seat, made.value));
    return made;
  }

  /** Show how others can take the free seats. @param {any} table */
  showWaiting({ you, seats, isOver }) {
    const free = seats.filter((/** @type {SeatSeen} */ { isFree }) => isFree).map((/** @type {SeatSeen} */ { side }) => side);
    this.waiting.hidden = you === null || isOver || !free.length;
    const words = `Nobody plays ${listed(free)} yet. Send the link of this table to a friend, or choose a computer above.`;
    if (this.missing.textContent !== words) this.missing.textContent = words;
  }

  /** @param {any} table */
  showWish(table) {
    const { asked, you } = table;
    this.wish.hidden = asked === null;
    if (asked === null) return;
    const who = table.seats[asked.by].name || table.seats[asked.by].side;
    const redraws = asked.redraws ? " Dice and cards since then will be drawn again." : "";
    const answers = you === null || asked.agreed.includes(you)
      ? [el("span.label", {}, asked.by === you ? "Waiting for the others." : "")]
      : [button("main", null, "Agree", () => this.doings.answer(true)), button("quiet", null, "No", () => this.doings.answer(false))];
    const text = asked.by === you ? "You asked to take a move back." : `${who} asks to take a move back.`;
    this.wish.replaceChildren(el("div.grow", {}, text + redraws), ...answers);
  }

  /** @param {{by: number, text: string}[]} moves */
  showMoves(moves) {
    const own = moves.filter(({ by, text }) => by >= 0 || text);
    const rows = own.map(({ text }, place) => el("li", {}, el("span", {}, `${place + 1}`), el("code", {}, text || "?")));
    this.moves.replaceChildren(...rows);
  }

  /** Scroll to the last move, once everything around the list has its size. */
  scrollMoves() {
    this.moves.scrollTop = this.moves.scrollHeight;
    this.moves.scrollLeft = this.moves.scrollWidth;
  }

  /**
   * @param {string} words how the game ended
   * @param {boolean} canPlayAgain
   * @param {boolean} isFollowed whether the next game has begun
   */
  showResult(words, canPlayAgain, isFollowed) {
    this.result.hidden = false;
    this.result.replaceChildren(
      el("div.grow", {}, el("h2", {}, words)),
      button("quiet", null, "Replay", () => this.doings.replay()),
      button("quiet", null, "Record", () => this.doings.record()),
      isFollowed ? button("main", null, "Go to the next game", () => this.doings.follow()) : canPlayAgain ? button("main", null, "Play again", () => this.doings.again()) : "",
    );
  }
}

/**
 * Return a time in readable form: `2:05`, or `3 days` for long ones.
 * @param {number} seconds
 */
export function clock(seconds) {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 2 * 3600) return `${Math.floor(seconds / 3600)} hours`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
