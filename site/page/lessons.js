/** The lessons of the course: text, pictures and cells that can be changed and run. */

import { byId, make } from '../../src/plywise/web/page/elements.js';
import { Editor } from './editor.js';
import { outputOf } from './pictures.js';
import { Stopped } from './python.js';

export class Lessons {
  constructor(python, about) {
    Object.assign(this, { python, about });
    this.loaded = new Map();
    globalThis.plywiseLesson = (name, lesson) => this.loaded.set(name, lesson);
    byId('lesson-list').append(...about.lessons.map(({ name, title, about: line }) => make('li', {},
      make('a', { href: `#/lesson/${name}` }, make('strong', {}, title), make('span', { class: 'soft' }, line)))));
  }

  async show([name], _, page) {
    if (page !== 'lesson' || name === this.shown) return;
    const place = this.about.lessons.findIndex((each) => each.name === name);
    if (place < 0) {
      location.replace('#/lessons');
      return;
    }
    this.shown = name;
    byId('lesson').replaceChildren(make('p', { class: 'note' }, 'Opening the lesson'));
    const lesson = await this.load(name).catch(() => null);
    if (this.shown !== name) return;
    if (!lesson) {
      this.shown = null;
      byId('lesson').replaceChildren(make('h1', {}, 'This lesson could not be loaded'), make('p', {}, 'Go online once, and open it again.'));
      return;
    }
    document.title = `${lesson.title} – Plywise`;
    this.draw(name, lesson, place);
  }

  /** Load a lesson: a script, as a page opened from a folder may not fetch. */
  async load(name) {
    if (!this.loaded.has(name)) {
      await new Promise((resolve, reject) => {
        document.head.append(make('script', { src: `lessons/${name}.js`, load: resolve, error: reject }));
      });
    }
    return this.loaded.get(name);
  }

  draw(name, lesson, place) {
    const host = byId('lesson');
    host.innerHTML = lesson.html;
    const run = new LessonRun(this.python, name);
    for (const slot of host.querySelectorAll('[data-cell]')) {
      const number = Number(slot.dataset.cell);
      run.add(new Cell(slot, lesson.cells[number], number, run));
    }
    host.querySelector('h1')?.after(make('p', { class: 'lesson-help soft' }, 'The cells have already been run. Edit one and press Run or Shift+Enter; the cells above it run first.'));
    const { lessons } = this.about;
    const link = (at, word) => lessons[at] && make('a', { class: 'button', href: `#/lesson/${lessons[at].name}` }, `${word}: ${lessons[at].title}`);
    host.append(make('nav', { class: 'actions between', 'aria-label': 'Lessons' }, link(place - 1, 'Before'), make('a', { class: 'button', href: '#/lessons' }, 'All lessons'), link(place + 1, 'Next')));
  }
}

/** The cells of a lesson that is open, and which of them Python has run. */
class LessonRun {
  constructor(python, lesson) {
    Object.assign(this, { python, lesson, cells: [], life: null, running: false });
  }

  add(cell) {
    this.cells.push(cell);
  }

  /** Run a cell, and before it those above that have not been run as they are now. */
  async run(last) {
    if (this.running) return;
    this.running = true;
    try {
      await this.python.start().catch(() => null);
      for (const cell of this.cells.slice(0, this.cells.indexOf(last) + 1)) {
        if (this.life !== this.python.life) this.forget();
        if (cell !== last && (cell.done || !cell.runs)) continue;
        if (!(await this.runOne(cell)) && cell !== last) break;
      }
    } finally {
      this.running = false;
    }
  }

  forget() {
    this.life = this.python.life;
    this.fresh = true;
    for (const cell of this.cells) cell.done = false;
  }

