/**
 * Types: the JSON of scenes and views as defined by `docs/picture.schema.json`, only for the type checker.
 *
 * Python leaves out fields that have their default value, so most fields are optional here.
 */

/** @typedef {[string, string]} ColorPair by day, by night */
/** @typedef {number | boolean | string | null} Value */
/** @typedef {{paint: "body" | "cut" | "dot" | "shade", d: string}} ShapePart */
/** @typedef {{shape?: string, mark?: string, color?: ColorPair, turn?: number}} Look */
/**
 * @typedef {object} TypeLook
 * @property {string} id
 * @property {Look} look
 * @property {(Look | null)[]} [seats]
 * @property {string} [by]
 * @property {Record<string, Look>} [values]
 * @property {boolean} [card]
 * @property {Record<string, string>} [suits]
 */
/** @typedef {{name: string, fill: ColorPair, line: ColorPair, cut: ColorPair, badge: string, sign?: number}} SeatLook */
/** @typedef {{text: string, x: number, y: number}} Label */
/**
 * @typedef {object} ZoneScene
 * @property {string} id
 * @property {string} name
 * @property {"square" | "hexagon" | "flatHexagon" | "circle" | "pile" | "row"} shape
 * @property {string} [board]
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} [tone]
 * @property {number} [owner]
 * @property {string} [terrain]
 * @property {string} [label]
 * @property {boolean} [stack]
 * @property {boolean} [ordered]
 */
/**
 * @typedef {object} BoardScene
 * @property {string} id
 * @property {number} width
 * @property {number} height
 * @property {"checkered" | "plain" | "lines" | "holes"} style
 * @property {Label[]} [labels]
 * @property {[string, string][]} [lines]
 * @property {number} [labelScale]
 * @property {{seat: number, d: string}[]} [rims]
 */
/** @typedef {{name: string, of: string, usual?: boolean | null, told?: boolean}} VarLook */
/** @typedef {{id: string, mark: string, color?: ColorPair | null, says?: string}} TerrainLook */
/**
 * @typedef {object} Scene
 * @property {string} game
 * @property {string} rulesHash
 * @property {SeatLook[]} seats
 * @property {BoardScene[]} boards
 * @property {ZoneScene[]} zones
 * @property {TypeLook[]} types
 * @property {TerrainLook[]} terrain
 * @property {VarLook[]} variables
 * @property {Record<string, ColorPair>} colors
 * @property {Record<string, ShapePart[]>} shapes
 */
/** @typedef {{handle: string, type: string, owner?: number | null, props?: Record<string, Value>}} TokenView */
/** @typedef {{count: number, tokens?: TokenView[] | null, vars?: Record<string, Value>}} ZoneView */
/**
 * @typedef {object} Choice
 * @property {string} text
 * @property {string} [action]
 * @property {string} [zone]
 * @property {string} [token]
 * @property {Value} [value]
 * @property {string} [param]
 * @property {Choice[]} [choices]
 * @property {number} [id]
 * @property {string} [notation]
 */
/** @typedef {{type: string, winners?: number[], scores?: number[] | null}} Ended */
/**
 * @typedef {object} View
 * @property {string} game
 * @property {string} rulesHash
 * @property {number | null} seat
 * @property {number} players
 * @property {number} ply
 * @property {number} turn
 * @property {number} current the seat that decides, −1 for chance, −4 when the game is over
 * @property {string | null} [phase]
 * @property {Record<string, ZoneView>} [zones]
 * @property {Record<string, Value>} [gameVars]
 * @property {Record<string, Value[]>} [playerVars]
 * @property {number[]} [out]
 * @property {{player: number, text: string, zones?: string[], action?: string} | null} [last]
 * @property {{sides: number, value: number}[]} [dice]
 * @property {Choice[]} [legal]
 * @property {Ended | null} [ended]
 */
export {};
