/** What stands on a cell, as the drawings of Plywise show it: pieces, discs, marks, seeds. */

import { draw } from './elements.js';
import { CELL, middleOf } from './geometry.js';
import { DISC, FIGURES, SIDE, STROKE } from './looks.js';

/** Return what is drawn on a cell: a group, or null on an empty one. */
export function drawThing(cell, room, kind) {
  const [x, y] = middleOf(room);
  if (cell.p) return drawPiece(cell.p, x, y);
  if (cell.d) return drawDisc(cell, x, y, kind);
  if (!cell.m) return null;
  if (kind === 'pits') return drawSeeds(Number(cell.m), x, y);
  return drawMark(cell.m, x, y, kind);
}

/** Return a piece such as "white king" around a middle. */
export function drawPiece(piece, x, y) {
  const [colour, figure] = piece.split(' ');
  const scale = CELL / SIDE;
  const place = `translate(${x - CELL / 2} ${y - CELL / 2}) scale(${scale})`;
  const group = draw('g', { transform: place, 'stroke-width': STROKE });
  for (const [kind, path] of FIGURES[figure] ?? []) {
    if (kind === '*' && colour !== 'black') continue;
    group.append(draw('path', { class: `piece ${kind === '+' ? colour : `on-${colour}`}`, d: path }));
  }
  return group;
}

function drawDisc(cell, x, y, kind) {
  const radius = CELL * (kind === 'points' ? 0.46 : DISC);
  const group = draw('g', {}, draw('circle', { class: `disc ${cell.d}`, cx: x, cy: y, r: radius }));
  if (cell.s) group.append(drawText(cell.s, x, y, CELL * 0.5, `sign-${cell.d}`));
  return group;
}

function drawMark(mark, x, y, kind) {
  const reach = CELL * 0.27;
  if (mark === 'X') {
    const path = `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x + reach} ${y - reach}L${x - reach} ${y + reach}`;
    return draw('path', { class: 'stroke first', d: path });
  }
  if (mark === 'O') return draw('circle', { class: 'stroke second', cx: x, cy: y, r: CELL * 0.29 });
  if (mark === 'o' && kind === 'rows') return draw('circle', { class: 'counter', cx: x, cy: y, r: CELL * 0.34 });
  const heading = kind === 'rows' && /^\d+$/.test(mark);
  return drawText(mark, x, y, heading ? CELL * 0.36 : CELL * 0.56, heading ? 'heading' : '');
}

/** Return a text around a middle, made smaller where it is long. */
export function drawText(text, x, y, size, look) {
  const fitting = Math.min(size, (CELL * 1.5) / Math.max(1, text.length));
  return draw('text', { class: look, x, y: y + 0.36 * fitting, 'font-size': fitting, 'text-anchor': 'middle' }, text);
}

const MOST_SEEDS = 14;
const TURN = Math.PI * (3 - Math.sqrt(5)); // the golden angle: seeds lie evenly, as in a sunflower

function drawSeeds(number, x, y) {
  const group = draw('g');
  for (let seed = 0; seed < Math.min(number, MOST_SEEDS); seed += 1) {
    const [far, angle] = [3.1 * Math.sqrt(seed + 0.35), seed * TURN];
    group.append(draw('circle', { class: 'seed', cx: x + far * Math.cos(angle), cy: y - 3.5 + far * Math.sin(angle), r: 2.1 }));
  }
  group.append(draw('text', { class: 'count', x, y: y + 16.5, 'font-size': 10.5, 'text-anchor': 'middle' }, String(number)));
  return group;
}
