/** The reader's own game: rules in an editor, checked, drawn, searched and played against. */

import { BoardView } from '../../src/plywise/web/page/board.js';
import { choose, closeFromOutside } from '../../src/plywise/web/page/chooser.js';
import { byId, make, write } from '../../src/plywise/web/page/elements.js';
import { Editor } from './editor.js';
import { copyLink, keepLink, packText, unpackText } from './link.js';
import { saveFile } from './saving.js';
import { showSteps } from './tree.js';

const KEPT = 'plywise-rules';
const MANY = 8; // moves of which a tree of one ply fits a page
const BREAK = 250; // milliseconds before the engine answers, so that a move is seen

export class GamePage {
  constructor(python, about) {
    Object.assign(this, { python, examples: about.examples });
    this.editor = new Editor(byId('game-editor'), { label: 'Rules of the game, in Python', run: () => this.check(), changed: () => this.changed() });
    this.view = new BoardView(byId('game-board'), byId('game-stage'), (word) => this.play(word), async (actions) => {
      const word = await choose('Which move?', actions);
      if (word) this.play(word);
    });
    closeFromOutside(byId('choice'));
    byId('game-example').append(make('option', { value: '' }, 'Choose a game'), ...this.examples.map(({ title }, place) => make('option', { value: place }, title)));
    const on = (name, what, event = 'click') => byId(`game-${name}`).addEventListener(event, what);
    on('example', ({ target }) => this.take(this.examples[target.value]), 'change');
    on('class', () => this.load(), 'change');
    on('check', () => this.check());
    on('load', () => this.load());
    on('link', ({ target }) => copyLink(target));
    on('save', () => saveFile('my_game.py', this.editor.text, 'text/x-python'));
    on('file', ({ target }) => this.open(target), 'change');
    on('new', () => this.begin());
    on('undo', () => this.undo());
    on('search', () => this.search());
    on('tree', () => this.drawTree());
    on('side', () => this.step(), 'change');
    this.life = null;
  }

  async show(_, fields) {
    const code = fields.code ?? '';
    if (this.shown !== undefined && this.shown === code) return;
    if (code) {
      const source = await unpackText(code);
      this.note(source === null ? 'The link is incomplete: the rules in it cannot be read.' : 'These rules came with the link. Read them before you run them.');
      if (source !== null) this.fill(source);
    } else if (this.shown === undefined) {
      const kept = localStorage.getItem(KEPT);
      this.fill(kept ?? this.examples[0].source);
      this.shown = code;
      if (this.examples.some(({ source }) => source === this.editor.text)) this.load(); // nobody else's rules run unasked
    }
    this.shown = code;
  }

  take(example) {
    if (!example) return;
    this.fill(example.source);
    this.note(null);
    this.changed();
    this.load();
  }

  fill(source) {
    this.editor.text = source;
    byId('game-report').replaceChildren();
    this.loaded = null;
  }

  note(text) {
    byId('game-note').hidden = !text;
    write(byId('game-note'), text ?? '');
  }

  changed() {
    localStorage.setItem(KEPT, this.editor.text);
    clearTimeout(this.linking);
    this.linking = setTimeout(async () => {
      const code = await packText(this.editor.text);
      this.shown = code;
      if (location.hash.startsWith('#/game')) keepLink('game', { code });
    }, 300);
    if (this.loaded !== null && this.loaded !== this.editor.text) write(byId('game-status'), 'The rules have changed: check or load them again.');
  }

  async open(input) {
    const [file] = input.files;
    input.value = '';
    if (!file) return;
    this.fill(await file.text());
    this.changed();
    this.load();
  }

  /** Ask Python; show what is wrong at its line. */
  async ask(name, given = {}) {
    const answer = await this.python.ask(name, given).catch((error) => ({ error: error.message || 'Stopped. Check or load the rules again.', line: null, stopped: true }));
    if (!answer.error) return answer;
    if (answer.stopped || answer.lost) this.loaded = null;
    this.complain(answer.error, answer.line);
    return null;
  }

  complain(text, line) {
    byId('game-report').replaceChildren(make('p', { class: 'wrong-note' }, this.linkTo(line), text));
    if (line) {
      this.editor.mark([[line, text]]);
      this.editor.goTo(line);
    }
  }

  linkTo(line) {
    return line ? make('button', { type: 'button', class: 'small', click: () => this.editor.goTo(line) }, `Line ${line}`) : null;
  }

  async load() {
    const source = this.editor.text;
    this.editor.mark([]);
    const chosen = byId('game-class');
    const answer = await this.ask('rules', { source, name: source === this.loaded ? chosen.value : (this.loaded === null ? '' : chosen.value) });
    if (!answer) return null;
    this.loaded = source;
    this.life = this.python.life;
    chosen.replaceChildren(...answer.games.map((name) => make('option', {}, name)));
    chosen.value = answer.name;
    byId('game-class-label').hidden = answer.games.length < 2;
    byId('game-report').replaceChildren(make('p', {}, make('strong', {}, answer.name), answer.about ? `: ${answer.about}` : ''));
    const { names } = answer.board;
    const before = byId('game-side').value;
    byId('game-side').replaceChildren(make('option', { value: 'MAX' }, names.MAX), make('option', { value: 'MIN' }, names.MIN), make('option', { value: 'both' }, 'Both sides'));
    byId('game-side').value = before || 'MAX';
    byId('game-table').hidden = false;
    byId('game-empty').hidden = true;
    byId('game-said').replaceChildren();
    byId('game-stepper').hidden = true;
    this.display(answer.board);
    if (answer.board.legal.length > MANY) byId('game-plies').value = '1';
    this.step();
    return answer;
  }

