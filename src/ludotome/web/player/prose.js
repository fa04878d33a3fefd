// @ts-check
/**
 * Prose: renders the Markdown subset used by explanations as elements: paragraphs, code, bold.
 *
 * Texts become text nodes, so text of a document is never parsed as markup.
 */

import { el } from "./dom.js";

/**
 * Return the nodes of one paragraph.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function words(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter((part) => part).map((part) => {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return el("strong", {}, ...words(part.slice(2, -2)));
    return part;
  });
}

/**
 * Return an explanation as elements.
 * @param {string} text
 */
export function prose(text) {
  const parts = text.split(/(^```[^\n]*\n[\s\S]*?^```$)/m).flatMap((part) => {
    const code = /^```[^\n]*\n([\s\S]*?)^```$/m.exec(part);
    if (code) return [el("pre", {}, code[1].trimEnd())];
    return part.split(/\n{2,}/).filter((one) => one.trim()).map((one) => el("p", {}, ...words(one.trim())));
  });
  return el("div.told", {}, ...parts);
}
