// @ts-check
/**
 * Scene drawing: draws the boards and tokens of one scene, for a page or a picture to lay out.
 *
 * This module does not know games or rules.
 */

import { BoardDrawing } from "./svg_board.js";
import { Paints, sceneColors, symbol } from "./svg_parts.js";
import { TokenDrawing } from "./svg_tokens.js";

/** @import { Scene } from "./types.js" */
/** @import { Theme } from "./svg_parts.js" */

/** The parts of every picture of one scene in one theme. */
export class SceneDrawing {
  /**
   * @param {Scene} scene
   * @param {Theme} [theme]
   */
  constructor(scene, theme = "auto") {
    this.scene = scene;
    this.scope = `lt-${scene.rulesHash.slice(0, 8)}`;
    this.paints = new Paints(sceneColors(scene), theme, `.${this.scope}`);
    this.tokens = new TokenDrawing(scene, this.paints);
    this.boards = scene.boards.map((board) => new BoardDrawing(scene, board, this.paints, this.tokens));
    this.symbols = Object.entries(scene.shapes).map(([name, parts]) => symbol(name, parts)).join("");
  }
}
