/** The list of moves: which is shown, and going from one to another. */

import { make } from './elements.js';

export class MoveList {
  /** @param {HTMLElement} host @param {(ply: number) => void} show called with the ply to look at */
  constructor(host, show) {
    Object.assign(this, { host, show, ply: 0, plies: 0, drawn: '' });
    host.addEventListener('click', (event) => {
      const button = event.target.closest('button');
      if (button) this.show(Number(button.dataset.ply));
    });
    host.addEventListener('keydown', (event) => this.key(event));
  }

  /** Show the moves of a board message. */
  update({ moves, ply }) {
    this.plies = moves.length;
    this.ply = ply;
    const words = JSON.stringify(moves.map((move) => [move.san ?? move.word, move.by]));
    if (words !== this.drawn) this.write(moves);
    this.drawn = words;
    for (const button of this.host.querySelectorAll('button')) {
      const here = Number(button.dataset.ply) === ply;
      if (here) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
      button.tabIndex = here || (ply === 0 && button.dataset.ply === '1') ? 0 : -1;
      if (here) this.keepInView(button);
    }
  }

  /** Write a line for each pair of moves; where a player moves twice, the other's place stays empty. */
  write(moves) {
    const lines = [];
    moves.forEach((move, index) => {
      const second = move.by === 'MIN' || (!move.by && index % 2 === 1);
      const line = lines.at(-1);
      if (!line || second < line.last || (second === line.last && !second) || (second && line.last)) lines.push({ cells: [], last: false });
      const now = lines.at(-1);
      if (second && now.cells.length === 0) now.cells.push(make('span', { class: 'none' }, '…'));
      now.cells.push(make('button', { type: 'button', 'data-ply': index + 1, tabindex: -1 }, move.san ?? move.word));
      now.last = second;
    });
    this.host.replaceChildren(...lines.map(({ cells }) => make('li', {}, ...cells)));
  }

  keepInView(button) {
    const [box, line] = [this.host.getBoundingClientRect(), button.getBoundingClientRect()];
    if (line.top < box.top) this.host.scrollTop -= box.top - line.top;
    else if (line.bottom > box.bottom) this.host.scrollTop += line.bottom - box.bottom;
  }

  /** Go by a number of plies, as far as there are any. */
  go(plies) {
    const ply = Math.max(0, Math.min(this.plies, this.ply + plies));
    if (ply !== this.ply) this.show(ply);
  }

  key(event) {
    const steps = { ArrowLeft: -1, ArrowUp: -2, ArrowRight: 1, ArrowDown: 2, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.focusNext = true;
    this.go(steps[event.key]);
  }

  /** Move the focus along with the move shown, if it was in the list. */
  followFocus() {
    if (!this.focusNext) return;
    this.focusNext = false;
    (this.host.querySelector('[aria-current]') ?? this.host.querySelector('button'))?.focus({ preventScroll: true });
  }
}
