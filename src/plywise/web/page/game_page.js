/** The page of one game: what the server says is shown, what people do is asked of the server. */

import { Analysis } from './analysis.js';
import { BoardView } from './board.js';
import { choose } from './chooser.js';
import { asButtons, sayWord } from './clicking.js';
import { Clocks } from './clock.js';
import { Curve } from './curve.js';
import { byId, make, setAttribute, write } from './elements.js';
import { MoveList } from './moves.js';
import { sayOutcome } from './outcomes.js';
import { playerMenu } from './players.js';
import { Review } from './review.js';
import { isTurnedAtFirst, keepTurn, keptTurn, lookOf, nearSide } from './sides.js';
import { announce, sayMove, stateOf, thoughtOf } from './status.js';
import { copyText, offerForms, saveText, showPosition } from './transfer.js';

const WHICH = 'Choose the move to ask about on the board';

export class GamePage {
  /** @param {(what: string, fields?: Object, how?: Object) => Promise<Object>} ask never rejects unless `loud` */
  constructor(ask) {
    this.ask = ask;
    this.board = null;
    this.title = '';
    this.flipped = false;
    this.sides = { MAX: makeSide('MAX', this), MIN: makeSide('MIN', this) };
    this.view = new BoardView(byId('board'), byId('stage'), (word) => this.play(word), (actions) => this.chooseAction(actions));
    this.view.pathChanged = () => this.writeWords();
    this.moves = new MoveList(byId('moves'), (ply) => this.browse(ply));
    this.clocks = new Clocks((side) => this.sides[side].clock);
    this.curve = new Curve(byId('curve'), (ply) => this.browse(ply));
    this.analysis = new Analysis(ask, this.view, () => {
      this.drawCurve();
      this.writeWorths();
    });
    this.review = new Review(ask, {
      browse: (ply) => this.browse(ply),
      learn: (values) => this.analysis.learnAll(values),
      view: this.view,
    });
    this.placeSides();
    this.listen();
  }

  listen() {
    byId('game').addEventListener('click', (event) => {
      const button = event.target.closest('[data-do], [data-step]');
      if (!button) return;
      if (button.dataset.step) this.moves.go(Number(button.dataset.step));
      else this.perform(button.dataset.do);
    });
    byId('stop').addEventListener('click', () => this.ask('stop'));
    byId('type-move').addEventListener('submit', (event) => {
      event.preventDefault();
      const word = byId('typed').value.trim();
      byId('typed').value = '';
      if (word) this.play(word);
    });
    addEventListener('keydown', (event) => this.key(event));
  }

  /** What the buttons do. */
  async perform(what) {
    const actions = {
      undo: () => this.ask('undo'),
      redo: () => this.ask('redo'),
      flip: () => this.flip(),
      go: () => this.ask('go'),
      resign: () => this.resign(),
      hint: () => this.analysis.say('hint'),
      threats: () => this.analysis.say('threats'),
      why: () => this.analysis.say('why'),
      'why-not': () => this.askWhyNot(!this.whyNot),
      'play-from-here': () => this.ask('back', { ply: this.board.ply }),
      review: () => this.review.begin(),
      tree: () => this.openTree(),
      'copy-position': () => copyText(this.board.position, 'Position'),
      'set-position': () => this.ask('position', { text: byId('position').value.trim() }),
      'copy-record': () => this.withRecord((text) => copyText(text, 'Record')),
      download: () => this.withRecord((text, form) => saveText(text, `${this.board.name ?? 'game'}.${form}`, form)),
    };
    await actions[what]?.();
  }

  /** Show a board message. */
  show(board) {
    const other = this.board?.game_id !== board.game_id;
    const before = this.board;
    this.board = board;
    if (this.pending && (other || board.moves.length > this.pending.ply)) this.pending = null;
    if (other || before.ply !== board.ply || board.moves.length !== before.moves.length) this.whyNot = false;
    if (other) this.turn(keptTurn(board.game_id) ?? isTurnedAtFirst(board));
    this.view.show(board, this.mayTouch());
    this.moves.update(board);
    this.moves.followFocus();
    this.clocks.update(board.clocks);
    this.analysis.follow(board, other);
    this.review.follow(board);
    this.writeAround(board, other);
    if (other || before.ply !== board.ply || Boolean(before.over) !== Boolean(board.over)) announce(sayMove(board));
  }

  /** Return whether a person may play on the board now. */
  mayPlay() {
    const { board } = this;
    return this.isNow() && !board.over && !this.pending && board.players?.[board.turn] === 'human';
  }

  /** Return whether moves can be touched: to be played, or to ask about them. */
  mayTouch() {
    return this.whyNot ? this.board.legal.length > 0 : this.mayPlay();
  }