  async runOne(cell) {
    cell.begin();
    try {
      const { lesson, fresh } = this;
      this.fresh = false;
      const answer = await this.python.ask('cell', { lesson, cell: cell.number, code: cell.code, fresh }, (told) => cell.hear(told));
      cell.end(answer);
      return !answer.failure;
    } catch (error) {
      cell.end({ failure: error instanceof Stopped && !error.message ? 'Stopped. Python was restarted; the cells above will run again first.' : error.message, line: null });
      return false;
    }
  }
}

class Cell {
  constructor(host, cell, number, run) {
    Object.assign(this, { host, cell, number, run, done: false });
    this.runs = !cell.why || Boolean(cell.small);
    this.output = make('div', { class: 'output', 'aria-live': 'polite' });
    this.button = make('button', { type: 'button', class: 'small', click: () => (this.busy ? run.python.stop() : run.run(this)) }, 'Run');
    this.reset = make('button', { type: 'button', class: 'small plain', hidden: true, click: () => this.restore() }, 'Undo changes');
    const place = make('div', {});
    const bar = make('div', { class: 'cell-bar' }, this.runs ? this.button : null, this.reset, ...this.notes());
    const body = [place, bar, this.output];
    host.classList.add('lesson-cell');
    if (cell.hidden) host.append(make('details', {}, make('summary', {}, 'Show the cell and run it'), ...body));
    else host.append(...body);
    this.editor = new Editor(place, { label: `Code of cell ${number + 1}`, text: cell.code, run: () => this.runs && run.run(this), changed: () => this.changed() });
    this.show(cell.outputs);
  }

  /** Say what is different in the browser. */
  notes() {
    const { small, why, seconds } = this.cell;
    if (seconds) return [make('span', { class: 'soft small-print' }, `Takes about ${seconds} seconds in the browser.`)];
    if (!why) return [];
    const text = small ? `The output shown is from the native engine. In the browser this cell runs with smaller parameters: ${why}.` : `This cell needs ${why}. The output shown was recorded; install Plywise to run the cell.`;
    return [make('span', { class: 'soft small-print' }, text)];
  }

  get code() {
    return this.editor.text;
  }

  changed() {
    this.reset.hidden = this.code === this.cell.code;
    this.done = false;
  }

  restore() {
    this.editor.text = this.cell.code;
    this.changed();
    this.show(this.cell.outputs);
  }

  /** Show the recorded outputs, which are HTML. What may be wider than the page can be scrolled by keyboard. */
  show(outputs) {
    this.output.innerHTML = outputs;
    for (const part of this.output.querySelectorAll('pre, .drawing, .html')) {
      part.tabIndex = 0;
      part.setAttribute('role', 'region');
      part.setAttribute('aria-label', part.matches('.drawing') ? 'Drawing' : 'Output');
    }
  }

  begin() {
    if (this.cell.small && this.code === this.cell.code) {
      this.editor.text = this.cell.small;
      this.changed();
    }
    this.editor.mark([]);
    this.busy = true;
    this.host.dataset.state = 'busy';
    this.button.textContent = 'Stop';
    this.output.replaceChildren();
    this.heard = null;
  }

  /** Show what is printed while the cell runs. */
  hear({ out, err }) {
    const kind = out === undefined ? 'told soft' : '';
    if (!this.heard || this.heard.kind !== kind) {
      this.heard = { kind, place: make('pre', { class: kind || null, tabindex: 0, role: 'region', 'aria-label': 'Output' }) };
      this.output.append(this.heard.place);
    }
    this.heard.place.append(out ?? err);
  }

  end({ shown = [], failure = null, error = null, line = null }) {
    this.busy = false;
    this.button.textContent = 'Run';
    this.done = !failure && !error;
    this.host.dataset.state = this.done ? 'done' : 'failed';
    this.output.append(...shown.map(outputOf));
    const wrong = failure ?? error;
    if (wrong) this.output.append(make('pre', { class: 'failed', tabindex: 0, role: 'region', 'aria-label': 'What went wrong' }, wrong));
    if (wrong && line) this.editor.mark([[line, wrong.split('\n').pop()]]);
  }
}
