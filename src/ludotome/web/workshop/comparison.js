// @ts-check
/**
 * Comparison: the differences between games of two versions, played on request, as sentences with two bars each.
 *
 * This module does not know how games are played, nor what counts as a difference.
 */

import { button, el } from "../player/dom.js";
import { shape } from "./charts.js";

/** @typedef {{verdict: string, heading: string, sentence: string, certainty: string, is_share: boolean, values: [number, number], told: [string, string]}} Finding */
/** @typedef {{verdict: string, heading: string, sentence: string, each: Finding[], note: string}} Findings */
/**
 * @typedef {object} Studio
 * @property {(seconds: number, part: (part: {doing: string, share: number}) => void) => Promise<Findings>} play
 * @property {() => number} last the number of the request that was made last
 * @property {(number: number) => void} stop
 */

const SECONDS = [10, 40, 120];
const NAMES = ["before", "after"];
const LEFT = 52;
const WIDTH = 180;

/** Both values of a measure as bars from 0, the first one paler. @param {Finding} finding */
function bars({ values, told, is_share }) {
  const most = is_share ? 1 : Math.max(...values.map(Math.abs), 1e-9);
  const rows = values.flatMap((value, place) => {
    const y = place * 22;
    const width = Math.max(1, WIDTH * Math.abs(value) / most);
    return [
      shape("text", { x: 0, y: y + 15, "font-size": 12, class: "c-3" }, NAMES[place]),
      shape("rect", { class: place ? "c-bar" : "c-pale", x: LEFT, y: y + 5, width: width.toFixed(1), height: 12, rx: 2 }),
      shape("text", { x: (LEFT + width + 6).toFixed(1), y: y + 15, "font-size": 12, class: "c-2" }, told[place]),
    ];
  });
  return shape("svg", { viewBox: `0 0 ${LEFT + WIDTH + 70} 46`, role: "img", "aria-label": `before ${told[0]}, after ${told[1]}` }, ...rows);
}

/** @param {Finding} finding */
const card = (finding) =>
  el(`li.finding.${finding.verdict}`, {}, el("h4", {}, finding.heading), el("p", {}, finding.sentence), bars(finding), el("p.label", {}, finding.certainty));

export class Comparison {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {number | null} */
    this.running = null;
    this.time = /** @type {HTMLSelectElement} */ (
      el("select.field", { "aria-label": "How long to play" }, ...SECONDS.map((seconds) => el("option", { value: seconds, selected: seconds === 10 }, `${seconds} seconds`)))
    );
    this.start = button("main", null, "Play both versions", () => this.play());
    this.end = button("quiet", null, "Stop", () => this.stop(), { hidden: true });
    this.status = el("p.label", { role: "status" }, "Both versions play the same games, so that their statistics can be compared.");
    this.found = el("div.findings");
    this.element = el("section.games", { "aria-label": "Games" }, el("div.row.start", {}, this.time, this.start, this.end), this.status, this.found);
  }

  async play() {
    this.start.setAttribute("disabled", "");
    this.end.hidden = false;
    this.found.replaceChildren();
    this.status.textContent = "Compiling both versions…";
    try {
      const asked = this.studio.play(Number(this.time.value), ({ doing, share }) => {
        this.status.textContent = `${doing} · ${Math.round(100 * share)} % of the time`;
      });
      this.running = this.studio.last();
      this.show(await asked);
    } catch (error) {
      this.status.textContent = `Could not play: ${error instanceof Error ? error.message : error}`;
    } finally {
      this.running = null;
      this.start.removeAttribute("disabled");
      this.end.hidden = true;
    }
  }

  /** Stop playing; the results so far are shown. */
  stop() {
    if (this.running !== null) this.studio.stop(this.running);
  }

  /** @param {Findings} findings */
  show({ heading, sentence, each, note }) {
    this.status.textContent = `${heading}. ${sentence}`;
    this.found.replaceChildren(el("ul.cards", {}, ...each.map(card)), el("p.label", {}, note));
  }
}