  /** Let the next move that is touched be one to ask about, or not any more. */
  askWhyNot(on) {
    this.whyNot = on && this.board.legal.length > 0;
    this.view.show(this.board, this.mayTouch());
    this.writeWords();
    this.writeStatus();
    if (this.whyNot) announce(WHICH);
  }

  /** Return whether the newest position is shown. */
  isNow() {
    return this.board.ply === this.board.moves.length;
  }

  writeAround(board, other) {
    if (!byId('game').hidden) document.title = `${this.title} · Plywise`;
    write(byId('title'), this.title);
    if (!this.thinking) this.writeStatus();
    const lines = board.rows?.length ? (board.beside ?? []) : [board.position, ...(board.beside ?? [])];
    write(byId('beside'), lines.join('  ·  '));
    byId('beside').classList.toggle('alone', !board.rows?.length); // no board: the position in words
    if (other) byId('beside').classList.remove('used');
    if (lines.length > 0) byId('beside').classList.add('used'); // its room is then kept
    for (const side of ['MAX', 'MIN']) {
      this.sides[side].update(board);
      byId('stage').dataset[side.toLowerCase()] = lookOf(board, side);
    }
    this.writeWords();
    this.drawCurve();
    showPosition(board.position);
    const disable = (what, off) => setAttribute(document.querySelector(`#game [data-do="${what}"]`), 'disabled', off);
    disable('why-not', board.legal.length === 0);
    byId('play-from-here').hidden = this.isNow();
    disable('undo', board.moves.length === 0);
    disable('redo', !board.redo?.length);
    disable('resign', Boolean(board.over));
    disable('go', Boolean(board.over));
    disable('hint', Boolean(board.over) && this.isNow());
    for (const button of document.querySelectorAll('#game [data-step]')) {
      button.disabled = Number(button.dataset.step) < 0 ? board.ply === 0 : this.isNow();
    }
  }

  writeStatus() {
    const { board } = this;
    setAttribute(document.querySelector('#game [data-do="why-not"]'), 'aria-pressed', String(Boolean(this.whyNot)));
    setAttribute(byId('stop'), 'data-off', !this.thinking);
    byId('stop').disabled = !this.thinking;
    if (this.whyNot) write(byId('status'), WHICH);
    else if (this.thinking) write(byId('status'), thoughtOf(this.thinking, board));
    else if (this.isNow()) write(byId('status'), stateOf(board));
    else write(byId('status'), board.ply === 0 ? 'Starting position' : `Position after move ${board.ply} of ${board.moves.length}`);
  }

  /** Buttons for the moves that no cell plays, and for one that may end at the cells touched so far. */
  writeWords() {
    const { board, view } = this;
    const may = this.mayTouch();
    const ended = view.path.length > 0 ? board.legal.filter((each) => each.cells.length === view.path.length && each.cells.every((cell, at) => cell[0] === view.path[at][0] && cell[1] === view.path[at][1])) : [];
    const actions = may ? [...new Set([...asButtons(board.legal), ...ended])] : [];
    const text = JSON.stringify(actions.map((each) => each.word));
    if (text !== this.wordsWritten) {
      this.wordsWritten = text;
      const focused = byId('words').contains(document.activeElement);
      byId('words').replaceChildren(...actions.map(({ word, label }) =>
        make('button', { type: 'button', 'data-word': word, click: () => this.play(word) }, sayWord(label ?? word), ' ', make('span', { class: 'worth' }))));
      if (focused && !view.takeFocus()) byId('words').querySelector('button')?.focus();
    }
    this.writeWorths();
  }

  /** Write in the buttons for moves what is known of them, as on the cells; while it is looked for, its room is kept. */
  writeWorths() {
    byId('words').classList.toggle('solving', this.analysis.wantsValues);
    for (const button of byId('words').children) {
      const value = this.analysis.solved[button.dataset.word];
      const worth = button.querySelector('.worth');
      write(worth, value ? sayOutcome(value) : '');
      setAttribute(worth, 'data-outcome', value?.outcome);
    }
  }

  drawCurve() {
    const { known } = this.analysis;
    byId('curve').hidden = !this.analysis.wantsLines && known.size === 0;
    if (this.board) this.curve.update(known, Math.max(1, this.board.moves.length), this.board.ply, this.board.names);
  }

  play(word) {
    if (this.whyNot) {
      this.askWhyNot(false);
      this.analysis.say('why', { move: word });
      return;
    }
    if (!this.mayPlay()) return;
    const ply = this.board.moves.length;
    this.pending = { word, ply };
    this.view.show(this.board, false);
    this.writeWords();
    this.ask('play', { move: word, ply }, { again: true, loud: true }).catch((error) => this.playFailed(word, ply, error));
  }

