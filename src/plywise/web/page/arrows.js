/** Arrows from cell to cell, for the lines of an analysis. */

import { draw } from './elements.js';
import { CELL, middleOf } from './geometry.js';

/** Return an arrow along rooms of cells, or a ring around the only one. rank: 0 is the best line, drawn boldest. */
export function drawArrow(rooms, rank, kind) {
  const look = `arrow rank-${Math.min(rank, 3)}`;
  if (rooms.length === 1) {
    const [x, y] = middleOf(rooms[0]);
    const { x: left, y: top, width, height } = rooms[0];
    const ring = kind === 'pits'
      ? draw('rect', { class: 'ring', x: left + 2, y: top + 2, width: width - 4, height: height - 4, rx: 13 })
      : draw('circle', { class: 'ring', cx: x, cy: y, r: CELL * 0.44 });
    return draw('g', { class: look }, ring);
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
  );
}

/** Return the number of a line: beside its ring, or on its arrow. scale: less than 1 where cells are large. */
export function drawRank(rooms, rank, scale = 1) {
  const [[x0, y0], [x1, y1]] = rooms.length === 1 ? [middleOf(rooms[0]), middleOf(rooms[0])] : rooms.slice(-2).map(middleOf);
  const aside = rooms.length === 1 ? 14 : 0;
  const [x, y] = [(x0 + x1) / 2 + aside, (y0 + y1) / 2 - aside];
  return draw(
    'g', { class: 'number', transform: `translate(${x} ${y}) scale(${scale})` },
    draw('circle', { cx: 0, cy: 0, r: 6 }),
    draw('text', { x: 0, y: 3.1, 'font-size': 8.8, 'text-anchor': 'middle' }, String(rank + 1)),
  );
}
