/** A move that is made is shown moving: a piece slides, a disc falls or appears, what is captured fades. */

import { keyOf } from './clicking.js';
import { CELL, middleOf } from './geometry.js';

const SLIDE = 220; // milliseconds
const FALL = 70; // for each row that a disc falls through
const APPEAR = 180;
const MOST = 12; // changed cells; where there are more, another position is shown and nothing moves

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Return what stands on a cell as a text; '' for nothing. */
function contentsOf(cell) {
  const { m = '', d = '', s = '', p = '' } = cell ?? {};
  return m || d || p ? [m, d, s, p].join('/') : '';
}

/**
 * Return what moves from one board to the next: {slides: [{from, to, path}], come: places, go: places, turn: places}.
 *
 * go: what stood there is gone; turn: something else stands there now. path: the cells that a move of several steps touches.
 */
export function changesBetween(before, after) {
  const [emptied, filled, turned] = [[], [], []];
  after.rows.forEach((row, at) => row.forEach((cell, column) => {
    const [was, now] = [contentsOf(before.rows[at]?.[column]), contentsOf(cell)];
    if (was !== now) (was === '' ? filled : now === '' ? emptied : turned).push([at, column]);
  }));
  const [is, was] = [(place) => contentsOf(after.rows[place[0]][place[1]]), (place) => contentsOf(before.rows[place[0]][place[1]])];
  const touched = touchedBetween(before, after);
  const slides = [];
  for (const to of [...filled, ...turned]) {
    const origins = emptied.filter((place) => was(place) === is(to)).sort((one, other) => far(one, to) - far(other, to));
    const meant = origins.find((place) => touched && keyOf(place) === keyOf(touched[0]) && keyOf(to) === keyOf(touched.at(-1)));
    const promoted = touched?.length > 1 && keyOf(to) === keyOf(touched.at(-1)) ? emptied.find((place) => keyOf(place) === keyOf(touched[0])) : null;
    const from = meant ?? origins[0] ?? promoted;
    if (!from) continue;
    emptied.splice(emptied.indexOf(from), 1);
    slides.push({ from, to, path: meant && touched.length > 2 ? touched : [from, to] });
  }
  const reached = new Set(slides.map(({ to }) => keyOf(to)));
  return {
    slides,
    come: filled.filter((place) => !reached.has(keyOf(place))),
    go: [...emptied, ...turned.filter((place) => reached.has(keyOf(place)))],
    turn: turned.filter((place) => !reached.has(keyOf(place))),
  };
}

/** Return the cells that the move between two boards touches; null where it is not the next move. */
function touchedBetween(before, after) {
  const word = after.ply === before.ply + 1 ? after.moves?.[before.ply]?.word : null;
  const cells = before.legal?.find((each) => each.word === word)?.cells ?? [];
  return cells.length > 0 ? cells : null;
}

function far(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

export class Motion {
  /** @param {SVGElement} things holds a group with data-at for each thing @param {SVGElement} ghosts holds what fades */
  constructor(things, ghosts) {
    Object.assign(this, { things, ghosts });
  }

  /** Remember what is under way before things are drawn anew: it goes on afterwards. */
  keep() {
    this.running = [...this.things.children].flatMap((thing) => thing.getAnimations().map((each) => [thing.dataset.at, each]));
  }

  /** Let things go on as before that still stand where they were going. */
  goOn() {
    this.left = 0; // milliseconds until all have arrived
    for (const [at, { effect, currentTime }] of this.running ?? []) {
      const thing = this.at(at);
      if (!thing) continue;
      const timing = effect.getTiming();
      const anew = thing.animate(effect.getKeyframes(), timing);
      anew.currentTime = currentTime;
      this.left = Math.max(this.left, timing.delay + timing.duration - currentTime);
    }
    this.running = [];
  }

  at(key) {
    return this.things.querySelector(`[data-at="${key}"]`);
  }

  /**
   * Move what has changed.
   * @param before the board before, @param after the one that is drawn now
   * @param layout of both; drops: whether discs fall; held: the key of a cell from which a person has just carried a thing
   * @param {(place: [number, number]) => SVGElement|null} drawBefore draws what stood on a cell
   */
  play(before, after, layout, { drops, held }, drawBefore) {
    if (still.matches) return;
    const { slides, come, go, turn } = changesBetween(before, after);
    if (slides.length + come.length + go.length + turn.length > Math.max(MOST, layout.cells.length / 2)) return;
    const middle = new Map(layout.cells.map((room) => [keyOf([room.row, room.column]), middleOf(room)]));
    for (const { from, to, path } of slides) {
      if (keyOf(from) === held) continue;
      const [x, y] = middle.get(keyOf(to));
      const steps = path.map((place) => middle.get(keyOf(place))).filter(Boolean).map(([left, top]) => ({ transform: `translate(${left - x}px, ${top - y}px)` }));
      this.start(to, steps, SLIDE * Math.sqrt(steps.length - 1), 'ease-in-out');
    }
    for (const place of come) {
      const height = (place[0] + 1) * CELL;
      if (drops) this.start(place, [{ transform: `translate(0, ${-height}px)` }, { transform: 'none' }], FALL * (place[0] + 2), 'ease-in');
      else this.start(place, [{ transform: 'scale(.4)', opacity: 0 }, { transform: 'none', opacity: 1 }], APPEAR, 'ease-out');
    }
    for (const place of turn) this.start(place, [{ transform: 'scale(.5)', opacity: 0.2 }, { transform: 'none', opacity: 1 }], SLIDE, 'ease-out');
    for (const place of [...go, ...turn]) this.fade(drawBefore(place));
  }

  start(place, steps, duration, easing) {
    const thing = this.at(keyOf(place));
    if (!thing) return;
    thing.parentNode.append(thing); // above the others
    thing.animate(steps, { duration, easing, delay: this.left, fill: 'backwards' });
  }

  fade(ghost) {
    if (!ghost) return;
    this.ghosts.append(ghost);
    const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SLIDE, delay: this.left, easing: 'ease-in', fill: 'both' });
    fading.finished.then(() => ghost.remove(), () => ghost.remove());
  }

  /** Let nothing move any more. */
  clear() {
    this.running = [];
    this.ghosts.replaceChildren();
  }
}
