/** A class: the teacher's page asks one question at a time, the others answer; counts are shown when the teacher asks. */

import { byId, make, setAttribute, write } from './elements.js';
import { QuestionForm, withSymbols } from './question_form.js';
import { announce } from './status.js';

export class ClassPage {
  /** @param {(what: string, fields?: Object) => Promise<Object>} ask */
  constructor(ask) {
    this.ask = ask;
    this.code = null;
    this.form = new QuestionForm(byId('class-question'), (answers) => this.answer(answers));
    byId('class-before').addEventListener('click', () => this.put(this.asked - 1));
    byId('class-next').addEventListener('click', () => this.put(this.asked === null ? 0 : this.asked + 1));
    byId('class-count').addEventListener('click', () => this.count());
    byId('class-close').addEventListener('click', () => this.ask('class_close', { code: this.code }));
  }

  /** Go to a class, or come back to it after the connection was lost. */
  async join(code, how = {}) {
    if (code !== this.code) Object.assign(this, { drawn: null, asked: null });
    this.code = code;
    write(byId('class-title'), `Class ${code}`);
    const told = await this.ask('class_join', { code }, how);
    if (told) this.show(told);
    else this.end('There is no such class, or it is over.');
  }

  /** Show how things stand: the answer to `class_join`, or a `class` event. */
  show(told) {
    if (told.code !== this.code) return;
    if (told.closed) {
      this.end('The class is over.');
      return;
    }
    const teaches = told.role === 'teacher';
    byId('class-teacher').hidden = !teaches;
    this.asked = told.asked;
    if (teaches) this.showTeacher(told);
    const question = teaches ? told.questions[told.asked] : told.question;
    const drawn = `${told.code} ${told.asked}`;
    if (drawn !== this.drawn) this.draw(question, told, teaches);
    this.drawn = drawn;
  }

  draw(question, { asked, of, own }, teaches) {
    byId('class-counts').replaceChildren();
    write(byId('class-place'), question ? `Question ${asked + 1} of ${of}` : 'No question is asked yet. It will appear here.');
    if (!question) byId('class-question').replaceChildren();
    else {
      this.form.show(question, { given: own ?? {}, label: teaches ? null : own ? 'Change the answer' : 'Answer' });
      if (own) this.form.say('Your answer has arrived.');
      announce(`Question ${asked + 1}`);
    }
  }

  showTeacher({ asked, of, here }) {
    write(byId('class-here'), `${here} ${here === 1 ? 'page is' : 'pages are'} here.`);
    write(byId('class-address'), `${location.origin}/#/class/${this.code}`);
    byId('class-before').disabled = !asked;
    byId('class-next').disabled = asked === of - 1;
    write(byId('class-next'), asked === null ? 'Ask the first question' : 'Next question');
    byId('class-count').disabled = asked === null;
  }

  put(question) {
    return this.ask('class_ask', { code: this.code, question });
  }

  async answer(answers) {
    const told = await this.ask('class_answer', { code: this.code, question: this.asked, answers });
    if (!told) return;
    this.form.say('Your answer has arrived.');
    write(byId('class-question').querySelector('[type=submit]'), 'Change the answer');
  }

  async count() {
    const told = await this.ask('class_count', { code: this.code });
    if (!told || told.question !== this.asked) return;
    const rows = told.parts.map(({ label, right, given }) => make('tr', {},
      make('th', { scope: 'row' }, withSymbols(label)),
      make('td', {}, right === null ? '–' : `${right} of ${told.answered}`),
      make('td', {}, given.map(([text, number]) => `${text || '(empty)'} × ${number}`).join(', '))));
    const head = make('tr', {}, ...['Asked for', 'Right', 'Answers'].map((text) => make('th', { scope: 'col' }, text)));
    byId('class-counts').replaceChildren(
      make('p', {}, `${told.answered} of ${told.here} have answered.`),
      make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows)),
      ...(told.solution.length > 0 ? [make('details', {}, make('summary', {}, 'Solution'), ...told.solution.map((line) => make('p', {}, withSymbols(line))))] : []));
  }

  end(text) {
    Object.assign(this, { drawn: null, asked: null });
    byId('class-teacher').hidden = true;
    byId('class-question').replaceChildren();
    write(byId('class-place'), text);
    setAttribute(byId('class-counts'), 'hidden', null);
    byId('class-counts').replaceChildren();
  }
}
