// @ts-check
/**
 * DOM: elements made from data, never from markup of a document, and the icons of the page.
 *
 * Invariant: texts become text nodes. The only markup that is parsed is SVG written and escaped by the drawing
 * modules.
 */

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const ICONS = {
  brand: "M5 4.5h8.2v19H5a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM14.8 4.5H23a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-8.2z",
  theme: "M16 11.8A6.500 6.500 0 0 1 8.200 4 6.500 6.500 0 1 0 16 11.800z",
  undo: "M4 8h8a4 4 0 0 1 0 8H8M4 8l3.500-3.500M4 8l3.500 3.500",
  rules: "M10 5.500C8.500 4.200 6 3.800 3 4v11.500c3-.2 5.500.2 7 1.500 1.500-1.300 4-1.700 7-1.500V4c-3-.2-5.500.2-7 1.500zM10 5.500V17",
  share: "M10 12V3M6.500 6L10 2.500 13.500 6M5 9.500H4v8h12v-8h-1",
  hint: "M7.500 15.500h5M8.500 18h3M10 2.500a5 5 0 0 0-3 9c.8.7 1 1.300 1 2h4c0-.7.2-1.300 1-2a5 5 0 0 0-3-9z",
  again: "M15.500 7A6.500 6.500 0 1 0 16.500 11M16 3.500V7.500H12",
  start: "M5 4v12M15 4.500L8 10l7 5.500z",
  back: "M13 4.500L6 10l7 5.500z",
  forward: "M7 4.500L14 10l-7 5.500z",
  end: "M15 4v12M5 4.500L12 10l-7 5.500z",
  close: "M5 5l10 10M15 5L5 15",
  refused: "M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zM7.500 7.500l5 5M12.500 7.500l-5 5",
};

/**
 * Return a new element. *name* may include classes, as in `div.row`; null attributes are omitted, and functions become
 * listeners for the event of their name.
 * @param {string} name
 * @param {Record<string, string | number | boolean | null | ((event: Event) => void)>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== null && value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * Return an SVG element with *markup*, which must come from a drawing module.
 * @param {string} markup
 * @param {Record<string, string | number>} attributes
 */
export function svg(markup, attributes) {
  const made = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.innerHTML = markup;
  return made;
}

/**
 * Return an icon, which screen readers ignore.
 * @param {string} name
 */
export function icon(name) {
  const box = name === "brand" ? "0 0 28 28" : "0 0 20 20";
  const paint = 'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"';
  return svg(`<path d="${ICONS[name]}" ${paint}/>`, { viewBox: box, "aria-hidden": "true" });
}

/**
 * Return a button.
 * @param {string} name as for `el`
 * @param {string | null} iconName
 * @param {string} text its text, or its label if it shows only an icon
 * @param {(event: Event) => void} click
 * @param {Record<string, string | number | boolean | null>} [attributes]
 */
export function button(name, iconName, text, click, attributes = {}) {
  const isBare = name.split(".").includes("icon");
  const made = el(`button.btn.${name}`, { type: "button", "aria-label": isBare ? text : null, ...attributes, click });
  if (iconName !== null) made.append(icon(iconName));
  if (!isBare) made.append(text);
  return made;
}

/**
 * Return names as a readable list, truncated if it is long: `a, b or c`.
 * @param {string[]} names
 */
export function listed(names) {
  const most = 8;
  if (names.length > most) return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}` : names.join();
}
