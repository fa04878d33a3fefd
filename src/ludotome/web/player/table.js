// @ts-check
/**
 * Table: the elements for everything on the table: boards, dice, decks and hands, and a panel for each seat.
 *
 * Everything is drawn by `render.js`. Each thing that can be clicked has `data-zone`, `data-token` or `data-tokens`.
 *
 * This module does not know clicks or decisions.
 */

import { SceneDrawing } from "../scene_drawing.js";
import { ItemDrawing } from "../svg_items.js";
import { gameVariables, inWords, seatVariables, terrainWords, tokenWords, valueWords } from "../words.js";
import { el, svg } from "./dom.js";
import { turnedScene } from "./turned.js";

/** @import { Scene, View, ZoneScene } from "../types.js" */
/** @import { BoardDrawing } from "../svg_board.js" */
/** @import { Place } from "./picking.js" */
/** @typedef {{sources: Set<string>, targets: Set<string>, selected: string[], refused: string | null}} Marks */
/** @typedef {{name: string, note: string, isTurn: boolean}} SeatWords */

const PHONE = "(max-width: 900px)";
const SLIDE = 180;
const ITEM_WIDTH = 420; // maximum width of an item, in units of the scene
const OTHERS = 0.7; // relative size of the cards of other seats

/** @param {Scene} scene */
const byId = (scene) => new Map(scene.zones.map((zone) => [zone.id, zone]));

export class Table {
  /** @param {Scene} scene */
  constructor(scene) {
    this.sides = [scene, turnedScene(scene)];
    this.scene = scene;
    this.drawing = new SceneDrawing(scene);
    this.zones = byId(scene);
    this.others = el("div.seats");
    this.boards = el("div.boards");
    this.middle = el("div.middle");
    this.own = el("div.seats");
    this.layers = this.boardLayers();
    this.symbols = svg(`<defs>${this.drawing.symbols}</defs>`, { class: "symbols", "aria-hidden": "true" });
    this.items = new ItemDrawing(scene, this.drawing.paints, this.drawing.tokens, ITEM_WIDTH);
    this.legend = terrainWords(scene).map(([color, text]) => this.swatch(color, text));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(this.drawing.paints.rules("", (day, night) => `light-dark(${day},${night})`));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    /** @type {View | null} */
    this.view = null;
  }

  /**
   * Draw the boards of *scene*.
   * @param {Scene} scene
   */
  face(scene) {
    this.scene = scene;
    this.drawing = new SceneDrawing(scene);
    this.zones = byId(scene);
    this.layers = this.boardLayers();
  }

  /** Put empty boards on the page, and return what changes on them. */
  boardLayers() {
    const layers = this.drawing.boards.map((drawing) => this.layersOf(drawing));
    this.boards.replaceChildren(...layers.map((layer) => layer.svg));
    return layers;
  }

  /** The aspect ratio of the boards. */
  get ratio() {
    const { boards } = this.scene;
    const height = boards.reduce((sum, board) => sum + board.height, 0);
    return boards.length ? Math.max(...boards.map((board) => board.width)) / height : 0;
  }

  /** @param {BoardDrawing} drawing */
  layersOf(drawing) {
    const { width, height, id } = drawing.board;
    const label = this.scene.boards.length > 1 ? `Board ${inWords(id)}` : "Board";
    const markup = `<g>${drawing.ground}</g><g></g><g aria-hidden="true"></g><g></g>`;
    const made = svg(markup, { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label, class: "board" });
    // Boards are drawn to one scale: a small one does not fill the width of a large one.
    made.style.maxWidth = `${(100 * width) / Math.max(...this.scene.boards.map((board) => board.width))}%`;
    const [, tints, things, marks] = made.children;
    return { drawing, svg: made, tints, things, marks };
  }

  /** Remove everything that reveals a position. */
  clear() {
    this.view = null;
    for (const layer of this.layers) {
      for (const part of [layer.tints, layer.things, layer.marks]) part.replaceChildren();
      for (const cell of layer.svg.querySelectorAll("[data-zone]")) cell.removeAttribute("aria-label");
    }
    for (const part of [this.others, this.middle, this.own]) part.replaceChildren();
  }

  /**
   * Show *view*. *bottom* is the seat whose panel is below the boards; *words* are the texts about each seat.
   * @param {View} view
   * @param {Marks} marks
   * @param {number} bottom
   * @param {SeatWords[]} words
   */
  show(view, marks, bottom, words) {
    this.view = view;
    const side = this.sides[view.players === 2 ? bottom : 0]; // the second of two players sits on the other side
    if (side !== this.scene) this.face(side);
    for (const { drawing, tints, things } of this.layers) {
      tints.innerHTML = drawing.tints(view.last?.zones ?? []);
      things.innerHTML = drawing.things(view);
    }
    this.mark(marks);
    const seats = Array.from({ length: view.players }, (_, step) => (bottom + step) % view.players);
    this.others.replaceChildren(...seats.slice(1).reverse().map((seat) => this.seat(seat, view, marks, words[seat], OTHERS)));
    this.own.replaceChildren(this.seat(bottom, view, marks, words[bottom]));
    this.middle.replaceChildren(...this.common(view, marks));
    this.middle.hidden = !this.middle.childElementCount;
  }

