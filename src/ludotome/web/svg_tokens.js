// @ts-check
/**
 * SVG tokens: draws tokens, on and off boards, and the badges of seats. The same as `picture/svg_tokens.py`.
 *
 * This module does not know zones.
 */

import { boldEms, escaped, fitted, inkOn, number, textAt } from "./svg_parts.js";
import { tokenWords } from "./words.js";

/** @import { Look, Scene, TokenView, Value } from "./types.js" */
/** @import { Paints } from "./svg_parts.js" */

/** @type {Record<string, string>} */
const BADGES = {
  circle: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0z",
  square: "M-6.5 -6.5h13v13h-13z",
  triangle: "M0 -7.5L7.5 6H-7.5z",
  diamond: "M0 -8L8 0L0 8L-8 0z",
  hexagon: "M-4 -7h8l4 7l-4 7h-8l-4 -7z",
  cross: "M-2.5 -7h5v4.5h4.5v5h-4.5v4.5h-5v-4.5h-4.5v-5h4.5z",
};

/** Shapes with an empty centre, and how much of their box a text in it may take. */
const ROOM_FOR_MARKS = new Map([["disc", 0.6], ["wall", 0.85], ["shield", 0.6], ["cloud", 0.6], ["hearts", 0.55]]);

/** Tokens and badges in the colours of one scene. */
export class TokenDrawing {
  /**
   * @param {Scene} scene
   * @param {Paints} paints
   */
  constructor(scene, paints) {
    this.scene = scene;
    this.paints = paints;
    this.types = new Map(scene.types.map((kind) => [kind.id, kind]));
  }

  /** @param {TokenView} token */
  kind(token) {
    const kind = this.types.get(token.type);
    if (!kind) throw new Error(`the scene has no type ${token.type}`);
    return kind;
  }

  /**
   * Return the look of *token*: by its property, else by its owner, else by its type.
   * @param {TokenView} token
   * @returns {Look}
   */
  look(token) {
    const kind = this.kind(token);
    if (kind.by !== undefined) {
      const found = kind.values?.[pythonText(token.props?.[kind.by])];
      if (found) return found;
    }
    return (token.owner != null && kind.seats?.[token.owner]) || kind.look;
  }

  /**
   * Return whether *token* is drawn as a card outside boards.
   * @param {TokenView} token
   */
  isCard(token) {
    return this.kind(token).card ?? false;
  }

  /**
   * Return the shape for each value of the property of *token* that is its suit.
   * @param {TokenView} token
   */
  suits(token) {
    return new Map(Object.entries(this.kind(token).suits ?? {}));
  }

  /**
   * Return the badge of a seat, centred at x, y.
   * @param {number} seat
   * @param {number} x
   * @param {number} y
   */
  badge(seat, x, y) {
    const path = BADGES[this.scene.seats[seat].badge];
    const paint = this.paints.paint({ fill: `seat${seat}`, stroke: "ink" });
    return `<path transform="translate(${number(x)} ${number(y)})" d="${path}" stroke-width="1.3"${paint}/>`;
  }

  /**
   * Return the colours of *owner*, or those of *look*.
   * @param {number | null | undefined} owner
   * @param {Look} look
   */
  paintOf(owner, look) {
    if (look.color) {
      const night = this.paints.theme === "dark" ? 1 : 0;
      const fill = look.color[night];
      const line = owner == null ? inkOn(fill) : this.scene.seats[owner].fill[night]; // the outline shows the owner
      return ` fill="${fill}" stroke="${line}" color="${inkOn(fill)}"`;
    }
    if (owner == null) return this.paints.paint({ fill: "neutral", stroke: "neutralLine", color: "neutralLine" });
    return this.paints.paint({ fill: `seat${owner}`, stroke: `seat${owner}Line`, color: `seat${owner}Cut` });
  }

