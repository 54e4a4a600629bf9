/** The analysis panel: lines, values of every move, threats, reasons. Nothing is computed until it is asked for. */

import { byId, make, setAttribute, write } from './elements.js';
import { sayOutcome, seenByOther } from './outcomes.js';
import { countNodes } from './status.js';

export class Analysis {
  /**
   * @param {(what: string, fields?: Object) => Promise<Object>} ask
   * @param {import('./board.js').BoardView} view
   * @param {() => void} changed called when there is more or less to draw
   */
  constructor(ask, view, changed) {
    Object.assign(this, { ask, view, changed });
    this.known = new Map(); // ply -> {share, text, proved}
    this.solved = {}; // word -> value, of the board that is shown
    this.mark = 0; // of the newest question: events with an older mark are about another position
    this.marks = { lines: 0, values: 0 };
    byId('analyse').addEventListener('change', () => this.toggleLines());
    byId('values').addEventListener('change', () => this.toggleValues());
    byId('lines').addEventListener('change', () => this.askLines());
  }

  get wantsLines() {
    return byId('analyse').checked;
  }

  get wantsValues() {
    return byId('values').checked;
  }

  /** A board is shown: what was said of another position goes, what is wanted is asked for this one. */
  follow(board, other) {
    const moved = !this.board || this.board.ply !== board.ply || this.board.position !== board.position || other;
    if (other) this.known.clear();
    else if (this.board && board.moves.length < this.board.moves.length) this.forgetAfter(board.moves.length);
    this.board = board;
    if (!moved) return;
    for (const what of ['lines', 'values']) this.newMark(what);
    this.view.showThreats([]);
    byId('said').replaceChildren();
    this.clear();
    if (this.wantsLines) this.askLines();
    if (this.wantsValues) this.askValues();
  }

  /** Ask again what was under way when the connection was lost. */
  resume() {
    if (this.board && this.wantsLines) this.askLines();
    if (this.board && this.wantsValues) this.askValues();
  }

  forgetAfter(ply) {
    for (const at of [...this.known.keys()]) if (at > ply) this.known.delete(at);
  }

  clear() {
    this.solved = {};
    this.last = null;
    this.view.showLines([]);
    this.view.showValues({});
    write(byId('depth'), this.wantsLines && !this.board.over ? 'starting' : '');
    byId('lines-list').replaceChildren();
    write(byId('values-state'), '');
    this.showBar(null);
  }

  toggleLines() {
    byId('analysis-body').hidden = !this.wantsLines;
    byId('value-bar').classList.toggle('on', this.wantsLines);
    if (this.wantsLines) this.askLines();
    else {
      this.ask('analyse', { on: false });
      this.view.showLines([]);
    }
    this.changed();
  }

  toggleValues() {
    byId('values-state').hidden = !this.wantsValues;
    if (this.wantsValues) this.askValues();
    else {
      if (this.board && !this.isOver()) this.ask('values', { on: false });
      this.solved = {};
      this.view.showValues({});
    }
    this.changed();
  }

  askLines() {
    const lines = Math.max(1, Math.min(10, Math.round(byId('lines').valueAsNumber || 3)));
    if (this.wantsLines && !this.isOver()) this.ask('analyse', { on: true, lines, ply: this.board.ply, mark: this.newMark('lines') });
  }

  askValues() {
    if (this.isOver()) return;
    write(byId('values-state'), 'Solving this position');
    this.ask('values', { ply: this.board.ply, mark: this.newMark('values') });
  }

  /** Return the mark of a new question; what still comes of the one before is passed over. */
  newMark(what) {
    this.mark += 1;
    this.marks[what] = this.mark;
    return this.mark;
  }

  isOver() {
    return Boolean(this.board.over) && this.board.ply === this.board.moves.length;
  }

