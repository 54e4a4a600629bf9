/** One question with its figure, fields for the answers, and what is said of them afterwards. */

import { make } from './elements.js';

export class QuestionForm {
  /** @param {HTMLElement} host @param {(answers: Object) => Promise<void>} answer called with part -> text */
  constructor(host, answer) {
    Object.assign(this, { host, answer, sent: null });
    host.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  /** Send the answers, once at a time: the server would stop marking those sent before. */
  async submit() {
    const { question } = this;
    if (this.sent === question) return;
    this.sent = question;
    try {
      await this.answer(this.answers());
    } finally {
      if (this.sent === question) this.sent = null;
    }
  }

  /** Show a question. given: part -> text that was written before; label: of the button, null for none. */
  show(question, { given = {}, label = 'Answer' } = {}) {
    this.question = question;
    const parts = question.parts.map((part, index) => fieldOf(part, index, given[part.id] ?? ''));
    this.said = make('div', { class: 'verdicts', 'aria-live': 'polite' });
    const button = label && make('p', { class: 'actions' }, make('button', { type: 'submit', class: 'main' }, label));
    const form = make('form', { autocomplete: 'off' }, make('div', { class: question.parts.length > 3 ? 'parts many' : 'parts' }, ...parts), button);
    this.host.replaceChildren(
      make('h3', {}, question.title),
      ...question.text.map((text) => make('p', { class: 'question' }, withSymbols(text))),
      ...pictures(question),
      ...(question.entries.length > 0 ? [make('ol', { class: 'entries' }, ...question.entries.map((each) => make('li', {}, withSymbols(each))))] : []),
      ...(label === null ? [make('ul', { class: 'soft' }, ...question.parts.map((part) => make('li', {}, withSymbols(part.label))))] : [form]),
      this.said,
    );
  }

  answers() {
    return Object.fromEntries([...this.host.querySelectorAll('[data-part]')].map((field) => [field.dataset.part, field.value.trim()]));
  }

  /** Say what the answers are worth. */
  showMarks({ right, parts, solution }) {
    const labels = new Map(this.question.parts.map((part) => [part.id, part.label]));
    const verdict = right === null ? 'Compare with the solution:' : right ? '✓ Correct.' : '✗ Incorrect.';
    const lines = parts.map((part) => make('li', {}, part.right === null ? '' : part.right ? '✓ ' : '✗ ', parts.length > 1 ? withSymbols(`${labels.get(part.id)}: `) : '', withSymbols(part.because)));
    const more = parts.length > 1 || solution.length > 1 ? [make('details', {}, make('summary', {}, 'Solution'), ...solution.map((line) => make('p', {}, withSymbols(line))))] : [];
    this.said.replaceChildren(make('p', {}, make('strong', {}, verdict)), make('ul', {}, ...lines), ...more);
  }

  /** Say a line below the question. */
  say(text) {
    this.said.replaceChildren(make('p', {}, text));
  }
}

function fieldOf({ id, label, hint }, index, value) {
  const name = `part-${index}`;
  const input = make('input', { id: name, 'data-part': id, value, maxlength: 200, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': `${name}-hint` });
  return make('label', { class: 'field', for: name }, make('span', {}, withSymbols(label)), input, make('small', { class: 'soft', id: `${name}-hint` }, hint));
}

/** The figure: all of it fits the page; where it has to be made smaller for that, a button shows it in full size. */
function pictures(question) {
  const { picture } = question;
  if (!picture) return [];
  const zoom = make('button', { type: 'button', class: 'small zoom', 'aria-pressed': 'false', click: () => {
    zoom.setAttribute('aria-pressed', String(box.classList.toggle('full-size')));
  } }, 'Full size');
  const box = make('div', {}, ...inThemes(question), zoom);
  new ResizeObserver(() => box.classList.toggle('shrinks', box.clientWidth > 0 && box.clientWidth < picture.width)).observe(box);
  return [box];
}

/** The figure in both themes: the style sheet shows one. */
function inThemes({ picture, tree }) {
  return ['light', 'dark'].map((theme) => make('div', { class: `figure for-${theme}`, tabindex: 0, role: 'region', 'aria-label': 'Tree' },
    make('img', { src: `data:image/svg+xml,${encodeURIComponent(picture[theme])}`, width: picture.width, alt: `The tree ${tree}` })));
}

/** Return a text with signs for alpha, beta, infinity and comparisons. */
export function withSymbols(text) {
  return text.replace(/\balpha\b(?!-beta)/g, 'α').replace(/(?<![Aa]lpha-)\bbeta\b/g, 'β').replace(/-inf\b/g, '−∞').replace(/\+?\binf\b/g, '+∞').replace(/>=/g, '≥').replace(/<=/g, '≤');
}
