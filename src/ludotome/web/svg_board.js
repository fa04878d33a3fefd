// @ts-check
/**
 * SVG boards: cells, labels and lines, then the tokens on them and the marks for the last and the legal decisions. The
 * same as `picture/svg_board.py`.
 *
 * This module does not know what is outside boards.
 */

import { CELL, escaped, fitted, number, textAt, textWidth } from "./svg_parts.js";
import { alike } from "./svg_tokens.js";
import { toldValues, valueWords } from "./words.js";

/** @import { BoardScene, Scene, TokenView, View, ZoneScene, ZoneView } from "./types.js" */
/** @import { Paints } from "./svg_parts.js" */
/** @import { TokenDrawing } from "./svg_tokens.js" */

const HALF = CELL / 2;
const HEX_HEIGHT = CELL * 2 / Math.sqrt(3);
const CIRCLE = 21;
const DOT = 6;
const SMALL_DOT = 3.5; // for boards with many targets, so that the dots do not dominate
const MANY = 40;
const MOST_MARKS = 512;
const HOLE = 19;
const LABEL = 12; // font size of labels on a board of standard size
/** @type {Record<string, number>} */
const BOX_OF_STYLE = { lines: CELL * 1.28, holes: CELL * 1.12 }; // stones of Go almost touch

/** @type {Record<string, string>} */
const ELEMENT = { square: "rect", circle: "circle", hexagon: "polygon", flatHexagon: "polygon" };

/**
 * @param {ZoneScene} zone
 * @returns {[number, number]}
 */
const middleOf = (zone) => [zone.x ?? 0, zone.y ?? 0];

/** One board of a scene; its cells are drawn once. */
export class BoardDrawing {
  /**
   * @param {Scene} scene
   * @param {BoardScene} board
   * @param {Paints} paints
   * @param {TokenDrawing} tokens
   */
  constructor(scene, board, paints, tokens) {
    this.board = board;
    this.paints = paints;
    this.tokens = tokens;
    this.zones = new Map(scene.zones.filter((zone) => zone.board === board.id).map((zone) => [zone.id, zone]));
    this.terrain = new Map(scene.terrain.map((terrain, place) => [terrain.id, { place, color: terrain.color, says: terrain.says ?? "" }]));
    this.scale = board.labelScale ?? 1;
    this.ground = this.lines() + this.cells() + this.labels();
  }

  /**
   * Return the board as *view* sees it; zones and tokens in *sources* and *targets* are marked.
   * @param {View} view
   * @param {Iterable<string>} tinted
   * @param {Set<string>} sources
   * @param {Set<string>} targets
   */
  draw(view, tinted, sources, targets) {
    return this.ground + this.tints(tinted) + this.things(view) + this.marks(view, sources, targets);
  }

  /**
   * Return a tint on each of these zones.
   * @param {Iterable<string>} zones
   */
  tints(zones) {
    const paint = this.paints.paint({ fill: "last" });
    return this.among(zones).map((zone) => `<${this.outline(zone, 0)}${paint}/>`).join("");
  }

  /**
   * Return everything on the board.
   * @param {View} view
   */
  things(view) {
    return this.seen(view).map(([zone, seen]) => this.content(zone, seen)).join("");
  }

  /**
   * Return marks for zones and tokens that decisions begin with (*sources*) and end with (*targets*).
   * @param {View} view
   * @param {Set<string>} sources
   * @param {Set<string>} targets
   */
  marks(view, sources, targets) {
    const named = new Set([...sources, ...targets].filter((id) => this.zones.has(id)));
    for (const [zone, seen] of this.seen(view)) {
      if (seen.tokens?.some(({ handle }) => sources.has(handle) || targets.has(handle))) named.add(zone.id);
    }
    if (named.size > MOST_MARKS) return "";
    const dot = named.size <= MANY ? DOT : SMALL_DOT;
    const marked = [...this.zones.values()].filter((zone) => named.has(zone.id));
    return marked.map((zone) => this.mark(zone, view.zones?.[zone.id], targets, dot)).join("");
  }

  /** @param {View} view */
  seen(view) {
    /** @type {[ZoneScene, ZoneView][]} */
    const found = [];
    for (const [id, seen] of Object.entries(view.zones ?? {})) {
      const zone = this.zones.get(id);
      if (zone) found.push([zone, seen]);
    }
    return found;
  }

  /** @param {Iterable<string>} ids */
  among(ids) {
    return [...ids].flatMap((id) => this.zones.get(id) ?? []);
  }

