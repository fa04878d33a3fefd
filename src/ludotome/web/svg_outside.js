// @ts-check
/**
 * SVG outside boards: dice, variables, decks and hands, in rows below the boards. The same as `picture/svg_outside.py`.
 *
 * This module does not know boards.
 */

import { ItemDrawing } from "./svg_items.js";
import { escaped, fitted, number, textAt, textWidth } from "./svg_parts.js";
import { gameVariables, seatVariables, terrainWords, valueWords } from "./words.js";

/** @import { Scene, View, ZoneScene } from "./types.js" */
/** @import { Block } from "./svg_items.js" */
/** @import { Paints } from "./svg_parts.js" */
/** @import { TokenDrawing } from "./svg_tokens.js" */

const CAPTION = 18;
const GAP = 14;
const CHAR = 0.6 * 12;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} svg
 */
const moved = (x, y, svg) => `<g transform="translate(${number(x)} ${number(y)})">${svg}</g>`;

/** The parts outside the boards of one scene, at most *width* wide. */
export class OutsideDrawing extends ItemDrawing {
  /**
   * @param {Scene} scene
   * @param {Paints} paints
   * @param {TokenDrawing} tokens
   * @param {number} width
   */
  constructor(scene, paints, tokens, width) {
    super(scene, paints, tokens, width);
    this.zones = scene.zones.filter((zone) => zone.board === undefined);
    this.legend = this.terrainLegend();
  }

  /**
   * Return everything outside boards, and its height; zones and tokens *offered* by decisions are framed.
   * @param {View} view
   * @param {Set<string>} offered
   * @returns {[string, number]}
   */
  draw(view, offered) {
    const rows = [this.legend, [...this.dice(view), ...this.gameVariables(view)]];
    rows.push(this.zones.filter((zone) => zone.owner === undefined).map((zone) => this.zone(zone, view, offered)));
    const seats = Array.from({ length: view.players }, (_, seat) => this.seat(seat, view, offered));
    if (seats.every((blocks) => blocks.length === 1)) rows.push(seats.flat());
    else rows.push(...seats);
    let drawn = "";
    let y = 0;
    for (const row of rows) {
      const [text, height] = this.flowed(row, y);
      drawn += text;
      y += height;
    }
    return [drawn, y];
  }

  /**
   * Return *blocks* laid out in rows from *top* on, and the total height of the rows.
   * @param {Block[]} blocks
   * @param {number} top
   * @returns {[string, number]}
   */
  flowed(blocks, top) {
    let [drawn, x, y, tall] = ["", 0, top, 0];
    for (const block of blocks) {
      if (x && x + block.width > this.width) [x, y, tall] = [0, y + tall + GAP / 2, 0];
      drawn += moved(x, y, block.svg);
      x += block.width + GAP;
      tall = Math.max(tall, block.height);
    }
    return [drawn, blocks.length ? y + tall + GAP / 2 - top : 0];
  }

  // ── terrain, dice, variables, seats ──

  /** Return the colour and the meaning of each terrain on the boards, except plain ground. */
  terrainLegend() {
    return terrainWords(this.scene).map(([color, text]) => this.swatch(color, text));
  }

  /**
   * @param {string} color
   * @param {string} text
   * @returns {Block}
   */
  swatch(color, text) {
    const paint = this.paints.paint({ fill: color, stroke: "cellEdge" });
    const box = `<rect y="3" width="14" height="14" rx="2" stroke-width="1"${paint}/>`;
    const words = this.words(text, "faint");
    return { width: words.width + 20, height: words.height, svg: box + moved(20, 0, words.svg) };
  }

  /**
   * @param {View} view
   * @returns {Block[]}
   */
  dice(view) {
    return (view.dice ?? []).map((die) => ({ width: 40, height: 40, svg: this.die(die) }));
  }

  /** @param {View} view */
  gameVariables(view) {
    return gameVariables(this.scene, view).map(([name, value]) => this.words(`${name} ${valueWords(value)}`, "faint"));
  }

  /**
   * @param {string} text
   * @param {string} color
   * @param {boolean} [bold]
   * @returns {Block}
   */
  words(text, color, bold = false) {
    const fit = fitted(text, this.width, 12);
    const svg = textAt(0, 10, fit, this.paints.paint({ fill: color }), { anchor: "start", bold });
    return { width: Math.min(textWidth(text) * CHAR * (bold ? 1.1 : 1), this.width), height: 20, svg };
  }

  /**
   * Return a seat's badge, name and variables as one block, and a block for each of its zones.
   * @param {number} seat
   * @param {View} view
   * @param {Set<string>} offered
   */
  seat(seat, view, offered) {
    const name = this.scene.seats[seat].name + (view.out?.includes(seat) ? " (out)" : "");
    const own = seatVariables(this.scene, view, seat).map(([name, value]) => this.words(`${name} ${valueWords(value)}`, "faint"));
    let svg = this.tokens.badge(seat, 8, 10);
    let x = 22;
    for (const part of [this.words(name, "ink", true), ...own]) {
      svg += moved(x, 0, part.svg);
      x += part.width + GAP / 2;
    }
    const head = { width: x, height: 22, svg };
    const zones = this.zones.filter((zone) => zone.owner === seat).map((zone) => this.zone(zone, view, offered));
    // the name is above the zones, not beside them
    return zones.length ? [{ ...head, width: this.width }, ...zones] : [head];
  }

  // ── zones ──

  /**
   * @param {ZoneScene} zone
   * @param {View} view
   * @param {Set<string>} offered
   * @returns {Block}
   */
  zone(zone, view, offered) {
    const seen = view.zones?.[zone.id] ?? { count: 0, tokens: [] };
    const caption = `${zone.name} (${seen.count})`;
    const items = this.items(zone, seen, offered);
    const [inner, height] = this.flowedItems(items);
    const all = items.reduce((sum, item) => sum + (item.width + 4), 0);
    const width = Math.max(Math.min(all, this.width), Math.min(textWidth(caption) * 6.6, this.width));
    const edge = this.paints.paint({ fill: "sunken", stroke: offered.has(zone.id) ? "accent" : "line" });
    const back = `<rect data-zone="${escaped(zone.id)}" x="-6" y="-2" width="${number(width + 12)}" ` +
      `height="${number(CAPTION + height + 6)}" rx="6" stroke-width="1"${edge}>` +
      `<title>${escaped(caption)}</title></rect>`;
    const text = textAt(0, 8, fitted(caption, width, 11), this.paints.paint({ fill: "faint" }), { anchor: "start" });
    const lowered = inner ? moved(0, CAPTION, inner) : "";
    return { width: width + 6, height: CAPTION + height + 6, svg: back + text + lowered };
  }

  /**
   * @param {Block[]} items
   * @returns {[string, number]}
   */
  flowedItems(items) {
    let [drawn, x, y, tall] = ["", 0, 0, 0];
    for (const item of items) {
      if (x && x + item.width > this.width) [x, y, tall] = [0, y + tall + 4, 0];
      drawn += moved(x, y, item.svg);
      x += item.width + 4;
      tall = Math.max(tall, item.height);
    }
    return [drawn, y + tall];
  }
}
