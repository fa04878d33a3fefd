// @ts-check
/**
 * SVG items: the contents of zones outside boards: cards, pieces, hidden backs; and dice. Part of
 * `picture/svg_outside.py`.
 *
 * This module does not know how items are laid out.
 */

import { escaped, fitted, number, textAt, textWidth } from "./svg_parts.js";
import { alike, handlesOf } from "./svg_tokens.js";
import { propWords, tokenWords, valueWords } from "./words.js";

/** @import { Scene, TokenView, Value, ZoneScene, ZoneView } from "./types.js" */
/** @import { Paints } from "./svg_parts.js" */
/** @import { TokenDrawing } from "./svg_tokens.js" */
/** @typedef {{width: number, height: number, svg: string}} Block something to place in a row, drawn from its corner */

const CARD_WIDTH = 58;
const CARD_HEIGHT = 80;
const BACK_WIDTH = 42;
const BACK_HEIGHT = 56;
const BACK_STEP = 12;
const MOST_BACKS = 6;
const PIECE = 40;
const MOST_CARDS = 14; // more cards than this are drawn as slips
const SLIP_HEIGHT = 20;
const RED_SUITS = ["hearts", "diamonds"];

/** The items outside the boards of one scene, each at most *width* wide. */
export class ItemDrawing {
  /**
   * @param {Scene} scene
   * @param {Paints} paints
   * @param {TokenDrawing} tokens
   * @param {number} width
   */
  constructor(scene, paints, tokens, width) {
    this.scene = scene;
    this.paints = paints;
    this.tokens = tokens;
    this.width = width;
  }

  /** @param {{sides: number, value: number}} die */
  die(die) {
    const paint = this.paints.paint({ fill: "card", stroke: "ink", color: "ink" });
    const title = `<title>a die of ${die.sides}: ${die.value}</title>`;
    if (die.sides === 6) return `<use href="#lt-die-${die.value}" width="40" height="40"${paint}>${title}</use>`;
    const box = `<rect x="4" y="4" width="32" height="32" rx="8" stroke-width="1.8"${paint}/>`;
    const ink = this.paints.paint({ fill: "ink" });
    const text = textAt(20, 17, fitted(`${die.value}`, 24, 16), ink, { bold: true });
    const sides = textAt(20, 30, fitted(`of ${die.sides}`, 28, 8), this.paints.paint({ fill: "faint" }));
    return `<g>${title}${box}${text}${sides}</g>`;
  }

  /**
   * Return what is drawn in a zone, one block for tokens that look alike.
   * @param {ZoneScene} zone
   * @param {ZoneView} seen
   * @param {Set<string>} offered
   */
  items(zone, seen, offered) {
    if (seen.tokens == null) return seen.count ? [this.backs(zone, seen.count)] : [];
    if (zone.shape === "pile" && zone.stack && seen.tokens.length > 1) {
      return [this.item(zone, seen.tokens[seen.tokens.length - 1], seen.tokens, offered, false)]; // the top one, and the count
    }
    const groups = alike(seen.tokens, zone.stack ?? false);
    if (!zone.ordered) groups.sort(([a], [b]) => comparePairs(this.sorting(a), this.sorting(b)));
    const small = groups.length > MOST_CARDS;
    return groups.map((group) => this.item(zone, group[0], group, offered, small));
  }

  /**
   * Return the sort key of a token in a hand: suit and rank, or its only number; others keep their order.
   * @param {TokenView} token
   * @returns {[number, number]}
   */
  sorting(token) {
    const suits = this.tokens.suits(token);
    const values = Object.values(token.props ?? {});
    const first = values.find((value) => typeof value === "number" || typeof value === "boolean");
    if (suits.size) {
      const suit = [...suits.keys()].findIndex((one) => values.includes(one));
      return [Math.max(suit, 0), Number(first ?? 0)];
    }
    return [0, values.length === 1 && first !== undefined ? Number(first) : 0];
  }

