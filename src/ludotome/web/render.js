// @ts-check
/**
 * Render: draws a scene and a view as one SVG picture, identical to the one drawn by Python (`picture/svg.py`).
 *
 * A test draws every shipped game in both languages and compares the texts. Pages that lay out boards and hands
 * themselves use `scene_drawing.js`, on which this module is built.
 *
 * This module does not know games or rules.
 */

import { SceneDrawing } from "./scene_drawing.js";
import { OutsideDrawing } from "./svg_outside.js";
import { escaped, number, tenth, textAt } from "./svg_parts.js";
import { capital, turnWords } from "./words.js";

/** @import { Choice, Scene, View } from "./types.js" */
/** @import { Theme } from "./svg_parts.js" */

const PAD = 16;
const HEADER = 34;
const LEAST_WIDTH = 420;
const MOST_PIXELS = 720;
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** The drawing of one scene in one theme; the constant parts are written once. */
export class SvgDrawing extends SceneDrawing {
  /**
   * @param {Scene} scene
   * @param {Theme} [theme]
   */
  constructor(scene, theme = "auto") {
    super(scene, theme);
    this.width = Math.max(LEAST_WIDTH, ...scene.boards.map((board) => board.width)) + 2 * PAD;
    // a wide board is scaled down, so text beside it must be larger
    this.scale = Math.max(1, tenth(this.width / MOST_PIXELS));
    this.outside = new OutsideDrawing(scene, this.paints, this.tokens, this.width / this.scale - 2 * PAD);
  }

  /**
   * Return the picture of *view*, *size* pixels wide; with *last*, everything that the last decision changed is
   * tinted.
   * @param {View} view
   * @param {{last?: boolean, size?: number}} [options]
   */
  draw(view, { last = true, size = Math.min(this.width, MOST_PIXELS) } = {}) {
    const { sources, targets } = offered(view.legal ?? []);
    const tinted = (last && view.last?.zones) || [];
    let body = this.scaled(0, 0, this.header(view));
    let y = HEADER * this.scale;
    for (const board of this.boards) {
      const shift = tenth((this.width - board.board.width) / 2);
      body += `<g transform="translate(${number(shift)} ${number(y)})">${board.draw(view, tinted, sources, targets)}</g>`;
      y += board.board.height + PAD / 2;
    }
    const [outside, height] = this.outside.draw(view, sources.union(targets));
    if (outside) body += this.scaled(PAD * this.scale, y, outside);
    return this.wrapped(view, body, tenth(y + (height + PAD / 2) * this.scale), size);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} svg
   */
  scaled(x, y, svg) {
    const scale = this.scale === 1 ? "" : ` scale(${number(this.scale)})`;
    return `<g transform="translate(${number(x)} ${number(y)})${scale}">${svg}</g>`;
  }

  /**
   * @param {View} view
   * @param {string} body
   * @param {number} height
   * @param {number} wide
   */
  wrapped(view, body, height, wide) {
    const title = `${this.scene.game}: ${turnWords(this.scene, view)}`;
    const told = view.last?.text ? `after ${view.last.text}` : `ply ${view.ply}`;
    const extent = `width="${number(wide)}" height="${number(wide * height / this.width)}"`;
    const box = `viewBox="0 0 ${number(this.width)} ${number(height)}"`;
    const surface = this.paints.paint({ fill: "surface" });
    return `<svg xmlns="http://www.w3.org/2000/svg" class="${this.scope}" ${extent} ${box} role="img" ` +
      `font-family="${FONT}"><title>${escaped(title)}</title><desc>${escaped(told)}</desc>` +
      `${this.paints.style()}<defs>${this.symbols}</defs>` +
      `<rect width="${number(this.width)}" height="${number(height)}" rx="8"${surface}/>${body}</svg>\n`;
  }

  /** @param {View} view */
  header(view) {
    const ink = this.paints.paint({ fill: "ink" });
    const words = capital(turnWords(this.scene, view));
    const bold = { anchor: "start", bold: true };
    if (view.current < 0) return textAt(PAD, HEADER / 2, [words, 14], ink, bold);
    const badge = this.tokens.badge(view.current, PAD + 8, HEADER / 2);
    return badge + textAt(PAD + 24, HEADER / 2, [words, 14], ink, bold);
  }
}

/**
 * Return the zones and tokens that legal decisions begin with, and those that they end with; a single step counts as
 * an end.
 * @param {Choice[]} legal
 */
export function offered(legal) {
  /** @type {Set<string>} */
  const sources = new Set();
  /** @type {Set<string>} */
  const targets = new Set();
  const visit = (/** @type {Choice} */ choice) => {
    const named = choice.zone || choice.token;
    if (named !== undefined) (choice.id !== undefined ? targets : sources).add(named);
    choice.choices?.forEach(visit);
  };
  legal.forEach(visit);
  return { sources: sources.difference(targets), targets };
}