  // ── the constant parts ──

  /** Return all cells, grouped by colour. */
  cells() {
    /** @type {Map<string, string>} */
    const groups = new Map();
    for (const zone of this.zones.values()) {
      const color = this.color(zone);
      groups.set(color, (groups.get(color) ?? "") + this.cell(zone));
    }
    let drawn = "";
    for (const [color, cells] of groups) {
      drawn += `<g stroke-width="1"${this.paints.paint({ fill: color, stroke: this.edge(color) })}>${cells}</g>`;
    }
    if (this.board.style === "lines") return drawn + this.crossingLines();
    return drawn + (this.board.style === "holes" ? this.holes() : this.rims());
  }

  /**
   * Return the colour of the outline of a cell. Even cells of one colour have an outline, so that no seam is visible.
   * @param {string} color
   */
  edge(color) {
    const { style } = this.board;
    return style === "plain" ? "cellEdge" : style === "checkered" ? null : color;
  }

  /** Return the holes of an upright frame into which discs are dropped. */
  holes() {
    const hole = (/** @type {ZoneScene} */ zone) => {
      const [x, y] = middleOf(zone).map(number);
      return `<circle cx="${x}" cy="${y}" r="${number(HOLE)}"/>`;
    };
    const holes = [...this.zones.values()].map(hole).join("");
    return `<g pointer-events="none"${this.paints.paint({ fill: "surface" })}>${holes}</g>`;
  }

  /** Return the edges of the board that belong to seats, each in the colour of its seat. */
  rims() {
    let drawn = "";
    for (const rim of this.board.rims ?? []) {
      for (const [thick, color] of [["7", `seat${rim.seat}Line`], ["4.5", `seat${rim.seat}`]]) {
        const paint = this.paints.paint({ stroke: color });
        drawn += `<path d="${rim.d}" fill="none" stroke-width="${thick}" stroke-linecap="round"${paint}/>`;
      }
    }
    return drawn;
  }

  /** Return lines through the centres of the cells, for boards that are played on intersections. */
  crossingLines() {
    const places = [...this.zones.values()].map(middleOf).sort(([x, y], [u, v]) => x - u || y - v);
    const known = new Set(places.map(String));
    const steps = (/** @type {number} */ right, /** @type {number} */ down, /** @type {string} */ letter) =>
      places.filter(([x, y]) => known.has(String([x + right, y + down])))
        .map(([x, y]) => `M${number(x)} ${number(y)}${letter}${CELL}`).join("");
    const paint = this.paints.paint({ stroke: "onCell" });
    return `<path d="${steps(CELL, 0, "h")}${steps(0, CELL, "v")}" stroke-width="1" pointer-events="none"${paint}/>`;
  }

  /** @param {ZoneScene} zone */
  color(zone) {
    const terrain = this.terrain.get(zone.terrain ?? "");
    return terrain?.color ? `terrain${terrain.place}` : zone.tone ? "cellB" : "cellA";
  }

  /** @param {ZoneScene} zone */
  cell(zone) {
    const said = this.terrain.get(zone.terrain ?? "")?.says;
    const ground = zone.terrain ? `, ${zone.terrain}` + (said ? ` (${said})` : "") : "";
    const title = escaped(zone.name + ground);
    return `<${this.outline(zone, 0)} data-zone="${escaped(zone.id)}"><title>${title}</title></${ELEMENT[zone.shape]}>`;
  }

  /**
   * Return the element of a cell's outline, smaller by *inset* on every side, without its closing characters.
   * @param {ZoneScene} zone
   * @param {number} inset
   */
  outline(zone, inset) {
    const [x, y] = middleOf(zone);
    if (zone.shape === "square") {
      const [left, top, side] = [x - HALF + inset, y - HALF + inset, CELL - 2 * inset].map(number);
      return `rect x="${left}" y="${top}" width="${side}" height="${side}"`;
    }
    if (zone.shape === "circle") {
      return `circle cx="${number(x)}" cy="${number(y)}" r="${number(CIRCLE - inset)}"`;
    }
    const scale = 1 - inset / HALF;
    const corner = (/** @type {number[]} */ [a, b]) => `${number(x + a * scale)},${number(y + b * scale)}`;
    return `polygon points="${hexCorners(zone.shape === "flatHexagon").map(corner).join(" ")}"`;
  }