  /** Show an `analysis` event. */
  showAnalysis(event) {
    if (!this.wantsLines || event.mark !== this.marks.lines) return;
    const state = event.final ? 'done' : 'searching';
    this.last = event;
    write(byId('depth'), `depth ${event.depth} · ${countNodes(event.nodes)} nodes · ${(event.seconds ?? 0).toFixed(1)} s · ${state}`);
    const told = event.lines.map((line) => this.withSolved(line));
    const lines = told.map((line) =>
      make('li', {}, make('span', { class: line.proved ? 'value proved' : 'value' }, line.text), ' ', make('span', { class: 'pv' }, (line.labels ?? line.pv).join(' '))));
    byId('lines-list').replaceChildren(...lines);
    this.view.showLines(event.lines.map((line) => line.cells ?? []));
    const best = told[0];
    if (best) this.learn(event.ply, { share: shareOf(best), text: this.board.turn === 'MIN' ? seenByOther(best.text) : best.text, proved: best.proved });
  }

  /** Return a line with the value of its first move where that is solved, rather than what a search thinks of it. */
  withSolved(line) {
    const value = this.solved[line.pv[0]];
    if (!value?.proved || line.proved) return line;
    const part = { win: 1, draw: 0.5, loss: 0 }[value.outcome];
    return { ...line, text: sayOutcome(value), proved: true, share: this.board.turn === 'MIN' ? 1 - part : part };
  }

  /** Show a `values` event. */
  showValues(event) {
    if (!this.wantsValues || event.mark !== this.marks.values) return;
    this.view.showValues(event.values);
    this.solved = event.values;
    if (this.last) this.showAnalysis(this.last);
    this.changed();
    const [found, all] = [Object.keys(event.values).length, this.board.legal.length];
    const still = event.final ? (found < all ? `${found} of ${all} moves solved within the time limit` : 'Every move is solved') : `${found} moves solved so far`;
    write(byId('values-state'), found === 0 && event.final ? event.why_none ?? 'No move was solved within the time limit' : still);
  }

  learn(ply, value) {
    this.known.set(ply, value);
    this.showBar(value);
    this.changed();
  }

  /** Take the values of a review: of whole games. */
  learnAll(values) {
    for (const { ply, ...value } of values) this.known.set(ply, value);
    this.changed();
  }

  /** Show a value on the bar: how much of it is MAX's. */
  showBar(value) {
    const bar = byId('value-bar');
    bar.style.setProperty('--share', String(value?.share ?? 0.5));
    const name = this.board?.names?.MAX ?? 'MAX';
    setAttribute(bar, 'aria-label', value ? `Value for ${name}: ${value.text}` : 'No value yet');
    bar.title = value ? `${name}: ${value.text}` : '';
  }

  /** Show what is computed for the panel: a `thinking` event that says for what. */
  showThinking({ for: purpose, what }) {
    if (what !== 'compiling') return;
    const text = 'Compiling this game (first time only)';
    if (purpose === 'analysis') write(byId('depth'), text);
    else if (purpose === 'values') write(byId('values-state'), text);
    else if (this.asking) byId('said').replaceChildren(make('p', { class: 'soft' }, text));
  }

  /** Ask for sentences, and show them. what: threats, hint or why. */
  async say(what, fields = {}) {
    const { ply, position } = this.board;
    this.asking = true;
    byId('said').replaceChildren(make('p', { class: 'soft' }, 'Thinking …'));
    const answer = await this.ask(what, { ply, ...fields });
    this.asking = false;
    if (this.board.ply !== ply || this.board.position !== position) return;
    byId('said').replaceChildren(...sentencesOf(answer, what).map((sentence) => make('p', {}, sentence)));
    if (answer?.cells) this.view.showThreats(answer.cells);
  }
}

/** Return what an answer says; null: it was refused, and that is said elsewhere. */
function sentencesOf(answer, what) {
  if (!answer) return [];
  if (answer.sentences?.length) return answer.sentences;
  if (what === 'threats') return ['No threats found.'];
  return [answer.text ?? answer.move ?? ''];
}

/** Return MAX's share of the point that a line promises, as far as its value tells. */
function shareOf({ share, value }) {
  if (typeof share === 'number') return share;
  return Number.isFinite(value) ? (1 + Math.tanh(value)) / 2 : 0.5;
}
