/** Sheets of exercises: made from a link's seed, answered in place, marked with reasons; and a class marked by its table. */

import { byId, make, write } from '../../src/plywise/web/page/elements.js';
import { QuestionForm } from '../../src/plywise/web/page/question_form.js';
import { copyLink, keepLink } from './link.js';
import { saveFile } from './saving.js';

export class Exercises {
  constructor(python, about) {
    Object.assign(this, { python });
    byId('sheet-topic').append(...about.kinds.map(({ name, title }) => make('option', { value: name }, title)));
    byId('sheet-level').append(...about.levels.map((name) => make('option', { value: name }, name[0].toUpperCase() + name.slice(1))));
    byId('sheet-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.begin({ ...this.chosen(), seed: 1 + Math.floor(Math.random() * 1e6) });
    });
    byId('sheet-link').addEventListener('click', (event) => copyLink(event.target));
    byId('sheet-print').addEventListener('click', () => this.save(false));
    byId('sheet-key').addEventListener('click', () => this.save(true));
    byId('sheet-hand-in').addEventListener('submit', (event) => {
      event.preventDefault();
      this.handIn(byId('sheet-student').value.trim());
    });
    byId('sheet-class').addEventListener('change', (event) => this.grade(event.target));
  }

  show(_, { topic, level, number, seed }) {
    if (!topic || !seed) return;
    const wish = { topic, level: level ?? 'easy', number: Number(number) || 3, seed: Number(seed) || 0 };
    if (JSON.stringify(wish) === JSON.stringify(this.wish)) return;
    byId('sheet-topic').value = topic;
    byId('sheet-level').value = wish.level;
    byId('sheet-number').value = wish.number;
    this.begin(wish);
  }

  chosen() {
    return { topic: byId('sheet-topic').value, level: byId('sheet-level').value, number: Math.min(20, Math.max(1, byId('sheet-number').valueAsNumber || 3)) };
  }

  async begin(wish) {
    this.wish = wish;
    this.results = new Map();
    byId('sheet-questions').replaceChildren();
    byId('sheet-marks').replaceChildren();
    write(byId('sheet-score'), 'Making the sheet');
    const answer = await this.ask('questions', { source: 'exercise', ...wish });
    if (this.wish !== wish) return;
    write(byId('sheet-score'), '');
    if (!answer) return;
    keepLink('exercises', wish);
    byId('sheet-link').hidden = false;
    byId('sheet-teacher').hidden = false;
    byId('sheet-hand-in').hidden = false;
    this.of = answer.questions.length;
    byId('sheet-questions').append(...answer.questions.map((question, place) => this.draw(question, place)));
    this.count();
  }

  draw(question, place) {
    const host = make('div', { class: 'question-box' });
    const form = new QuestionForm(host, async (answers) => {
      const told = await this.ask('mark', { source: 'exercise', ...this.wish, question: place, answers });
      if (!told) return;
      form.showMarks(told);
      if (!this.results.has(place)) this.results.set(place, told.right); // the first answer counts
      this.count();
    });
    form.show({ ...question, title: `${place + 1}. ${question.title}` }, { label: 'Mark my answers' });
    const ids = host.querySelectorAll('[id]'); // several forms stand on this page
    for (const each of ids) each.id = `q${place}-${each.id}`;
    for (const each of host.querySelectorAll('label[for]')) each.htmlFor = `q${place}-${each.htmlFor}`;
    for (const each of host.querySelectorAll('[aria-describedby]')) each.setAttribute('aria-describedby', `q${place}-${each.getAttribute('aria-describedby')}`);
    return make('li', {}, host);
  }

  count() {
    const done = [...this.results.values()];
    write(byId('sheet-score'), done.length === 0 ? `${this.of} ${this.of === 1 ? 'exercise' : 'exercises'}. Fill in your answers and have them marked.`
      : `${done.filter(Boolean).length} right of ${done.length} answered, ${this.of} in all. The first answer counts.`);
  }

  async save(key) {
    const answer = await this.ask('sheet', { ...this.wish, key });
    if (answer) saveFile(`${key ? 'key' : 'sheet'}-${this.wish.topic}-${this.wish.seed}.html`, answer.html, 'text/html');
  }

  /** Save the answers on this page as a file that the teacher can mark here, or with `plywise grade`. */
  handIn(student) {
    const fields = [...byId('sheet-questions').querySelectorAll('[data-part]')].filter((field) => field.value.trim());
    const answers = Object.fromEntries(fields.map((field) => [field.dataset.part, field.value.trim()]));
    const name = student.replace(/[^\p{L}\p{N}]+/gu, '-') || 'nameless';
    saveFile(`answers-${name}.json`, `${JSON.stringify({ student, answers }, null, 1)}\n`, 'application/json');
  }

  async grade(input) {
    const files = [...input.files];
    if (files.length === 0) return;
    const given = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
    input.value = '';
    const answer = await this.ask('grade', { ...this.wish, files: given });
    if (!answer) return;
    const rows = answer.students.map((each) => make('tr', {}, make('th', { scope: 'row' }, each.name),
      make('td', {}, each.graded ? `${each.marks} of ${each.of}` : 'not graded'),
      make('td', {}, ...[...each.wrong, ...each.notes].map((line) => make('div', {}, line)))));
    const head = make('tr', {}, ...['Student', 'Marks', 'What was wrong, and why'].map((text) => make('th', { scope: 'col' }, text)));
    byId('sheet-marks').replaceChildren(...answer.notes.map((note) => make('p', { class: 'soft' }, note)),
      make('div', { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': 'Marks of the class' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows))));
  }

  async ask(name, given) {
    const answer = await this.python.ask(name, given).catch(() => ({ error: 'Stopped.' }));
    byId('sheet-wrong').hidden = !answer.error;
    write(byId('sheet-wrong'), answer.error ?? '');
    return answer.error ? null : answer;
  }
}
