/** The clocks: what the server said last, counted down here until it says more. */

import { write } from './elements.js';

export class Clocks {
  /** @param {(side: 'MAX'|'MIN') => HTMLElement} place where a side's clock stands */
  constructor(place) {
    this.place = place;
    this.timer = null;
  }

  /** Show the clocks of a board message; null: none. */
  update(clocks) {
    this.clocks = clocks;
    this.since = performance.now();
    clearInterval(this.timer);
    if (clocks?.running) this.timer = setInterval(() => this.write(), 200);
    this.write();
  }

  write() {
    for (const side of ['MAX', 'MIN']) {
      const element = this.place(side);
      const left = this.left(side);
      element.hidden = left === null;
      if (left !== null) write(element, format(left));
    }
  }

  left(side) {
    if (!this.clocks) return null;
    const spent = this.clocks.running === side ? (performance.now() - this.since) / 1000 : 0;
    return Math.max(0, this.clocks[side] - spent);
  }
}

/** Return seconds as people read a clock: 4:05, and tenths in the last ten seconds. */
export function format(seconds) {
  if (seconds < 10) return `0:0${Math.floor(seconds * 10) / 10}${Number.isInteger(Math.floor(seconds * 10) / 10) ? '.0' : ''}`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
