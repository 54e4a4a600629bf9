/** The picture of a board: its ground, its lines and what stands on it, for the large board and for small ones. */

import { draw } from './elements.js';
import { CELL, cornersOf, layOut, middleOf } from './geometry.js';
import { lookOf, materialOf } from './sides.js';
import { drawThing } from './things.js';

/** Return the classes that choose the board's ground: what is played with, and on which squares. */
export function groundOf(board, layout) {
  const checkered = board.rows.some((row) => row.some((cell) => cell.k));
  const drops = materialOf(board) === 'stones' && layout.kind === 'grid' && !board.left?.length && !checkered;
  return ['picture', layout.kind, materialOf(board), checkered && 'checkered', drops && 'drops', `max-${lookOf(board, 'MAX')}`].filter(Boolean).join(' ');
}

/** Return the outline of a cell. */
export function outline(room, kind, look) {
  const points = cornersOf(room, kind).map((corner) => corner.join(',')).join(' ');
  return draw('polygon', { class: look, points });
}

/** Return a smaller copy of a cell's room. */
export function inset({ x, y, width, height }, by) {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

/** Return the ground of a board and its lines: [elements, elements]. drops: whether discs fall into it. */
export function drawGround(board, layout, drops) {
  const { kind, cells } = layout;
  const [ground, lines] = [[], []];
  for (const room of cells) {
    const cell = board.rows[room.row][room.column];
    if (kind !== 'pits' && kind !== 'rows' && kind !== 'points') ground.push(outline(room, kind, cell.k ? 'square dark' : 'square light'));
    if (kind === 'hexagons' || kind === 'apart') lines.push(outline(room, kind, 'edge'));
    if (kind === 'pits') {
      ground.push(draw('rect', { class: 'hollow', ...inset(room, 2), rx: 13 }));
      lines.push(draw('rect', { class: 'pit', ...inset(room, 2), rx: 13 }));
    }
  }
  if (kind === 'grid') lines.push(...gridLines(layout, 0));
  if (kind === 'points') {
    const { left: x, top: y, columns, rows } = layout;
    ground.push(draw('rect', { class: 'square light', x: x - 4, y: y - 4, width: columns * CELL + 8, height: rows * CELL + 8, rx: 3 }));
    lines.push(...gridLines(layout, CELL / 2));
  }
  if (drops) lines.push(...cells.map((room) => draw('circle', { class: 'hole', cx: middleOf(room)[0], cy: middleOf(room)[1], r: CELL * 0.41 })));
  return [ground, lines];
}

function gridLines({ left, top, rows, columns }, edge) {
  const [right, bottom, last] = [left + columns * CELL, top + rows * CELL, edge ? 1 : 0];
  const lines = [];
  for (let row = 0; row <= rows - last; row += 1) {
    const y = top + row * CELL + edge;
    lines.push(draw('line', { class: 'edge', x1: left + edge, x2: right - edge, y1: y, y2: y }));
  }
  for (let column = 0; column <= columns - last; column += 1) {
    const x = left + column * CELL + edge;
    lines.push(draw('line', { class: 'edge', x1: x, x2: x, y1: top + edge, y2: bottom - edge }));
  }
  return lines;
}

/** Return a small picture of a position, without labels, for lists of games. It says nothing to screen readers. */
export function drawSmall(board) {
  const layout = layOut(board, false, { rows: 0, columns: 0 }, true);
  const ground = groundOf(board, layout);
  const [below, lines] = drawGround(board, layout, ground.includes('drops'));
  const things = layout.cells.map((room) => drawThing(board.rows[room.row][room.column], room, layout.kind));
  const [left, top, right, bottom] = edgesOf(layout);
  return draw('svg', { class: ground, 'aria-hidden': 'true', focusable: 'false', viewBox: `${left} ${top} ${right - left} ${bottom - top}` },
    ...below, ...marked(board, layout), ...lines, ...things);
}

/** Return the cells that the last move has changed, shaded. */
function marked(board, layout) {
  const changed = new Set((board.last ?? []).map(String));
  if (layout.kind === 'pits' || layout.kind === 'rows') return [];
  return layout.cells.filter(({ row, column }) => changed.has(`${row},${column}`)).map((room) => outline(room, layout.kind, 'square changed'));
}

/** Return the edges of what is drawn of a board without its labels. */
function edgesOf({ cells, kind }) {
  const margin = kind === 'points' ? 5 : kind === 'hexagons' ? CELL / 6 + 1 : 1;
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  const [rights, bottoms] = [cells.map(({ x, width }) => x + width), cells.map(({ y, height }) => y + height)];
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...rights) + margin, Math.max(...bottoms) + margin];
}
