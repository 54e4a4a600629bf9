/** Puzzles on a board of their own: one at a time, answered by a move, and played on after it. */

import { BoardView } from './board.js';
import { choose } from './chooser.js';
import { asButtons, sayWord } from './clicking.js';
import { byId, make, setAttribute, write } from './elements.js';
import { announce } from './status.js';

const PACE = 900; // milliseconds from one move to the next of a line that is played on

export class Puzzles {
  /** @param {(what: string, fields?: Object) => Promise<Object>} ask */
  constructor(ask) {
    this.ask = ask;
    this.puzzles = [];
    this.at = -1;
    this.view = new BoardView(byId('puzzle-board'), byId('puzzle-stage'), (word) => this.answer(word), async (actions) => {
      const word = await choose('Which move?', actions);
      if (word) this.answer(word);
    });
    byId('puzzle-list').addEventListener('click', (event) => {
      const button = event.target.closest('[data-puzzle]');
      if (button) this.open(Number(button.dataset.puzzle));
    });
    byId('puzzle-next').addEventListener('click', () => this.open(this.nextOpen()));
    byId('puzzle-again').addEventListener('click', () => this.open(this.at));
    byId('puzzle-make').addEventListener('click', () => this.wish());
    byId('puzzle-stop').addEventListener('click', () => this.ask('stop'));
  }

  /** Offer the games to choose from. */
  setGames(games) {
    byId('puzzle-game').replaceChildren(...games.map(({ name, title }) => make('option', { value: name }, title ?? name)));
    this.games = games;
    if (this.waiting) this.show(this.waiting);
  }

  /** Show what the address asks for: {game, seed, plies: 'least-most'}, or {mistakes: the id of a game}. */
  async show(route) {
    if (!this.games) {
      this.waiting = route;
      return;
    }
    this.waiting = null;
    byId('puzzle-choice').hidden = Boolean(route.mistakes);
    write(byId('puzzle-title'), route.mistakes ? 'Your mistakes as puzzles' : 'Puzzles');
    setAttribute(byId('puzzle-back'), 'href', `#/g/${encodeURIComponent(route.mistakes ?? '')}`);
    byId('puzzle-back').hidden = !route.mistakes;
    const wanted = JSON.stringify(route);
    if (wanted === this.wanted && this.puzzles.length > 0) return;
    this.wanted = wanted;
    this.take([]);
    if (route.game) this.chooseGame(route.game);
    if (route.game) byId('puzzle-plies').value = route.plies;
    if (!route.mistakes && !route.game) return;
    await this.fetch(route, wanted);
  }

  /** Choose a game in the menu; with other parameters than usual it gets a line there. */
  chooseGame(name) {
    const menu = byId('puzzle-game');
    if (![...menu.options].some((option) => option.value === name)) menu.append(make('option', { value: name }, name));
    menu.value = name;
  }

  async fetch(route, wanted) {
    this.busy(true, route.mistakes ? 'Reviewing the game' : 'Generating puzzles');
    const opened = !route.mistakes || (await this.ask('open', { game_id: route.mistakes }));
    const found = opened && (route.mistakes ? await this.ask('review') : await this.ask('puzzles', wished(route)));
    if (wanted !== this.wanted) return;
    this.busy(false, '');
    if (!found) this.wanted = null;
    else this.take(found.puzzles);
    if (found && found.puzzles.length === 0) write(byId('puzzle-state'), 'No puzzles found.');
  }

  /** Ask for other puzzles of the game chosen: by the address, so that they are found again. */
  wish() {
    const game = byId('puzzle-game').value;
    const plies = byId('puzzle-plies').value;
    const [, , before, seed, earlier] = location.hash.split('/');
    const same = decodeURIComponent(before ?? '') === game && (earlier ?? '') === plies;
    const parts = [encodeURIComponent(game), same ? Number(seed ?? 0) + 1 : 0, ...(plies ? [plies] : [])];
    location.hash = `#/puzzles/${parts.join('/')}`;
  }

  busy(busy, text) {
    byId('puzzle-make').disabled = busy;
    byId('puzzle-stop').hidden = !busy;
    write(byId('puzzle-state'), text);
  }

