// @ts-check
/**
 * View: what one seat may see of a position, as the plain data of `docs/picture.schema.json`.
 *
 * Equal to `play/viewing.py` field by field: two positions that a seat cannot distinguish have equal views. A seat of
 * null is a spectator.
 *
 * This module does not know how a view is drawn.
 */

import { oneLine } from "./notation.js";
import { seesZone, textFor, tokenHandles } from "./seat.js";

/** @typedef {import("./compiled_game.js").GameData} GameData */
/** @typedef {import("./compiled_game.js").Declared} Declared */
/** @typedef {import("./read_state.js").GameState} GameState */
/** @typedef {import("./read_state.js").Token} Token */
/** @typedef {import("./seat.js").Value} Value */
/** @typedef {import("./seat.js").Meant} Meant */
/** @typedef {import("./seat.js").Pick} Pick */
/** @typedef {import("./position.js").Position} Position */
/**
 * @typedef {{handle: string, type: string, owner?: number, props?: Record<string, Value>}} TokenView
 * @typedef {{count: number, tokens?: TokenView[], vars?: Record<string, Value>}} ZoneView
 * @typedef {{text: string, action?: string, zone?: string, token?: string, value?: Value, param?: string,
 *   choices?: Choice[], id?: number, notation?: string}} Choice
 * @typedef {{game: string, rulesHash: string, seat: number | null, players: number, ply: number, turn: number,
 *   current: number, phase?: string, zones?: Record<string, ZoneView>, gameVars?: Record<string, Value>,
 *   playerVars?: Record<string, Value[]>, out?: number[],
 *   last?: {player: number, text: string, zones?: string[], action?: string}, dice?: {sides: number, value: number}[],
 *   legal?: Choice[], ended?: {type: string, winners?: number[], scores?: number[]}}} View
 */

/**
 * Return an object without prototype, so that a name such as `__proto__` is a name like any other.
 * @template T
 * @param {[string, T][]} pairs
 * @returns {Record<string, T>}
 */
function namedFields(pairs) {
  /** @type {Record<string, T>} */
  const made = Object.create(null);
  for (const [name, value] of pairs) made[name] = value;
  return made;
}

/** Return the fields without null and empty values. @param {Record<string, unknown>} fields */
function nonEmpty(fields) {
  /** @param {unknown} value */
  const says = (value) =>
    Array.isArray(value) ? value.length > 0 : typeof value === "object" ? value !== null && Object.keys(value).length > 0 : value !== undefined;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => says(value)));
}

/** Return what *seat* sees of a position. @param {Position} position @param {number | null} seat @returns {View} */
export function makeView(position, seat) {
  const { data } = position.game;
  const { now, shown } = position;
  const handles = tokenHandles(data, shown, seat);
  const current = position.currentPlayer();
  const result = position.outcome();
  const isPhased = data.phases.length > 1 && result === null;
  return /** @type {View} */ ({
    game: data.game,
    rulesHash: data.rulesHash,
    seat,
    players: data.players,
    ply: now.ply,
    turn: shown.turn,
    current,
    ...nonEmpty({
      phase: isPhased ? data.phases[shown.phase] : undefined,
      zones: zonesSeen(data, shown, seat, handles.seen),
      gameVars: namedFields(data.globalVars.map((one, at) => [one.name, valueSeen(data, one, shown.globalVars[at], shown)])),
      playerVars: namedFields(
        data.playerVars.map((one, at) => [one.name, shown.playerVars[at].map((value) => valueSeen(data, one, value, shown))]),
      ),
      out: Array.from(shown.out.keys()).filter((player) => shown.out[player]),
      last: lastSeen(position, seat),
      dice: data.showsDice ? position.dice : [],
      legal: current === seat && current >= 0 ? legalSeen(position, seat, handles.seen) : [],
      ended: result === null
        ? undefined
        : { type: result.type, ...nonEmpty({ winners: result.winners, scores: result.scores ?? undefined }) },
    }),
  });
}

// ── zones, tokens, values ──

/**
 * @param {GameData} data @param {GameState} shown @param {number | null} seat @param {Map<number, string>} handles
 * @returns {Record<string, ZoneView>}
 */
function zonesSeen(data, shown, seat, handles) {
  /** @type {Record<string, ZoneView>} */
  const made = namedFields([]);
  shown.zones.forEach((slots, zone) => {
    const owner = data.zoneOwners[zone];
    if (!slots.length || (owner !== null && owner >= data.players)) return;
    made[data.zoneIds[zone]] = seesZone(data, seat, zone)
      ? { count: slots.length, tokens: slots.map((slot) => tokenSeen(data, shown, slot, handles)) }
      : { count: slots.length };
  });
  if (data.zoneVars.length) {
    data.boardZones.forEach((zone, at) => {
      const vars = namedFields(data.zoneVars.map((one, row) => [one.name, valueSeen(data, one, shown.zoneVars[row][at], shown)]));
      const id = data.zoneIds[zone];
      made[id] = { ...(made[id] ?? { count: 0, tokens: [] }), vars };
    });
  }
  return made;
}

/**
 * @param {GameData} data @param {GameState} shown @param {number} slot @param {Map<number, string>} handles
 * @returns {TokenView}
 */
function tokenSeen(data, shown, slot, handles) {
  const token = /** @type {Token} */ (shown.tokens[slot]);
  const { id, props } = data.types[token.type];
  const values = namedFields(props.map((one, at) => [one.name, valueSeen(data, one, token.props[at], shown)]));
  return {
    handle: /** @type {string} */ (handles.get(slot)),
    type: id,
    ...(token.owner === null ? {} : { owner: token.owner }),
    ...nonEmpty({ props: values }),
  };
}