  /** Return the lines between the zones of a graph. */
  lines() {
    const lines = this.board.lines ?? [];
    if (!lines.length) return "";
    const drawn = lines.map((ends) => {
      const [[a, b], [c, d]] = this.among(ends).map(middleOf);
      return `M${number(a)} ${number(b)}L${number(c)} ${number(d)}`;
    });
    return `<path d="${drawn.join("")}" stroke-width="2" fill="none"${this.paints.paint({ stroke: "edge" })}/>`;
  }

  labels() {
    const faint = this.paints.paint({ fill: "faint" });
    const beside = (this.board.labels ?? []).map((label) =>
      textAt(label.x, label.y, fitted(label.text, 20 * this.scale, LABEL * this.scale), faint)
    );
    const names = [...this.zones.values()].flatMap((zone) => zone.label === undefined ? [] : this.name(zone, zone.label));
    return [...beside, ...names].join("");
  }

  /**
   * Return the name of a cell without row and column labels, at its lower edge.
   * @param {ZoneScene} zone
   * @param {string} label
   */
  name(zone, label) {
    const [x, middle] = middleOf(zone);
    if (zone.shape !== "circle") {
      return textAt(x, middle + (zone.shape === "hexagon" ? 19 : 17), fitted(label, 26, 9), this.inkOn(zone));
    }
    const [text, size] = fitted(label, 58, 10 * this.scale);
    const wide = textWidth(text) * size * 0.62 + 2;
    const y = middle + CIRCLE + size * 0.65;
    // on a background of its own: lines to other zones would cross it
    const place = `x="${number(x - wide / 2)}" y="${number(y - size * 0.6)}"`;
    const extent = `width="${number(wide)}" height="${number(size * 1.2)}"`;
    const ground = `<rect ${place} ${extent} rx="2" fill-opacity=".85"${this.paints.paint({ fill: "surface" })}/>`;
    return ground + textAt(x, y, [text, size], this.paints.paint({ fill: "faint" }));
  }

  /**
   * Return a text colour that is readable on the background of *zone*.
   * @param {ZoneScene} zone
   */
  inkOn(zone) {
    return this.paints.paint({ fill: this.paints.inkOn(this.color(zone)) });
  }

  // ── contents ──

  /**
   * @param {ZoneScene} zone
   * @param {ZoneView} seen
   */
  content(zone, seen) {
    const drawn = seen.tokens == null ? this.hidden(zone, seen.count) : this.held(zone, seen.tokens);
    return seen.vars ? drawn + this.variables(zone, seen) : drawn;
  }

  /**
   * @param {ZoneScene} zone
   * @param {TokenView[]} tokens
   */
  held(zone, tokens) {
    if (!tokens.length) return "";
    const [x, y, box] = this.room(zone);
    if (tokens.length === 1) return this.tokens.draw(tokens[0], x, y, box, { place: zone.name });
    if (zone.stack) return this.stack(zone, tokens, box);
    const groups = tokens.length === 2 ? tokens.map((token) => [token]) : alike(tokens, false);
    const across = Math.ceil(Math.sqrt(groups.length));
    const down = Math.ceil(groups.length / across);
    const step = box / across;
    const left = x - step * (across - 1) / 2;
    const top = y - step * (down - 1) / 2;
    let drawn = "";
    groups.forEach((group, place) => {
      const atX = left + place % across * step;
      const atY = top + Math.floor(place / across) * step;
      drawn += this.tokens.draw(group[0], atX, atY, step, { place: zone.name, alike: group });
      if (group.length > 1) drawn += this.tag(atX + step * 0.28, atY + step * 0.28, `${group.length}`);
    });
    return drawn;
  }

  /**
   * Return the centre and the width of the box for a token, which is above the name of a cell that has one.
   * @param {ZoneScene} zone
   */
  room(zone) {
    const [x, y] = middleOf(zone);
    if (zone.shape === "square") return [x, y, BOX_OF_STYLE[this.board.style] ?? CELL];
    if (zone.shape === "circle" || zone.label === undefined) return [x, y, CELL];
    return [x, y - 5, 42];
  }

  /**
   * Return a stack from the bottom up, each token slightly higher than the one below, and the stack's height.
   * @param {ZoneScene} zone
   * @param {TokenView[]} tokens
   * @param {number} box
   */
  stack(zone, tokens, box) {
    const [x, y] = middleOf(zone);
    const step = Math.min(4, 12 / tokens.length);
    const low = y + step * (tokens.length - 1) / 2;
    const drawn = tokens.map((token, place) => {
      const isCovered = place < tokens.length - 1;
      return this.tokens.draw(token, x, low - place * step, box * 0.8, { place: zone.name, isCovered });
    });
    return drawn.join("") + this.tag(x + 16, y + 15, `${tokens.length}`);
  }