  /** Say how far it has come: a `thinking` event. */
  showThinking({ what, done, of }) {
    if (byId('puzzle-stop').hidden) return;
    if (what === 'compiling') write(byId('puzzle-state'), 'Compiling this game (first time only)');
    else if (what === 'reviewing') write(byId('puzzle-state'), `${done} of ${of} moves reviewed`);
    else if (what === 'puzzles') write(byId('puzzle-state'), `${done} of ${of} puzzles found`);
  }

  take(puzzles) {
    this.puzzles = puzzles;
    this.at = -1;
    byId('puzzle').hidden = puzzles.length === 0;
    this.writeList();
    if (puzzles.length > 0) this.open(this.nextOpen());
  }

  nextOpen() {
    const order = this.puzzles.map((_, index) => (this.at + 1 + index) % this.puzzles.length);
    return order.find((index) => !this.puzzles[index].solved) ?? order[0];
  }

  writeList() {
    byId('puzzle-list').replaceChildren(...this.puzzles.map(({ solved, difficulty }, index) =>
      make('li', {}, make('button', {
        type: 'button', 'data-puzzle': index, 'aria-current': index === this.at ? 'true' : null,
        'aria-label': `Puzzle ${index + 1}, difficulty ${difficulty}${solved ? ', solved' : ''}`,
      }, `${index + 1}${solved ? ' ✓' : ''}`))));
  }

  /** Show a puzzle, to be answered. */
  async open(index) {
    const puzzle = this.puzzles[index];
    this.at = index;
    clearTimeout(this.timer);
    this.writeList();
    const answer = await this.ask('puzzle', { puzzle_id: puzzle.puzzle_id });
    if (!answer || this.puzzles[this.at] !== puzzle) return;
    this.start = answer.board;
    this.draw(answer.board, true);
    write(byId('puzzle-task'), puzzle.task);
    write(byId('puzzle-difficulty'), `Puzzle ${index + 1} of ${this.puzzles.length} · difficulty ${puzzle.difficulty}${puzzle.solved ? ' · solved' : ''}`);
    write(byId('puzzle-said'), '');
    byId('puzzle-answer').hidden = true;
    announce(puzzle.task);
  }

  draw(board, open) {
    this.isOpen = open;
    this.view.show({ ...board, game_id: this.puzzles[this.at].puzzle_id }, open);
    const alone = board.rows?.length ? '' : board.position;
    write(byId('puzzle-beside'), [alone, ...(board.beside ?? [])].filter(Boolean).join('  ·  '));
    const words = open ? asButtons(board.legal) : [];
    byId('puzzle-words').replaceChildren(...words.map(({ word, label }) =>
      make('button', { type: 'button', 'data-word': word, click: () => this.answer(word) }, sayWord(label ?? word))));
  }

  async answer(word) {
    if (!this.isOpen) return;
    const [puzzle, index] = [this.puzzles[this.at], this.at];
    this.draw(this.start, false);
    const told = await this.ask('try', { puzzle_id: puzzle.puzzle_id, move: word });
    if (this.at !== index || this.puzzles[index] !== puzzle) return;
    if (!told) {
      this.draw(this.start, true);
      return;
    }
    puzzle.solved ||= told.right;
    this.writeList();
    const verdict = make('strong', {}, told.right ? '✓ Correct.' : `✗ ${told.move} is not the best move.`);
    byId('puzzle-said').replaceChildren(verdict, ` ${told.text}`);
    byId('puzzle-answer').hidden = false;
    write(byId('puzzle-again'), told.right ? 'Replay' : 'Try again');
    setAttribute(byId('puzzle-next'), 'class', told.right ? 'main' : null);
    this.playOn(told, 1, index);
  }

  /** Play the line that follows, move by move. */
  playOn(told, ply, index) {
    if (this.at !== index || ply >= told.boards.length) return;
    this.draw(told.boards[ply], false);
    write(byId('puzzle-line'), told.line.slice(0, ply).join(' '));
    this.timer = setTimeout(() => this.playOn(told, ply + 1, index), PACE);
  }

  /** Play nothing on while another view is shown. */
  rest() {
    clearTimeout(this.timer);
  }
}

/** Return the fields of `puzzles`: of 'least-most' plies each part may be missing. */
function wished({ game, seed, plies }) {
  const [easiest, hardest] = plies.split('-').map(Number);
  return { game, seed, ...(easiest ? { easiest } : {}), ...(hardest ? { hardest } : {}) };
}