  async check() {
    if (!(await this.load())) return;
    byId('game-report').append(make('p', { class: 'soft' }, 'Checking the rules on positions of random play …'));
    const report = await this.ask('check');
    if (!report) return;
    const lines = report.broken.map((each) => make('li', {}, this.linkTo(each.line),
      make('strong', {}, `${each.law}: `), each.detail, make('span', { class: 'soft' }, ` At ${each.position}${each.action ? `, action ${each.action}` : ''}.`)));
    byId('game-report').replaceChildren(
      make('p', { class: report.ok ? 'right-note' : 'wrong-note' }, report.ok ? '✓ ' : '✗ ', report.summary),
      ...(lines.length ? [make('ul', { class: 'breaches' }, ...lines)] : []),
      ...list('Not examined', report.notes), ...list('Suggestions', report.suggestions),
    );
    const marks = report.broken.filter((each) => each.line).map((each) => [each.line, `${each.law}: ${each.detail}`]);
    this.editor.mark(marks);
    if (marks.length) this.editor.goTo(marks[0][0]);
  }

  display(board) {
    this.board = board;
    const plain = !board.rows.length;
    byId('game-board').hidden = plain;
    this.view.show({ ...board, game_id: 'own' }, this.isMine());
    write(byId('game-beside'), plain ? board.text : board.beside.join(' · '));
    byId('game-beside').classList.toggle('alone', plain);
    const words = board.legal.filter((each) => each.said || each.cells.length === 0);
    byId('game-words').replaceChildren(...words.map(({ word, label }) => make('button', { type: 'button', disabled: !this.isMine(), click: () => this.play(word) }, label || word)));
    write(byId('game-status'), board.over ? board.over.text : `${board.names[board.turn]} to move`);
  }

  isMine() {
    const side = byId('game-side').value;
    return Boolean(this.board?.turn) && (side === 'both' || side === this.board.turn);
  }

  async begin() {
    const answer = await this.ask('new');
    if (!answer) return;
    byId('game-said').replaceChildren();
    this.display(answer.board);
    this.step();
  }

  async play(word) {
    if (!this.isMine() || this.playing) return;
    this.playing = true;
    const answer = await this.ask('play', { move: word });
    this.playing = false;
    if (!answer) return;
    this.display(answer.board);
    this.step();
  }

  /** Let the engine move where it is its turn. */
  async step() {
    if (!this.board) return;
    this.display(this.board);
    if (!this.board.turn || this.isMine() || this.playing) return;
    this.playing = true;
    write(byId('game-status'), `${this.board.names[this.board.turn]} is thinking`);
    await new Promise((done) => { setTimeout(done, BREAK); });
    const answer = await this.ask('answer', { level: byId('game-level').value });
    this.playing = false;
    if (answer) this.display(answer.board);
  }

  async undo() {
    if (!this.board || this.playing) return;
    const plies = byId('game-side').value === 'both' || this.board.plies < 2 ? 1 : 2;
    const answer = await this.ask('undo', { plies });
    if (!answer) return;
    this.display(answer.board);
    this.step();
  }

  async search() {
    write(byId('game-said'), 'Searching for a second …');
    const found = await this.ask('search', { seconds: 1 });
    byId('game-said').replaceChildren();
    if (!found) return;
    const value = found.proved ? `Value ${short(found.value)} for ${found.max}, proved` : `Value ${short(found.value)} for ${found.max}, an estimate`;
    byId('game-said').replaceChildren(
      make('p', {}, make('strong', {}, `${found.side} should play ${found.best}. `), `${value}, ${found.depth} plies deep.`),
      make('p', { class: 'soft' }, `Best play: ${found.line.join(' ')}. ${found.nodes.toLocaleString('en')} nodes, ${found.cutoffs.toLocaleString('en')} cutoffs.`),
      ...found.notes.map((note) => make('p', { class: 'soft' }, note)),
    );
  }

  async drawTree() {
    const answer = await this.ask('game_tree', { depth: Number(byId('game-plies').value) });
    if (!answer) return;
    byId('game-stepper').hidden = false;
    showSteps(byId('game-stepper'), answer.frames);
    byId('game-stepper').scrollIntoView({ block: 'nearest' });
  }
}

function list(title, lines) {
  if (!lines.length) return [];
  return [make('details', {}, make('summary', {}, title), ...lines.map((line) => make('pre', { class: 'plain' }, line)))];
}

function short(value) {
  return Number.isInteger(value) ? String(value) : Number(value).toFixed(2);
}
