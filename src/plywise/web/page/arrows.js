/** Arrows from cell to cell, for the lines of an analysis. */

import { draw } from './elements.js';
import { CELL, middleOf } from './geometry.js';

/** Return an arrow along rooms of cells, or a ring around the only one. rank: 0 is the best line, drawn boldest. */
export function drawArrow(rooms, rank) {
  const look = `arrow rank-${Math.min(rank, 3)}`;
  if (rooms.length === 1) {
    const [x, y] = middleOf(rooms[0]);
    return draw('g', { class: look }, draw('circle', { class: 'ring', cx: x, cy: y, r: CELL * 0.44 }), number(x + 13, y - 13, rank));
  }
  const points = rooms.map(middleOf);
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [across, down] = [(x1 - x0) / length, (y1 - y0) / length];
  const [tipX, tipY] = [x1 - across * 6, y1 - down * 6];
  const [baseX, baseY] = [tipX - across * 11, tipY - down * 11];
  const shaft = [...points.slice(0, -1), [baseX, baseY]].map(([x, y]) => `${x},${y}`).join(' ');
  const head = [[tipX, tipY], [baseX - down * 7, baseY + across * 7], [baseX + down * 7, baseY - across * 7]];
  return draw(
    'g', { class: look },
    draw('polyline', { class: 'shaft', points: shaft }),
    draw('polygon', { class: 'head', points: head.map(([x, y]) => `${x},${y}`).join(' ') }),
    number((x0 + x1) / 2, (y0 + y1) / 2, rank),
  );
}

function number(x, y, rank) {
  return draw(
    'g', { class: 'number' },
    draw('circle', { cx: x, cy: y, r: 7 }),
    draw('text', { x, y: y + 3.6, 'font-size': 10, 'text-anchor': 'middle' }, String(rank + 1)),
  );
}
