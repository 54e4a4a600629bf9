/** A class: the teacher's page asks one question at a time, the others answer; counts are shown when the teacher asks. */

import { byId, make, setAttribute, write } from './elements.js';
import { QuestionForm, withSymbols } from './question_form.js';
import { announce } from './status.js';

const CODE = /^[A-Z0-9]{5}$/;

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
    if (!CODE.test(code)) {
      this.end('A class code has five letters and digits. Check it and enter it under Lessons.');
      return;
    }
    const told = await this.ask('class_join', { code }, how);
    if (code !== this.code) return;
    if (told) this.show(told);
    else this.end('Cannot join this class: it has ended, the code is wrong, or the server was restarted.');
  }

  /** Show how things stand: the answer to `class_join`, or a `class` event. */
  show(told) {
    if (told.code !== this.code) return;
    if (told.closed) {
      this.end('The class has ended.');
      return;
    }
    const teaches = told.role === 'teacher';
    byId('class-teacher').hidden = !teaches;
    this.asked = told.asked;
    if (told.questions) this.questions = told.questions;
    if (teaches) this.showTeacher(told);
    const question = teaches ? this.questions[told.asked] : told.question;
    const drawn = `${told.code} ${told.asked}`;
    if (drawn !== this.drawn) this.draw(question, told, teaches);
    this.drawn = drawn;
  }

  draw(question, { asked, of, own }, teaches) {
    byId('class-counts').replaceChildren();
    write(byId('class-place'), question ? `Question ${asked + 1} of ${of}` : 'Waiting for the first question.');
    if (!question) byId('class-question').replaceChildren();
    else {
      this.form.show(question, { given: own ?? {}, label: teaches ? null : own ? 'Change answer' : 'Answer' });
      if (own) this.form.say('Answer received.');
      announce(`Question ${asked + 1}`);
    }
  }

  showTeacher({ asked, of, here, address }) {
    write(byId('class-here'), pagesHere(here));
    if (address) this.address = address;
    write(byId('class-address'), `${this.address || `${location.origin}/`}#/class/${this.code}`);
    byId('class-before').disabled = !asked;
    byId('class-next').disabled = asked === of - 1;
    write(byId('class-next'), asked === null ? 'Ask the first question' : 'Next question');
    byId('class-count').disabled = asked === null;
  }

  put(question) {
    return this.ask('class_ask', { code: this.code, question });
  }

  async answer(answers) {
    const { code, asked, drawn } = this;
    this.form.say('Sending your answer …');
    const told = await this.ask('class_answer', { code, question: asked, answers }, { again: true });
    if (drawn !== this.drawn) return; // another question is asked meanwhile
    if (!told) {
      this.form.say('Your answer was not accepted.');
      return;
    }
    this.form.say('Answer received.');
    write(byId('class-question').querySelector('[type=submit]'), 'Change answer');
  }

  async count() {
    const told = await this.ask('class_count', { code: this.code });
    if (!told || told.question !== this.asked) return;
    const rows = told.parts.map(({ label, right, given }) => make('tr', {},
      make('th', { scope: 'row' }, withSymbols(label)),
      make('td', {}, right === null ? '–' : `${right} of ${told.answered}`),
      make('td', {}, given.map(([text, number]) => `${text || '(empty)'} × ${number}`).join(', '))));
    const head = make('tr', {}, ...['Part', 'Correct', 'Answers'].map((text) => make('th', { scope: 'col' }, text)));
    byId('class-counts').replaceChildren(
      make('p', {}, `${told.answered} ${told.answered === 1 ? 'has' : 'have'} answered; ${pagesHere(told.here)}`),
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

function pagesHere(number) {
  return `${number} ${number === 1 ? 'student has' : 'students have'} joined.`;
}
