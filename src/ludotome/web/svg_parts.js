// @ts-check
/**
 * SVG parts: texts that fit, attributes that are colours, and elements, all escaped. The same as `picture/svg_parts.py`.
 *
 * Invariant: every text that comes from a document is escaped where it is written, here and nowhere else.
 *
 * This module does not know games.
 */

/** @import { ColorPair, Scene, ShapePart } from "./types.js" */
/** @typedef {"auto" | "light" | "dark"} Theme */

export const CELL = 48;
const WIDE = 0.62; // average width of a character, relative to the font size
const [BOLD, BOLD_NARROW, BOLD_WIDE] = [0.86, 0.72, 1.12];
const [NARROW_LETTERS, WIDE_LETTERS] = ["0123456789abcdefghijklnopqrstuvxyz", "MWmw@%…—"];
const LEAST_FONT = 6;
const READABLE = 4.5; // the minimum contrast of text with its background
/** @type {["fill" | "stroke" | "color", string][]} */
const KINDS = [["fill", "f"], ["stroke", "s"], ["color", "c"]];
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;
const DOUBLE_WIDTH =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Khitan_Small_Script}\u2329\u232a\u2ff0-\u303e\u3099-\u30ff\u3190-\u31ef\u3200-\u3247\u3250-\u4dbf\u4e00-\ua4cf\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f265}]/u;
const HALF_WIDTH = /[\u02ea\u02eb\ud7b0-\ud7fb\uff61-\uffdc\u{1f1e6}-\u{1f1ff}]/u;

/**
 * Return *value* with at most one decimal, rounded half to even as Python does.
 * @param {number} value
 */
export function number(value) {
  if (value % 1 === 0) return String(value);
  let text = value.toFixed(1);
  // Only .25 and .75 are exactly between two tenths; `toFixed` rounds those away from 0.
  if (Math.abs(value % 1) === 0.25) text = (Math.trunc(value * 10) / 10).toFixed(1);
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}

/**
 * Return *value* rounded to one decimal.
 * @param {number} value
 */
export function tenth(value) {
  return Number(number(value));
}

/**
 * Return *text* escaped for an element or an attribute.
 * @param {string} text
 */
export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** @param {string} char */
function charWidth(char) {
  if (char < "\x80") return 1;
  if (NO_WIDTH.test(char)) return 0;
  return DOUBLE_WIDTH.test(char) && !HALF_WIDTH.test(char) ? 2 : 1;
}

/**
 * Return the width of *text* in columns of a fixed-width font: wide East Asian characters count 2, joiners 0.
 * @param {string} text
 */