  /**
   * Mark what can be clicked, what was clicked and what was refused on the boards.
   * @param {Marks} marks
   */
  mark({ sources, targets, selected, refused }) {
    const { view } = this;
    if (!view) return;
    /** @type {Set<string>} */
    const none = new Set();
    for (const { drawing, marks } of this.layers) {
      const framed = (/** @type {string[]} */ zones, /** @type {string} */ name) =>
        drawing.among(zones).map((zone) => `<${drawing.outline(zone, 2)} class="${name}"/>`).join("");
      const movable = `<g class="movable">${drawing.marks(view, sources, none)}</g>`;
      const frames = framed(selected, "selected") + framed(refused === null ? [] : [refused], "refused");
      marks.innerHTML = movable + drawing.marks(view, none, targets) + frames;
    }
  }

  // ── seats and what lies beside the boards ──

  /**
   * @param {number} seat
   * @param {View} view
   * @param {Marks} marks
   * @param {SeatWords} words
   * @param {number} [size]
   */
  seat(seat, view, marks, words, size = 1) {
    const badge = svg(this.drawing.tokens.badge(seat, 10, 10), { viewBox: "0 0 20 20", class: "badge", "aria-hidden": "true" });
    const values = seatVariables(this.scene, view, seat).map(([name, value]) => this.variable(name, value));
    const score = view.ended?.scores?.[seat];
    if (score !== undefined) values.push(this.variable("score", score));
    const head = el(
      "div.seat-head",
      {},
      el("span.who", {}, badge),
      el("div.grow", {}, el("strong", {}, words.name), el("span.label", {}, words.note)),
      el("span.values", {}, ...values),
    );
    const zones = this.scene.zones.filter((zone) => zone.board === undefined && zone.owner === seat);
    const held = zones.map((zone) => this.zone(zone, view, marks, size));
    const isTurn = words.isTurn ? ".turn" : "";
    const isPanel = held.length ? ".panel" : "";
    return el(`section.seat${isTurn}${isPanel}`, { "aria-label": words.name }, head, held.length ? el("div.zones", {}, ...held) : null);
  }

  /**
   * @param {string} name
   * @param {import("../types.js").Value} value
   */
  variable(name, value) {
    return el("span.value", {}, `${name} `, el("b", {}, valueWords(value)));
  }

  /**
   * Return the colour of a terrain and what it means.
   * @param {string} color
   * @param {string} text
   */
  swatch(color, text) {
    const paint = this.drawing.paints.paint({ fill: color, stroke: "cellEdge" });
    const box = svg(`<rect x="1" y="1" width="14" height="14" rx="2"${paint}/>`, { viewBox: "0 0 16 16", class: "swatch", "aria-hidden": "true" });
    return el("span.value", {}, box, inWords(text));
  }

  /**
   * Return dice, variables of the game, the legend of terrains, and zones without an owner.
   * @param {View} view
   * @param {Marks} marks
   */
  common(view, marks) {
    const dice = (view.dice ?? []).map((die) =>
      svg(this.items.die(die), { viewBox: "0 0 40 40", class: "die", role: "img", "aria-label": `die: ${die.value}` })
    );
    const values = gameVariables(this.scene, view).map(([name, value]) => this.variable(name, value));
    const zones = this.scene.zones.filter((zone) => zone.board === undefined && zone.owner === undefined);
    const facts = [...dice, ...values, ...this.legend];
    const row = facts.length ? el("div.row.facts", {}, ...facts) : null;
    const felt = zones.length ? el("div.felt.zones", {}, ...zones.map((zone) => this.zone(zone, view, marks))) : null;
    return [felt, row].filter((part) => part !== null);
  }

  /**
   * @param {ZoneScene} zone
   * @param {View} view
   * @param {Marks} marks
   * @param {number} [size]
   */
  zone(zone, view, marks, size = 1) {
    const seen = view.zones?.[zone.id] ?? { count: 0, tokens: [] };
    const clickable = marks.sources.union(marks.targets);
    const items = this.items.items(zone, seen, clickable);
    const isPhone = matchMedia(PHONE).matches;
    const isHidden = seen.tokens == null;
    const scale = size * (isHidden ? (zone.shape === "row" || isPhone ? 0.8 : 1.4) : isPhone ? 1.2 : 1.4);
    const drawn = items.map(({ svg: markup, width, height }) => {
      const box = { viewBox: `-2 -2 ${width + 4} ${height + 4}`, width: (width + 4) * scale, height: (height + 4) * scale };
      return svg(markup, { ...box, class: "item" });
    });
    for (const item of drawn) {
      const inner = item.querySelector("[data-token], [data-tokens]");
      const handles = (inner?.getAttribute("data-token") ?? inner?.getAttribute("data-tokens") ?? "").split(" ");
      if (handles.some((handle) => marks.selected.includes(handle))) item.classList.add("picked");
    }
    const isOffered = clickable.has(zone.id) ? ".can" : "";
    const caption = `${inWords(zone.name)} · ${seen.count}`;
    return el(
      `div.zone${isOffered}`,
      { "data-zone": zone.id },
      el("h3", {}, caption),
      drawn.length || isOffered ? el("div.items", {}, ...(drawn.length ? drawn : [el("span.empty")])) : null,
    );
  }