  /**
   * Return *token* centred at x, y in a box of width *box*; its title mentions *place*.
   *
   * If it represents several tokens that look *alike*, itself among them, it has the handles of all of them. A token
   * that *isCovered* by another one of its stack has no mark.
   * @param {TokenView} token
   * @param {number} x
   * @param {number} y
   * @param {number} box
   * @param {{place?: string, alike?: TokenView[], isCovered?: boolean}} [options]
   */
  draw(token, x, y, box, { place = "", alike = [], isCovered = false } = {}) {
    const look = this.look(token);
    const paint = this.paintOf(token.owner, look);
    const words = (alike.length > 1 ? `${alike.length} × ` : "") + escaped(tokenWords(this.scene, token));
    const title = place ? `<title>${words}, ${escaped(place)}</title>` : `<title>${words}</title>`;
    const named = handlesOf(alike.length ? alike : [token]);
    const [left, top, side] = [x - box / 2, y - box / 2, box].map(number);
    const corner = `x="${left}" y="${top}" width="${side}" height="${side}"`;
    const turn = token.props && look.turn ? ` transform="rotate(${look.turn} ${number(x)} ${number(y)})"` : "";
    const sign = isCovered ? "" : this.sign(token, look);
    const hasMark = look.mark !== undefined && !isCovered;
    const used = `href="#lt-${look.shape}"${paint} ${corner}${turn}`;
    if (!sign && !hasMark) return `<use ${named} ${used}>${title}</use>`;
    let parts = `<use ${used}/>`;
    if (sign) parts += `<use href="#lt-${sign}"${paint} ${corner}/>`;
    if (hasMark) parts += this.mark(look, token.owner, x, y, box);
    return `<g ${named}>${title}${parts}</g>`;
  }

  /**
   * Return the sign of the owner on a plain disc, so that the owner is not shown by colour alone.
   * @param {TokenView} token
   * @param {Look} look
   */
  sign(token, look) {
    if (look.shape !== "disc" || look.mark !== undefined || token.owner == null) return "";
    const sign = this.scene.seats[token.owner].sign;
    return sign ? `sign-${sign}` : "";
  }

  /**
   * Return the mark of a token: in the centre of a shape that is empty there, else on a tag at its corner.
   * @param {Look} look
   * @param {number | null | undefined} owner
   * @param {number} x
   * @param {number} y
   * @param {number} box
   */
  mark(look, owner, x, y, box) {
    const [mark, paint, room] = [look.mark ?? "", this.ink(owner, look), ROOM_FOR_MARKS.get(look.shape ?? "")];
    if (room !== undefined) return textAt(x, y, fitted(mark, box * room, box * 0.45, { bold: true }), paint, { bold: true });
    const [text, font] = fitted(mark, box * 0.8, box * 0.28, { bold: true });
    const high = box * 0.34;
    const wide = Math.max(boldEms(text) * font + box * 0.1, high);
    const [middle, level] = [x + box * 0.48 - wide / 2, y - box * 0.3];
    const corner = `x="${number(middle - wide / 2)}" y="${number(level - high / 2)}"`;
    const extent = `width="${number(wide)}" height="${number(high)}" rx="${number(high / 2)}"`;
    const ground = `<rect ${corner} ${extent} stroke-width="1"${this.paintOf(owner, look)}/>`;
    return ground + textAt(middle, level, [text, font], paint, { bold: true });
  }

  /**
   * Return the text colour on a token.
   * @param {number | null | undefined} owner
   * @param {Look} look
   */
  ink(owner, look) {
    if (look.color) return ` fill="${inkOn(look.color[this.paints.theme === "dark" ? 1 : 0])}"`;
    return this.paints.paint({ fill: owner == null ? "neutralLine" : `seat${owner}Cut` });
  }
}

/**
 * Return the attribute that names *tokens*, which are drawn as one.
 * @param {TokenView[]} tokens
 */
export function handlesOf(tokens) {
  const handles = tokens.map((token) => escaped(token.handle)).join(" ");
  return tokens.length === 1 ? `data-token="${handles}"` : `data-tokens="${handles}"`;
}

/**
 * Return *tokens* in groups that look the same; if order matters, only adjacent ones are grouped.
 * @param {TokenView[]} tokens
 * @param {boolean} inOrder
 */
export function alike(tokens, inOrder) {
  /** @type {Map<string, TokenView[]>} */
  const groups = new Map();
  let runs = 0;
  let before = "";
  for (const token of tokens) {
    const kind = JSON.stringify([token.type, token.owner ?? null, Object.entries(token.props ?? {})]);
    if (inOrder && kind !== before) runs += 1;
    before = kind;
    const key = `${runs} ${kind}`;
    const group = groups.get(key);
    if (group) group.push(token);
    else groups.set(key, [token]);
  }
  return [...groups.values()];
}

/**
 * Return a value as Python's `str` writes it, which is the form of the keys of looks by value.
 * @param {Value | undefined} value
 */
function pythonText(value) {
  if (value == null) return "None";
  return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
}