export function textWidth(text) {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/**
 * Return the approximate width of *text*, in font sizes.
 * @param {string} text
 */
function ems(text) {
  return textWidth(text) * WIDE;
}

/**
 * Return an upper bound for the width of bold *text*, in font sizes; for marks, which have little room.
 * @param {string} text
 */
export function boldEms(text) {
  let width = 0;
  for (const char of text) width += boldEm(char);
  return width;
}

/** @param {string} char */
function boldEm(char) {
  if (NARROW_LETTERS.includes(char)) return BOLD_NARROW;
  return WIDE_LETTERS.includes(char) ? BOLD_WIDE : textWidth(char) * BOLD;
}

/**
 * Return *text* and the font size, at most *size*, at which it fits into *width*; the text is shortened if no size
 * fits.
 * @param {string} text
 * @param {number} width
 * @param {number} size
 * @param {{bold?: boolean}} [options]
 * @returns {[string, number]}
 */
export function fitted(text, width, size, { bold = false } = {}) {
  const measured = bold ? boldEms : ems;
  const fits = width / Math.max(measured(text), WIDE);
  if (fits >= size) return [text, size];
  if (fits >= LEAST_FONT) return [text, tenth(fits - 0.05)];
  let kept = "";
  for (const char of text) {
    if (kept && measured(`${kept}${char}…`) * LEAST_FONT > width) break;
    kept += char;
  }
  return [kept + "…", LEAST_FONT];
}

/**
 * Return every colour of *scene* by name: the palette, then seats and terrains by index.
 * @param {Scene} scene
 */
export function sceneColors(scene) {
  /** @type {Record<string, ColorPair>} */
  const colors = { ...scene.colors };
  scene.seats.forEach((look, seat) => {
    colors[`seat${seat}`] = look.fill;
    colors[`seat${seat}Line`] = look.line;
    colors[`seat${seat}Cut`] = look.cut;
  });
  scene.terrain.forEach((terrain, place) => {
    if (terrain.color) colors[`terrain${place}`] = terrain.color;
  });
  return colors;
}

/** The colours of a scene as attributes, for one theme; see `picture/svg_parts.py`. */
export class Paints {
  /**
   * @param {Record<string, ColorPair>} colors
   * @param {Theme} theme
   * @param {string} scope
   */
  constructor(colors, theme, scope) {
    this.colors = colors;
    this.theme = theme;
    this.scope = scope;
  }

  /**
   * Return the name of the text colour on *ground*: that of cells, or a readable one.
   * @param {string} ground
   */
  inkOn(ground) {
    const day = this.colors[ground][0];
    if (contrast(day, this.colors.onCell[0]) >= READABLE) return "onCell";
    return inkOn(day) === "#FFFFFF" ? "onDark" : "onLight";
  }

  /**
   * Return the attributes for these colours, each named as in the scene, with a leading space.
   * @param {{fill?: string | null, stroke?: string | null, color?: string | null}} wanted
   */
  paint(wanted) {
    let plain = "";
    const changes = [];
    for (const [key, short] of KINDS) {
      const name = wanted[key];
      if (name == null) continue;
      plain += ` ${key}="${this.colors[name][this.theme === "dark" ? 1 : 0]}"`;
      if (this.changes(name)) changes.push(`${short}-${name}`);
    }
    return changes.length ? ` class="${changes.join(" ")}"${plain}` : plain;
  }

  /** @param {string} name */
  changes(name) {
    const [day, night] = this.colors[name];
    return this.theme === "auto" && day !== night;
  }

  /** Return the style sheet for the dark theme; empty if the theme is fixed. */
  style() {
    const rules = this.rules(this.scope, (_, night) => night);
    return rules ? `<style>@media (prefers-color-scheme:dark){${rules}}</style>` : "";
  }

  /**
   * Return a rule for each colour that differs in the dark theme; *color* writes its value from the light and the dark
   * colour.
   * @param {string} scope
   * @param {(day: string, night: string) => string} color
   */
  rules(scope, color) {
    const names = Object.keys(this.colors).filter((name) => this.changes(name));
    const rule = (/** @type {string} */ name, /** @type {string} */ key, /** @type {string} */ short) =>
      `${scope} .${short}-${name}{${key}:${color(...this.colors[name])}}`;
    return names.flatMap((name) => KINDS.map(([key, short]) => rule(name, key, short))).join("");
  }
}

/** @type {Record<ShapePart["paint"], string>} */
const PART_PAINT = {
  body: "",
  cut: ' fill="none" stroke="currentColor" stroke-width="2"',
  dot: ' fill="currentColor" stroke="none"',
  shade: ' fill="currentColor" stroke="none" opacity=".22"',
};

/**
 * Return a shape as a symbol that can be used in any colours; path data from a document is clipped to its box.
 * @param {string} name
 * @param {ShapePart[]} parts
 */
export function symbol(name, parts) {
  const drawn = parts.map((part) => `<path d="${escaped(part.d)}"${PART_PAINT[part.paint]}/>`).join("");
  const overflow = name.startsWith("own-") ? "hidden" : "visible";
  const lines = 'stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"';
  return `<symbol id="lt-${name}" viewBox="0 0 ${CELL} ${CELL}" overflow="${overflow}"><g ${lines}>${drawn}</g></symbol>`;
}

/**
 * Return a line of text centred vertically at *y*.
 * @param {number} x
 * @param {number} y
 * @param {[string, number]} fit the text and its size
 * @param {string} paint
 * @param {{anchor?: string, bold?: boolean}} [options]
 */
export function textAt(x, y, [text, size], paint, { anchor = "middle", bold = false } = {}) {
  const weight = bold ? ' font-weight="600"' : "";
  const place = `x="${number(x)}" y="${number(y)}" dy=".35em"`;
  return `<text ${place} font-size="${number(size)}" text-anchor="${anchor}"${weight}${paint}>${escaped(text)}</text>`;
}

/**
 * Return black or white, whichever has more contrast with *color* (#RRGGBB).
 * @param {string} color
 */
export function inkOn(color) {
  return contrast(color, "#FFFFFF") > contrast(color, "#000000") ? "#FFFFFF" : "#111111";
}

/**
 * Return the contrast ratio of two colours as defined by WCAG 2.
 * @param {string} one
 * @param {string} other
 */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {string} color */
function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const part = parseInt(color.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
