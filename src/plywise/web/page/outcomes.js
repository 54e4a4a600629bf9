/** Values in words and shapes, so that no meaning hangs on a colour alone. */

import { draw } from './elements.js';
import { CELL } from './geometry.js';

const RANK = { win: 2, draw: 1, loss: 0 };

/** Return "win in 7", "draw", "loss in 12". */
export function sayOutcome({ outcome, distance }) {
  return distance === null || distance === undefined || outcome === 'draw' ? outcome : `${outcome} in ${distance}`;
}

/** Return what the other side would say of a value: "loss in 3" for "win in 3", "-0.4" for "+0.4". */
export function seenByOther(text) {
  const turned = { win: 'loss', loss: 'win', '+': '-', '-': '+' };
  return text === '+0.0' ? text : text.replace(/^(win|loss)\b|^[+-](?=\d)/, (found) => turned[found]);
}

/** Return the best of several values: a win before a draw before a loss, wins soon and losses late. */
export function bestOf(values) {
  const order = (one) => RANK[one.outcome] * 1e6 + (one.outcome === 'win' ? -1 : 1) * (one.distance ?? 0);
  return values.reduce((best, one) => (order(one) > order(best) ? one : best));
}

/**
 * Return a badge for a value on a cell: a win is a filled lozenge, a draw an open box, a loss an open box cut by a line.
 * brief: "W7" instead of "win 7", where cells are small; scale: less than 1 where they are large.
 */
export function drawBadge(value, x, y, brief, scale = 1) {
  const distance = value.outcome === 'draw' ? '' : (value.distance ?? '');
  const text = brief ? value.outcome[0].toUpperCase() + distance : `${value.outcome} ${distance}`.trim();
  const most = CELL * 0.96;
  const size = Math.min(brief ? 15 : 10.5, (most - 5) / (text.length * 0.55));
  const half = Math.min(most, text.length * size * 0.55 + 7) / 2;
  const high = Math.max(6.5, size * 0.75);
  const group = draw('g', { class: `badge ${value.outcome}`, transform: `translate(${x} ${y}) scale(${scale})` });
  group.append(
    value.outcome === 'win'
      ? draw('polygon', { points: [[-half, 0], [4 - half, -high], [half - 4, -high], [half, 0], [half - 4, high], [4 - half, high]]
          .map((corner) => corner.join(',')).join(' ') })
      : draw('rect', { x: -half, y: -high, width: 2 * half, height: 2 * high, rx: value.outcome === 'draw' ? 0 : high }),
    draw('text', { x: 0, y: 0.36 * size, 'font-size': size, 'text-anchor': 'middle' }, text),
  );
  return group;
}