  /**
   * Return a tag with text about tokens, such as how many are drawn as one.
   * @param {number} x
   * @param {number} y
   * @param {string} words
   */
  tag(x, y, words) {
    const scale = Math.min(this.scale, 1.6);
    const [text, size] = fitted(words, 18 * scale, 11 * scale);
    const high = 13 * scale;
    const wide = Math.max((textWidth(text) * 7 + 5) * scale, high);
    const place = `x="${number(x - wide / 2)}" y="${number(y - high / 2)}"`;
    const extent = `width="${number(wide)}" height="${number(high)}" rx="${number(high / 2)}"`;
    const paint = this.paints.paint({ fill: "surface", stroke: "edge" });
    const ground = `<rect ${place} ${extent} stroke-width="1"${paint}/>`;
    return ground + textAt(x, y, [text, size], this.paints.paint({ fill: "ink" }), { bold: true });
  }

  /**
   * Return the number of hidden tokens in a zone, as a drawing.
   * @param {ZoneScene} zone
   * @param {number} count
   */
  hidden(zone, count) {
    if (!count) return "";
    const [x, y] = middleOf(zone);
    const paint = this.paints.paint({ fill: "cardBack", stroke: "cardBackEdge", color: "cardBackLine" });
    const corner = `x="${number(x - 24)}" y="${number(y - 24)}" width="48" height="48"`;
    const title = `<title>${escaped(zone.name)}: ${count} hidden</title>`;
    const text = textAt(x, y, [`${count}`, 14], this.paints.paint({ fill: "cardBackLine" }), { bold: true });
    return `<g>${title}<use href="#lt-card" ${corner}${paint}/>${text}</g>`;
  }

  /**
   * Return the variables of a zone: in its centre, or in a corner if a token is in the centre.
   * @param {ZoneScene} zone
   * @param {ZoneView} seen
   */
  variables(zone, seen) {
    const told = toldValues(zone, seen);
    if (!told.length) return "";
    const [x, y] = middleOf(zone);
    const all = Object.entries(seen.vars ?? {}).map(([name, value]) => `${name} ${valueWords(value)}`);
    const title = escaped(`${zone.name}: ` + all.join(", "));
    const values = told.map(valueWords).join(" ");
    const left = zone.stack && seen.count > 1 ? -14 : 14; // the height of a stack is on the right
    const drawn = seen.count
      ? this.tag(x + left, y + 16, values)
      : textAt(x, y, fitted(values, 36, 16), this.inkOn(zone), { bold: true });
    return `<g><title>${title}</title>${drawn}</g>`;
  }

  /**
   * @param {ZoneScene} zone
   * @param {ZoneView | undefined} seen
   * @param {Set<string>} targets
   * @param {number} dot
   */
  mark(zone, seen, targets, dot) {
    const handles = (seen?.tokens ?? []).map((token) => token.handle);
    const isTarget = targets.has(zone.id) || handles.some((handle) => targets.has(handle));
    // a dot would cover the token
    const holds = handles.length > 0 || (seen !== undefined && toldValues(zone, seen).length > 0);
    const paint = this.paints.paint({ stroke: "mark" });
    if (holds && !isTarget) {
      return `<${this.outline(zone, 2)} fill="none" stroke-width="2.5" pointer-events="none"${paint}/>`;
    }
    const [x, y] = middleOf(zone).map(number);
    if (holds) {
      return `<circle cx="${x}" cy="${y}" r="21.5" fill="none" stroke-width="2.5" pointer-events="none"${paint}/>`;
    }
    return `<circle cx="${x}" cy="${y}" r="${number(dot)}" pointer-events="none"${this.paints.paint({ fill: "mark" })}/>`;
  }
}

/**
 * Return the corners of a hexagon around its centre.
 * @param {boolean} flat
 */
function hexCorners(flat) {
  const tall = HEX_HEIGHT / 2;
  const pointed = [[0, tall], [-HALF, tall / 2], [-HALF, -tall / 2], [0, -tall], [HALF, -tall / 2], [HALF, tall / 2]];
  return flat ? pointed.map(([x, y]) => [y, -x]) : pointed;
}