  // ── places ──

  /**
   * Return the place at a point of the window; null if there is none.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    for (const found of document.elementsFromPoint(x, y)) {
      const place = this.placeOf(found);
      if (place) return place;
    }
    return null;
  }

  /**
   * Return the place that an element represents.
   * @param {Element} element
   * @returns {Place | null}
   */
  placeOf(element) {
    const named = element.closest("[data-token], [data-tokens], [data-zone]");
    if (!named || !this.view) return null;
    const zone = named.getAttribute("data-zone");
    if (zone !== null) return this.placeOfZone(zone);
    const tokens = (named.getAttribute("data-token") ?? named.getAttribute("data-tokens") ?? "").split(" ");
    const holds = this.zoneOfToken(tokens[0]);
    return holds === null ? null : { zone: holds, tokens, alike: tokens.length > 1 };
  }

  /**
   * Return the zone of the token with this handle; null if it is not visible.
   * @param {string} token
   */
  zoneOfToken(token) {
    const zones = Object.entries(this.view?.zones ?? {});
    return zones.find(([, seen]) => seen.tokens?.some(({ handle }) => handle === token))?.[0] ?? null;
  }

  /**
   * Return the first of the tokens that look like this one and are drawn with it.
   * @param {string} token
   */
  twinOf(token) {
    const drawn = document.querySelector(`[data-tokens~="${CSS.escape(token)}"]`);
    return drawn?.getAttribute("data-tokens")?.split(" ")[0] ?? token;
  }

  /**
   * @param {string} zone
   * @returns {Place}
   */
  placeOfZone(zone) {
    const tokens = (this.view?.zones?.[zone]?.tokens ?? []).map(({ handle }) => handle);
    return { zone, tokens, alike: false };
  }

  /**
   * Return the element of the top token at a place; null if none is visible.
   * @param {Place} place
   */
  tokenAt({ tokens }) {
    const named = tokens.map((handle) => `[data-token="${CSS.escape(handle)}"], [data-tokens~="${CSS.escape(handle)}"]`);
    return named.length ? [...document.querySelectorAll(named.join())].pop() ?? null : null;
  }

  /**
   * Return whether a zone is in the lower half of its board.
   * @param {string} id
   */
  isInLowerHalf(id) {
    const zone = this.zones.get(id);
    const board = this.scene.boards.find((one) => one.id === zone?.board);
    return board !== undefined && (zone?.y ?? 0) > board.height / 2;
  }

  /**
   * Return the text for a place: `d4, White pawn`.
   * @param {Place} place
   */
  wordsOf(place) {
    const name = inWords(this.zones.get(place.zone)?.name ?? place.zone);
    const seen = this.view?.zones?.[place.zone];
    const tokens = (seen?.tokens ?? []).filter(({ handle }) => place.tokens.includes(handle));
    const held = tokens.map((token) => tokenWords(this.scene, token)).join(" and ");
    const hidden = seen && seen.tokens == null && seen.count ? `${seen.count} hidden` : "";
    return [name, held || hidden].filter((part) => part).join(", ");
  }

  /** Animate the token that moved last to its place, if it is clear which one moved. */
  slide() {
    const zones = this.view?.last?.zones ?? [];
    const isFull = (/** @type {string} */ zone) => (this.view?.zones?.[zone]?.tokens?.length ?? 0) > 0;
    const [from] = zones.filter((zone) => !isFull(zone));
    const [to] = zones.filter(isFull);
    if (zones.length !== 2 || !from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [start, end] = [from, to].map((id) => this.zones.get(id));
    if (!start?.board || start.board !== end?.board) return;
    const handle = this.view?.zones?.[to]?.tokens?.[0].handle;
    const moved = this.boards.querySelector(`[data-token="${handle}"]`);
    const by = `translate(${(start.x ?? 0) - (end.x ?? 0)}px, ${(start.y ?? 0) - (end.y ?? 0)}px)`;
    moved?.animate([{ transform: by }, { transform: "none" }], { duration: SLIDE, easing: "cubic-bezier(.2,.7,.2,1)" });
  }
}

