/** Game review: each move compared with the best, turning points first, and the values for the curve. */

import { byId, make, write } from './elements.js';

export class Review {
  /**
   * @param {(what: string, fields?: Object) => Promise<Object>} ask
   * @param {{browse: (ply: number) => void, learn: (values: Object[]) => void, view: import('./board.js').BoardView}} page
   */
  constructor(ask, page) {
    Object.assign(this, { ask, page, found: null, chosen: null, running: false });
    byId('review-body').addEventListener('click', (event) => {
      const button = event.target.closest('[data-review]');
      if (button) this.look(Number(button.dataset.review));
    });
  }

  /** A board is shown: a review of another game, or of another course of this one, goes. */
  follow(board) {
    const words = board.moves.map((move) => move.word).join(' ');
    const other = this.gameId !== board.game_id || this.words !== words;
    Object.assign(this, { board, gameId: board.game_id, words });
    if (other) this.forget();
    byId('review').disabled = !this.running && board.moves.length === 0;
    if (this.chosen && board.ply === this.chosen.ply - 1) this.point(this.chosen);
    else if (!this.running) write(byId('review-state'), '');
  }

  forget() {
    [this.found, this.chosen] = [null, null];
    byId('review-body').replaceChildren();
    write(byId('review-state'), '');
  }

  /** Ask for the review of the game as it is now. */
  async begin() {
    if (this.running) {
      await this.ask('stop');
      return;
    }
    const { words } = this;
    this.running = true;
    write(byId('review'), 'Stop');
    write(byId('review-state'), 'Reviewing the game');
    const found = await this.ask('review');
    this.running = false;
    write(byId('review'), 'Review');
    write(byId('review-state'), '');
    if (!found || words !== this.words) return;
    this.found = found;
    this.write(found);
    this.page.learn(found.values);
  }

  /** Say how far the review has come: a `thinking` event. */
  showThinking({ what, done, of }) {
    if (!this.running) return;
    write(byId('review-state'), what === 'reviewing' ? `${done} of ${of} moves reviewed` : 'Compiling this game (first time only)');
  }

  write({ basis, grades, points_heading: heading, turning_points: points, moves, puzzles, game_id: game, complete }) {
    const byPly = new Map(moves.map((move) => [move.ply, move]));
    const parts = [make('ul', { class: 'grades' }, ...['MAX', 'MIN'].map((side) => this.gradeLine(side, grades[side])))];
    parts.push(make('h3', {}, heading));
    parts.push(make('ol', { class: 'turning' }, ...points.map((ply) => turningPoint(byPly.get(ply)))));
    if (puzzles.length > 0) {
      const number = `${puzzles.length} ${puzzles.length === 1 ? 'mistake' : 'mistakes'}`;
      parts.push(make('p', { class: 'actions' }, make('a', { class: 'button', href: `#/mistakes/${encodeURIComponent(game)}` }, `Try again: ${number}`)));
    }
    parts.push(make('details', {}, make('summary', {}, 'All moves'), make('ol', { class: 'all-moves' }, ...moves.map(moveLine))));
    parts.push(make('p', { class: 'soft' }, complete ? basis : `${moves.length} moves reviewed. ${basis}`));
    byId('review-body').replaceChildren(...parts);
  }

  gradeLine(side, told) {
    return make('li', {}, make('strong', {}, this.board.names?.[side] ?? side), `: ${told || 'no moves'}`);
  }

  /** Show the position before a move, with the move and the best one on the board. */
  look(ply) {
    this.chosen = this.found?.moves.find((move) => move.ply === ply) ?? null;
    for (const button of byId('review-body').querySelectorAll('[data-review]')) {
      button.setAttribute('aria-pressed', String(Number(button.dataset.review) === ply));
    }
    if (!this.chosen) return;
    byId('stage').scrollIntoView({ block: 'nearest' });
    if (this.board.ply === ply - 1) this.point(this.chosen);
    else this.page.browse(ply - 1);
  }

  /** Draw the best move, and the one that was played, as arrows. */
  point({ best, move, best_proved: proved }) {
    const words = best.includes(move) ? [move] : [best[0], move];
    const cells = words.map((word) => this.board.legal.find((each) => each.word === word)?.cells ?? []);
    this.page.view.showLines(cells.filter((places) => places.length > 0));
    const said = `On the board, 1 is the best move${proved ? '' : ' (an estimate)'} and 2 is the move played.`;
    write(byId('review-state'), words.length > 1 ? said : '');
  }
}

function turningPoint({ ply, heading, sentences, grade }) {
  const button = make('button', { type: 'button', class: `grade ${grade}`, 'data-review': ply, 'aria-pressed': 'false' }, heading);
  return make('li', {}, button, make('p', {}, sentences.join(' ')));
}

function moveLine({ ply, summary, grade }) {
  return make('li', {}, make('button', { type: 'button', class: `grade ${grade}`, 'data-review': ply, 'aria-pressed': 'false' }, summary));
}