  /**
   * Return hidden tokens: a fan of backs for a hand, a single thick back of card size for a pile.
   * @param {ZoneScene} zone
   * @param {number} count
   * @returns {Block}
   */
  backs(zone, count) {
    const isRow = zone.shape === "row";
    const shown = Math.min(count, isRow ? MOST_BACKS : 3);
    const [step, wide, high] = isRow ? [BACK_STEP, BACK_WIDTH, BACK_HEIGHT] : [2, CARD_WIDTH, CARD_HEIGHT];
    const paint = this.paints.paint({ fill: "cardBack", stroke: "cardBackEdge", color: "cardBackLine" });
    const box = high * 48 / 38; // the card shape takes 38 of the 48 units of its box in height
    let backs = "";
    for (let place = 0; place < shown; place++) {
      backs += `<use href="#lt-card" x="${number(place * step + (wide - box) / 2)}" y="${number((high - box) / 2)}" ` +
        `width="${number(box)}" height="${number(box)}"${paint}/>`;
    }
    const title = `<title>${escaped(zone.name)}: ${count} hidden</title>`;
    return { width: wide + step * (shown - 1), height: high, svg: `<g>${title}${backs}</g>` };
  }

  /**
   * @param {ZoneScene} zone
   * @param {TokenView} token
   * @param {TokenView[]} group
   * @param {Set<string>} offered
   * @param {boolean} small
   * @returns {Block}
   */
  item(zone, token, group, offered, small) {
    const isOffered = group.some((one) => offered.has(one.handle));
    let block;
    if (this.tokens.isCard(token)) {
      const whose = (token.owner ?? null) === (zone.owner ?? null) ? null : token.owner ?? null;
      block = small ? this.slip(token, group, whose, isOffered) : this.card(token, group, whose, isOffered);
    } else {
      block = this.piece(token, group, isOffered);
    }
    if (group.length === 1) return block;
    const times = `×${group.length}`;
    const ink = this.paints.paint({ fill: "ink" });
    const text = textAt(block.width + 2, block.height / 2, [times, 12], ink, { anchor: "start" });
    return { width: block.width + 4 + textWidth(times) * 8, height: block.height, svg: block.svg + text };
  }

  /**
   * Return a piece outside the board, with its properties beside it.
   * @param {TokenView} token
   * @param {TokenView[]} group
   * @param {boolean} offered
   * @returns {Block}
   */
  piece(token, group, offered) {
    let drawn = this.tokens.draw(token, PIECE / 2, PIECE / 2, PIECE, { alike: group });
    if (offered) {
      const frame = this.paints.paint({ stroke: "mark" });
      drawn += `<rect width="${PIECE}" height="${PIECE}" rx="4" fill="none" stroke-width="2"${frame}/>`;
    }
    const told = propWords(token);
    if (!told) return { width: PIECE, height: PIECE, svg: drawn };
    const [text, size] = fitted(told, this.width - PIECE, 10);
    const beside = textAt(PIECE, PIECE / 2, [text, size], this.paints.paint({ fill: "ink" }), { anchor: "start" });
    return { width: PIECE + textWidth(text) * size * 0.62 + 4, height: PIECE, svg: drawn + beside };
  }

  // ── cards ──

  /**
   * Return a card as a framed line of text, for zones with many cards.
   * @param {TokenView} token
   * @param {TokenView[]} group
   * @param {number | null} whose
   * @param {boolean} offered
   * @returns {Block}
   */
  slip(token, group, whose, offered) {
    const suits = this.tokens.suits(token);
    const suit = this.suit(token);
    const values = Object.entries(token.props ?? {}).filter(([, value]) => !isSuit(suits, value));
    const told = values.map(([name, value]) =>
      typeof value === "string" ? value : suit ? pythonWord(value) : `${name} ${valueWords(value)}`
    );
    const [text, size] = fitted(told.join(" ") || token.type, this.width - 48, 10);
    const badge = whose === null ? "" : this.tokens.badge(whose, 10, SLIP_HEIGHT / 2);
    const left = whose === null ? 6 : 22;
    let right = left + textWidth(text) * size * 0.62;
    const frame = this.paints.paint({ fill: "card", stroke: offered ? "accent" : "edge" });
    const ink = this.paints.paint({ fill: "ink" });
    let drawn = textAt(left, SLIP_HEIGHT / 2, [text, size], ink, { anchor: "start" });
    if (suit) {
      drawn += `<use href="#lt-${suit}" x="${number(right)}" y="2" width="16" height="16"${this.suitPaint(suit)}/>`;
      right += 16;
    }
    const width = Math.min(right + 6, this.width);
    const box = `<rect width="${number(width)}" height="${number(SLIP_HEIGHT)}" rx="4" stroke-width="1"${frame}/>`;
    const title = `<title>${escaped(tokenWords(this.scene, token))}</title>`;
    return { width, height: SLIP_HEIGHT, svg: `<g ${handlesOf(group)}>${title}${box}${badge}${drawn}</g>` };
  }

