// @ts-check
/**
 * Turned: a scene as seen from the other side of the table.
 *
 * Only checkered boards are turned: their pieces face each other. On others, such as the frame of Connect Four, up is
 * the same for all players. Labels stay on their side.
 */

/** @import { BoardScene, Scene, ZoneScene } from "../types.js" */

/**
 * Return *scene* with its checkered boards rotated by 180 degrees.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function turnedScene(scene) {
  const turns = new Map(scene.boards.filter(({ style }) => style === "checkered").map((board) => [board.id, turnOf(scene, board)]));
  const boards = scene.boards.map((board) => {
    const turn = turns.get(board.id);
    return turn ? { ...board, labels: board.labels?.map((label) => ({ ...label, ...turn.label(label) })) } : board;
  });
  const zones = scene.zones.map((zone) => {
    const turn = turns.get(zone.board ?? "");
    return turn ? { ...zone, ...turn.place(zone) } : zone;
  });
  return { ...scene, boards, zones };
}

/**
 * Return functions that rotate places and labels of a board about the centre of its cells.
 * @param {Scene} scene
 * @param {BoardScene} board
 */
function turnOf(scene, board) {
  const cells = scene.zones.filter((zone) => zone.board === board.id);
  const [xs, ys] = [cells.map(({ x = 0 }) => x), cells.map(({ y = 0 }) => y)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const [across, down] = [Math.min(...xs) + Math.max(...xs), low + high];
  return {
    place: (/** @type {ZoneScene} */ { x = 0, y = 0 }) => ({ x: across - x, y: down - y }),
    label: (/** @type {{x: number, y: number}} */ { x, y }) => y >= low && y <= high ? { x, y: down - y } : { x: across - x, y },
  };
}
