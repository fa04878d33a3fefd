// @ts-check
/**
 * Pointing: turns mouse, touch and keyboard input on the table into picks of places.
 *
 * A tap picks. A drag picks where it began and where it ends. The table is a single tab stop; arrow keys move over
 * cells and cards, Enter or Space picks.
 *
 * This module does not know what a pick means.
 */

/** @import { Table } from "./table.js" */
/** @import { Place } from "./picking.js" */
/**
 * @typedef {object} Picks
 * @property {(place: Place) => void} pick
 * @property {(place: Place) => boolean} canPick
 * @property {(place: Place) => string} words what to say of a place
 */

const FAR = 8; // pixels from which a press becomes a drag
const STOPS = ".board [data-zone], .zone [data-token], .zone [data-tokens], .zone[data-zone]";

export class Pointing {
  /**
   * @param {HTMLElement} stage
   * @param {Table} table
   * @param {Picks} picks
   */
  constructor(stage, table, picks) {
    this.stage = stage;
    this.table = table;
    this.picks = picks;
    /** @type {{place: Place, x: number, y: number, picked: boolean, ghost: Element | null, from: Element | null} | null} */
    this.press = null;
    /** @type {string | null} the stop that has or had the focus */
    this.stop = null;
    this.lost = false;
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.up(event));
    stage.addEventListener("pointercancel", () => this.drop());
    stage.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(STOPS)) this.stop = stopName(target);
    });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || !event.isPrimary || !(event.target instanceof Element) || event.target.closest("button, dialog")) return;
    const place = this.table.placeAt(event.clientX, event.clientY);
    if (!place) return;
    const picked = this.picks.canPick(place);
    const from = picked ? this.table.tokenAt(place) : null;
    this.press = { place, x: event.clientX, y: event.clientY, picked: false, ghost: null, from };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press } = this;
    if (!press || !press.from) return;
    if (!press.picked) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < FAR) return;
      press.ghost = this.ghostOf(press.from);
      press.picked = true;
      this.stage.setPointerCapture(event.pointerId);
      this.picks.pick(press.place);
    }
    const { ghost } = press;
    if (ghost instanceof SVGElement) {
      ghost.style.translate = `${event.clientX - press.x}px ${event.clientY - press.y}px`;
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press } = this;
    if (!press) return;
    this.drop();
    const place = this.table.placeAt(event.clientX, event.clientY);
    if (!place) return;
    const isSame = place.zone === press.place.zone && place.tokens.join() === press.place.tokens.join();
    if (press.picked ? !isSame : isSame) this.picks.pick(place);
  }

  /** End a drag without a pick. */
  drop() {
    this.press?.ghost?.remove();
    this.press = null;
  }

  /**
   * Return a floating picture of the dragged thing.
   * @param {Element} element
   */
  ghostOf(element) {
    if (!(element instanceof SVGGraphicsElement)) return null;
    const box = element.getBoundingClientRect();
    const inner = element.getBBox();
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    ghost.setAttribute("viewBox", `${inner.x} ${inner.y} ${inner.width} ${inner.height}`);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    for (const [side, value] of Object.entries({ left: box.left, top: box.top, width: box.width, height: box.height })) {
      ghost.style.setProperty(side, `${value}px`);
    }
    const copy = /** @type {Element} */ (element.cloneNode(true));
    for (const name of ["data-token", "data-tokens"]) copy.removeAttribute(name);
    ghost.append(copy);
    document.body.append(ghost);
    return ghost;
  }

  // ── keyboard ──

  /** Label every stop for screen readers, and make one of them reachable by Tab. */
  refresh() {
    const stops = this.stops();
    const had = this.stop !== null && document.activeElement?.closest("[data-stage]") === this.stage;
    let first = stops.find((stop) => stopName(stop) === this.stop);
    for (const stop of stops) {
      const place = this.table.placeOf(stop);
      if (!place) continue;
      const can = this.picks.canPick(place);
      first ??= can ? stop : undefined;
      // A button must not contain other buttons, so a zone with cards that can be picked is a group.
      const isGroup = stop instanceof HTMLElement && stop.querySelector("[data-token], [data-tokens]") !== null;
      stop.setAttribute("role", isGroup ? "group" : "button");
      stop.setAttribute("aria-label", this.picks.words(place));
      stop.setAttribute("tabindex", "-1");
      stop.toggleAttribute("data-can", can);
    }
    (first ?? stops[0])?.setAttribute("tabindex", "0");
    if ((had || this.lost) && first) focusOn(first);
    this.lost = false;
  }

  /** Remember before a redraw that the focus was on the table. */
  keep() {
    this.lost = document.activeElement?.matches(STOPS) ?? false;
  }

  stops() {
    return [...this.stage.querySelectorAll(STOPS)].filter((stop) => stop.getClientRects().length);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.target instanceof Element) || !event.target.matches(STOPS)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const place = this.table.placeOf(event.target);
      if (place) this.picks.pick(place);
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = nearest(event.target, this.stops(), step[0], step[1]);
    if (!next) return;
    event.target.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    focusOn(next);
  }
}

/** @param {Element} stop */
function stopName(stop) {
  return ["data-zone", "data-token", "data-tokens"].map((name) => stop.getAttribute(name) ?? "").join("|");
}

/** @param {Element} element */
function focusOn(element) {
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: false });
}

/**
 * Return the stop nearest to *from* in a direction, preferring those straight ahead.
 * @param {Element} from
 * @param {Element[]} stops
 * @param {number} right
 * @param {number} down
 */
function nearest(from, stops, right, down) {
  const middle = (/** @type {Element} */ stop) => {
    const box = stop.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const stop of stops) {
    const [u, v] = middle(stop);
    const ahead = (u - x) * right + (v - y) * down;
    const aside = Math.abs((u - x) * down) + Math.abs((v - y) * right);
    const far = ahead + 2 * aside;
    if (stop !== from && ahead > 1 && far < least) [best, least] = [stop, far];
  }
  return best;
}