  /**
   * Return the shape of the suit of a playing card, undefined for other cards.
   * @param {TokenView} token
   */
  suit(token) {
    const suits = this.tokens.suits(token);
    const found = Object.values(token.props ?? {}).find((value) => isSuit(suits, value));
    return found === undefined ? undefined : suits.get(String(found));
  }

  /** @param {string} suit */
  suitPaint(suit) {
    const color = RED_SUITS.includes(suit) ? "red" : "ink";
    return this.paints.paint({ fill: color, stroke: color, color });
  }

  /**
   * @param {TokenView} token
   * @param {TokenView[]} group
   * @param {number | null} whose
   * @param {boolean} offered
   * @returns {Block}
   */
  card(token, group, whose, offered) {
    const frame = this.paints.paint({ fill: "card", stroke: offered ? "accent" : "edge" });
    const extent = `width="${number(CARD_WIDTH)}" height="${number(CARD_HEIGHT)}"`;
    const box = `<rect ${extent} rx="6" stroke-width="${offered ? "2" : "1"}"${frame}/>`;
    const title = `<title>${escaped(tokenWords(this.scene, token))}</title>`;
    const owner = whose === null ? "" : this.tokens.badge(whose, CARD_WIDTH - 11, CARD_HEIGHT - 12);
    const svg = `<g ${handlesOf(group)}>${title}${box}${owner}${this.face(token)}</g>`;
    return { width: CARD_WIDTH, height: CARD_HEIGHT, svg };
  }

  /**
   * Return the face of a card: its main value in large type, its other properties below.
   * @param {TokenView} token
   */
  face(token) {
    const ink = this.paints.paint({ fill: "ink" });
    const faint = this.paints.paint({ fill: "faint" });
    const suits = this.tokens.suits(token);
    const suit = this.suit(token);
    const props = Object.entries(token.props ?? {});
    const words = props.filter(([, value]) => typeof value === "string" && !isSuit(suits, value));
    const numbers = props.filter(([, value]) => typeof value !== "string");
    const middle = CARD_WIDTH / 2;
    if (suit) {
      const rank = valueWords([...words, ...numbers][0]?.[1] ?? "");
      const text = textAt(8, 14, fitted(rank, 30, 16, { bold: true }), ink, { anchor: "start", bold: true });
      return text + `<use href="#lt-${suit}" x="11" y="26" width="36" height="36"${this.suitPaint(suit)}/>`;
    }
    if (words.length + numbers.length === 1) { // a single value is drawn large
      const [only, figure] = [...words, ...numbers][0];
      const text = textAt(middle, 32, fitted(valueWords(figure), CARD_WIDTH - 10, 28, { bold: true }), ink, { bold: true });
      return text + textAt(middle, 60, fitted(only, CARD_WIDTH - 8, 10), faint);
    }
    let drawn = "";
    let y = 18;
    if (words.length || !numbers.length) {
      const head = String(words.length ? words[0][1] : token.type);
      drawn += textAt(middle, y, fitted(head, CARD_WIDTH - 8, 12, { bold: true }), ink, { bold: true });
      y += 18;
    }
    for (const [name, value] of [...words.slice(1), ...numbers]) {
      if (y > CARD_HEIGHT - 8) break;
      drawn += textAt(middle, y, fitted(`${name} ${valueWords(value)}`, CARD_WIDTH - 8, 10), faint);
      y += 14;
    }
    return drawn;
  }
}

/**
 * @param {Map<string, string>} suits
 * @param {Value} value
 */
function isSuit(suits, value) {
  return typeof value === "string" && suits.has(value);
}

/**
 * @param {[number, number]} one
 * @param {[number, number]} other
 */
function comparePairs([a, b], [c, d]) {
  return a - c || b - d;
}

/**
 * Return a value other than text as Python's `str` writes it.
 * @param {Value} value
 */
function pythonWord(value) {
  if (value === null) return "None";
  return value === true ? "True" : value === false ? "False" : String(value);
}