  /** A move that was sent twice may have been played the first time. */
  playFailed(word, ply, error) {
    this.pending = null;
    const played = this.board.moves[ply]?.word === word;
    if (!played) this.failed?.(error);
    this.view.show(this.board, this.mayPlay());
    this.writeWords();
  }

  async chooseAction(actions) {
    const { solved } = this.analysis;
    const told = actions.map(({ word, label = word }) => ({ word, label: solved[word] ? `${label}: ${sayOutcome(solved[word])}` : label }));
    const word = await choose('Which move?', told);
    if (word) this.play(word);
  }

  browse(ply) {
    if (this.board && ply >= 0 && ply <= this.board.moves.length && ply !== this.board.ply) this.ask('show', { ply });
  }

  flip() {
    this.turn(!this.flipped);
    keepTurn(this.board.game_id, this.flipped);
    this.view.flip(this.flipped);
  }

  /** Turn the board by half a turn, or back, with those who sit at it. */
  turn(flipped) {
    this.flipped = this.view.flipped = flipped;
    document.querySelector('[data-do="flip"]').setAttribute('aria-pressed', String(flipped));
    this.placeSides();
  }

  /** Each side sits where its own things stand; where they have no place, a lone person sits below. */
  placeSides() {
    const near = this.board ? nearSide(this.board, this.flipped) : 'MAX';
    const places = near === 'MAX' ? { near: 'MAX', far: 'MIN' } : { near: 'MIN', far: 'MAX' };
    for (const [place, side] of Object.entries(places)) {
      document.querySelector(`[data-place="${place}"]`).replaceChildren(this.sides[side].element);
    }
    byId('value-bar').classList.toggle('turned', near === 'MIN');
  }

  async resign() {
    const answer = await choose('Resign this game?', [{ word: 'no', label: 'Keep playing' }, { word: 'yes', label: 'Resign' }]);
    if (answer !== 'yes') return;
    const people = ['MAX', 'MIN'].filter((side) => this.board.players?.[side] === 'human');
    const side = people.length === 1 ? people[0] : this.board.turn;
    await this.ask('resign', side ? { side } : {});
  }

  async withRecord(use) {
    const form = byId('form').value;
    if (form === 'txt') {
      await use(this.board.moves.map((move) => move.san ?? move.word).join(' '), form);
      return;
    }
    const answer = await this.ask('record', { form });
    if (answer) await use(answer.text, form);
  }

  async openTree() {
    const answer = await this.ask('tree', { ply: this.board.ply, depth: 3 });
    if (answer?.url) open(answer.url, '_blank', 'noopener');
  }

  /** Show what the engine is about; null: nothing any more. */
  showThinking(event) {
    this.thinking = event;
    if (this.board) this.writeStatus();
  }

  offerForms(forms, isSetUp) {
    offerForms(forms, isSetUp);
  }

  key(event) {
    if (byId('game').hidden || event.altKey || event.shiftKey || document.querySelector('dialog[open]')) return;
    const typing = event.target.closest?.('input:not([type=checkbox]), select, textarea, [role=grid]');
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !event.target.closest?.('input, textarea')) this.ask('undo');
    else if (event.key === 'Escape' && this.whyNot) this.askWhyNot(false);
    else if (typing || event.ctrlKey || event.metaKey) return;
    else if (event.key === 'ArrowLeft') this.moves.go(-1);
    else if (event.key === 'ArrowRight') this.moves.go(1);
    else if (event.key === 'Home') this.moves.go(-Infinity);
    else if (event.key === 'End') this.moves.go(Infinity);
    else return;
    event.preventDefault();
  }
}

/** Make the line of one side: whose it is, who plays it, the clock. */
function makeSide(side, page) {
  const name = make('span', { class: 'who' });
  const stone = make('span', { class: 'stone', 'aria-hidden': 'true' });
  const holder = make('span', { class: 'player' });
  const clock = make('span', { class: 'clock', role: 'timer', hidden: true });
  const element = make('div', { class: 'strip' }, stone, name, holder, clock);
  let shown = null;
  const update = (board) => {
    write(name, board.names?.[side] ?? side);
    stone.dataset.look = lookOf(board, side);
    element.classList.toggle('moving', board.turn === side && !board.over);
    element.classList.toggle('winner', board.over?.winner === side);
    const who = board.players?.[side] ?? 'human';
    if (who === shown) return;
    shown = who;
    const menu = playerMenu({ 'aria-label': `Player for ${board.names?.[side] ?? side}` }, who, page.levels);
    menu.addEventListener('change', () => page.ask('players', { [side.toLowerCase()]: menu.value }));
    holder.replaceChildren(menu);
  };
  return { element, clock, update };
}
