/** The value of the game move by move, as a curve: above the middle for MAX, below for MIN. */

import { draw, make } from './elements.js';

const [WIDTH, HEIGHT, MARGIN] = [320, 60, 6];

export class Curve {
  /** @param {HTMLElement} host @param {(ply: number) => void} show called with the ply that is clicked */
  constructor(host, show) {
    Object.assign(this, { host, show });
    this.picture = draw('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.words = make('p', { class: 'unseen' });
    this.said = make('p', { class: 'curve-said soft', hidden: true });
    host.replaceChildren(this.picture, this.words);
    host.after(this.said);
    host.addEventListener('click', (event) => {
      const box = this.picture.getBoundingClientRect();
      const part = ((event.clientX - box.left) / box.width) * WIDTH;
      this.show(Math.round(((part - MARGIN) / (WIDTH - 2 * MARGIN)) * Math.max(1, this.plies)));
    });
  }

  /**
   * Draw the values known: ply -> {share, text}, share being MAX's part from 0 to 1.
   */
  update(values, plies, ply, names) {
    this.plies = plies;
    const known = [...values].filter(([at]) => at <= plies).sort(([one], [other]) => one - other);
    const across = (at) => MARGIN + (at / Math.max(1, plies)) * (WIDTH - 2 * MARGIN);
    const down = (share) => 4 + (1 - share) * (HEIGHT - 8);
    const parts = [draw('line', { class: 'level', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })];
    const points = known.map(([at, { share }]) => `${across(at)},${down(share)}`).join(' ');
    if (known.length > 1) parts.push(draw('polyline', { class: 'values', points }));
    const runs = distances(known, across);
    parts.push(...runs);
    parts.push(...known.map(([at, value]) => mark(across(at), down(value.share), value)));
    parts.push(draw('line', { class: 'here', x1: across(ply), x2: across(ply), y1: 0, y2: HEIGHT }));
    this.picture.replaceChildren(...parts);
    const name = names?.MAX ?? 'MAX';
    this.say(values.get(ply), name, runs.length > 0);
    this.words.textContent = known.length > 0 ? `Values for ${name}: ${known.map(([at, { text }]) => `after move ${at}: ${text}`).join('; ')}` : '';
  }

  /** Say in words what the position shown is worth, and what the broken line is. */
  say(value, name, hasDistance) {
    const legend = hasDistance ? ' · dashed line: plies to the end' : '';
    this.said.hidden = this.host.hidden || (!value && !legend);
    this.said.textContent = value ? `${name}: ${value.text}${value.proved ? '' : ' (an estimate)'}${legend}` : legend.replace(' · b', 'B');
  }
}

/** The plies to the end where they are known, as broken lines: at the foot of the curve the game is over. */
function distances(known, across) {
  const most = Math.max(1, ...known.map(([, { distance }]) => distance ?? 0));
  const runs = [[]];
  for (const [at, { distance }] of known) {
    if (distance === null || distance === undefined) runs.push([]);
    else runs.at(-1).push(`${across(at)},${HEIGHT - 4 - (distance / most) * (HEIGHT - 8)}`);
  }
  return runs.filter((run) => run.length > 1).map((run) => draw('polyline', { class: 'distance', points: run.join(' ') }));
}

/** A proved value is a filled square, an estimate an open one. */
function mark(x, y, { proved, text }) {
  const square = draw('rect', { class: proved ? 'proved' : 'estimate', x: x - 2, y: y - 2.5, width: 4, height: 5 });
  square.append(draw('title', {}, text));
  return square;
}
