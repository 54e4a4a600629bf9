/** What there is to learn: the course's trees, step by step, and questions, alone or with a class. */

import { byId, make, write } from './elements.js';
import { QuestionForm } from './question_form.js';
import { announce, complain } from './status.js';

const SOURCES = [['exercise', 'Exercises'], ['quiz', 'Quiz']];

export class Lessons {
  /** @param {(what: string, fields?: Object) => Promise<Object>} ask @param {import('./course.js').Course} course */
  constructor(ask, course) {
    Object.assign(this, { ask, course });
    this.form = new QuestionForm(byId('question'), (answers) => this.mark(answers));
    byId('tree-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.showTree();
    });
    byId('tree-choice').addEventListener('change', () => this.fillTree());
    byId('question-form').addEventListener('submit', (event) => {
      event.preventDefault();
      location.hash = addressOf(this.wish());
    });
    byId('class-open').addEventListener('click', () => this.openClass());
    byId('class-join').addEventListener('submit', (event) => {
      event.preventDefault();
      location.hash = `#/class/${encodeURIComponent(byId('class-code').value.trim().toUpperCase())}`;
    });
    byId('question-next').addEventListener('click', () => this.show(this.at + 1));
    byId('question-before').addEventListener('click', () => this.show(this.at - 1));
  }

  /** Show the choice of lessons. */
  async open(how) {
    if (this.lessons) return;
    const lessons = await this.ask('lessons', {}, how);
    if (!lessons) return;
    this.lessons = lessons;
    this.course.setLessons(lessons.course ?? []);
    byId('tree-choice').replaceChildren(
      ...lessons.trees.map(({ title }, index) => make('option', { value: index }, title)), make('option', { value: '' }, 'Your own tree'));
    const groups = SOURCES.map(([source, label]) => make('optgroup', { label },
      ...lessons[source === 'quiz' ? 'topics' : 'kinds'].map(({ name, title }) => make('option', { value: `${source}/${name}` }, source === 'quiz' ? name : title))));
    byId('question-topic').replaceChildren(...groups, make('option', { value: 'quiz/' }, 'Quiz: all topics'));
    byId('question-level').replaceChildren(...lessons.levels.map((level) => make('option', { value: level }, level)));
    this.fillTree();
  }

  // --- trees ---

  fillTree() {
    const chosen = this.lessons?.trees[byId('tree-choice').value];
    if (!chosen) {
      byId('tree-text').focus();
      return;
    }
    byId('tree-text').value = chosen.tree;
    byId('tree-branching').value = chosen.branching;
    byId('tree-algorithm').value = chosen.algorithm;
    byId('tree-cut').value = chosen.cut;
    byId('tree-first').value = chosen.max_first ? 'MAX' : 'MIN';
  }

  async showTree() {
    const answer = await this.ask('lesson_tree', {
      tree: byId('tree-text').value.trim(), branching: byId('tree-branching').valueAsNumber || 2, algorithm: byId('tree-algorithm').value,
      cut: byId('tree-cut').value, minimizer_first: byId('tree-first').value === 'MIN', hide_values: byId('tree-hide').checked,
    });
    if (!answer) return;
    complain(null);
    byId('tree-frame').src = answer.url;
    byId('tree-shown').hidden = false;
    byId('tree-alone').href = answer.url;
    byId('tree-frame').focus({ preventScroll: true });
    byId('tree-shown').scrollIntoView({ block: 'nearest' });
  }

  // --- questions for oneself ---

  wish() {
    const [source, topic] = byId('question-topic').value.split('/');
    const seed = Math.floor(Math.random() * 1e9);
    return { source, topic, level: byId('question-level').value, number: byId('question-number').valueAsNumber || 5, seed };
  }

  /** Ask the questions that the address names. */
  async begin(wish) {
    const wanted = JSON.stringify(wish);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    this.questions = [];
    byId('question').replaceChildren();
    write(byId('question-place'), 'Preparing questions');
    const found = await this.ask('questions', wish);
    if (wanted !== this.wanted) return;
    if (!found) this.wanted = null;
    else {
      Object.assign(this, { asked: wish, questions: found.questions, results: new Map(), written: new Map() });
      this.show(0);
    }
  }

  show(index) {
    this.at = index;
    this.form.show(this.questions[index], { given: this.written.get(index) ?? {} });
    if (this.results.has(index)) this.form.showMarks(this.results.get(index));
    this.writePlace();
    byId('question-before').disabled = index === 0;
    byId('question-next').disabled = index === this.questions.length - 1;
  }

  writePlace() {
    const results = [...this.results.values()].filter(({ right }) => right !== null);
    const score = results.length > 0 ? ` · ${results.filter(({ right }) => right).length} of ${results.length} correct` : '';
    write(byId('question-place'), `Question ${this.at + 1} of ${this.questions.length}${score}`);
  }

  async mark(answers) {
    const [at, wanted] = [this.at, this.wanted];
    const told = await this.ask('mark', { ...this.asked, question: at, answers });
    if (!told || wanted !== this.wanted) return;
    complain(null);
    this.written.set(at, answers);
    if (!this.results.has(at)) this.results.set(at, told); // the first answer counts
    if (at !== this.at) return;
    this.form.showMarks(told);
    this.writePlace();
  }

  // --- classes ---

  async openClass() {
    const { seed, ...wish } = this.wish();
    const answer = await this.ask('class_open', wish);
    if (!answer) return;
    location.hash = `#/class/${answer.code}`;
    announce(`Class code: ${answer.code}`);
  }
}

function addressOf({ source, topic, level, number, seed }) {
  return `#/questions/${[source, topic, level, number, seed].map(encodeURIComponent).join('/')}`;
}

/** Return the wish that the parts of an address stand for. */
export function wishOf([source, topic, level, number, seed]) {
  return { source, topic: decodeURIComponent(topic ?? ''), level: level || 'easy', number: Number(number) || 5, seed: Number(seed) || 0 };
}