/**
 * Return a value in readable form; a token is named by its place.
 * @param {GameData} data @param {Declared} declared @param {number | null} value @param {GameState} shown @returns {Value}
 */
function valueSeen(data, declared, value, shown) {
  if (value === null) return null;
  switch (declared.kind) {
    case "name":
      return oneLine(data.names[value]);
    case "zone":
      return data.zoneNames[value];
    case "player":
      return data.seatNames[value];
    case "bool":
      return Boolean(value);
    case "token": {
      const token = shown.tokens[value];
      return token ? `on ${data.zoneNames[token.zone]}` : null;
    }
    default:
      return value;
  }
}

// ── decisions ──

/** Return the last decision as the seat knows it. @param {Position} position @param {number | null} seat */
function lastSeen(position, seat) {
  const { before, made, game } = position;
  if (!before || !made) return undefined;
  const { data } = game;
  const player = before.currentPlayer();
  const text = data.isOpen
    ? before.openText(made)
    : textFor(game, before.bytes, before.shown, player, made, seat, null) ?? made.action ?? "";
  const zones = zonesChanged(data, before.shown, position.shown, seat);
  const isBare = made.action !== null && !made.picks.length;
  return { player, text: oneLine(text), ...nonEmpty({ zones }), ...(isBare ? { action: oneLine(made.action ?? "") } : {}) };
}

/**
 * Return the zones in which the seat sees a different number of tokens, or different tokens, than before.
 * @param {GameData} data @param {GameState} before @param {GameState} now @param {number | null} seat @returns {string[]}
 */
function zonesChanged(data, before, now, seat) {
  return data.zoneIds.filter((_, zone) => {
    const [then, since] = [before.zones[zone], now.zones[zone]];
    if (!seesZone(data, seat, zone)) return then.length !== since.length;
    if (then.length !== since.length || then.some((slot, at) => slot !== since[at])) return true;
    return since.some((slot) => tokenFace(before.tokens[slot]) !== tokenFace(now.tokens[slot]));
  });
}

/**
 * Return what every player who sees a token sees of it, as a text.
 * @param {Token | null | undefined} token
 * @returns {string}
 */
function tokenFace(token) {
  return token ? JSON.stringify([token.type, token.owner, token.props]) : "";
}

/**
 * Return the legal decisions as a tree: the action, then its parameters in their declared order.
 * @param {Position} position @param {number} seat @param {Map<number, string>} seen @returns {Choice[]}
 */
function legalSeen(position, seat, seen) {
  const root = new ChoiceTree();
  position.decisionsOfSeat().forEach(({ meant, text }, id) => {
    root.add(pickSteps(position, meant, seen), { id, notation: text });
  });
  return root.choices();
}

/** @param {Position} position @param {Meant} meant @param {Map<number, string>} seen @returns {[string, Choice][]} */
function pickSteps(position, meant, seen) {
  const { data } = position.game;
  /** @type {[string, Choice][]} */
  const picks = meant.picks.map((pick) => [
    `${pick.kind} ${typeof pick.value} ${pick.value}`,
    { ...(pick.name === null ? {} : { param: pick.name }), ...picked(data, position.shown, pick, seen) },
  ]);
  if (meant.kind !== "action") return picks;
  const { id, name } = data.actions[meant.row[0]];
  return [[id, { text: name, action: id }], ...picks];
}

/**
 * @param {GameData} data @param {GameState} shown @param {Pick} pick @param {Map<number, string>} seen @returns {Choice}
 */
function picked(data, shown, { kind, value, slot }, seen) {
  if (kind === "zone") return { text: data.zoneNames[data.zoneIds.indexOf(String(value))], zone: String(value) };
  if (slot !== null) {
    const token = shown.tokens[slot];
    const handle = seen.get(slot);
    if (!token || handle === undefined) return { text: "a hidden token", value: null };
    return { text: `${data.types[token.type].id} on ${data.zoneNames[token.zone]}`, token: handle };
  }
  if (kind === "player") return { text: data.seatNames[Number(value)], value };
  // As Python writes booleans.
  const text = value === null ? "none" : typeof value === "boolean" ? (value ? "True" : "False") : String(value);
  return { text: oneLine(text), value };
}

/** A tree of decisions that grows leaf by leaf; children stay in the order in which they came. */
class ChoiceTree {
  constructor() {
    /** @type {Map<string, {fields: Choice, below: ChoiceTree}>} */
    this.children = new Map();
  }

  /** @param {[string, Choice][]} steps @param {{id: number, notation: string}} leaf */
  add(steps, leaf) {
    /** @type {ChoiceTree} */
    let here = this;
    for (const [key, fields] of steps.slice(0, -1)) {
      const child = here.children.get(key) ?? { fields, below: new ChoiceTree() };
      here.children.set(key, child);
      here = child.below;
    }
    // Each leaf has a key of its own: two decisions may consist of the same picks.
    here.children.set(`leaf ${leaf.id}`, { fields: { ...steps[steps.length - 1][1], ...leaf }, below: new ChoiceTree() });
  }

  /** @returns {Choice[]} */
  choices() {
    return Array.from(this.children.values(), ({ fields, below }) => {
      const choices = below.choices();
      return choices.length ? { ...fields, choices } : fields;
    });
  }
}

