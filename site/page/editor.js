/** A small editor for Python: line numbers, colours, indenting, and marks on lines where something is wrong. */

import { make } from '../../src/plywise/web/page/elements.js';

const WORDS = new Set(('and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return '
  + 'try while with yield case None True False self').split(' '));
const TOKEN = /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|[fFrRbB]{0,2}"(?:\\.|[^"\\\n])*"?|[fFrRbB]{0,2}'(?:\\.|[^'\\\n])*'?)|(\b\d[\w.]*)|([A-Za-z_]\w*)/g;
const INDENT = '    ';

export class Editor {
  /** @param {HTMLElement} host @param {{label: string, text?: string, run?: () => void, changed?: () => void}} options */
  constructor(host, { label, text = '', run = null, changed = null }) {
    Object.assign(this, { run, changed });
    this.numbers = make('div', { class: 'numbers-of-lines', 'aria-hidden': 'true' });
    this.colours = make('pre', { 'aria-hidden': 'true' });
    this.area = make('textarea', {
      'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', autocorrect: 'off', wrap: 'off', rows: 1,
      input: () => this.edited(), keydown: (event) => this.key(event), blur: () => { this.leaving = false; },
    });
    this.host = host;
    host.classList.add('editor');
    host.replaceChildren(this.numbers, make('div', { class: 'code' }, this.colours, this.area));
    this.marks = new Map();
    this.text = text;
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.marks.clear();
    this.draw();
  }

  edited() {
    this.marks.clear();
    this.draw();
    this.changed?.();
  }

  /** Mark lines: number -> what is wrong there. */
  mark(lines) {
    this.marks = new Map(lines);
    this.draw();
  }

  /** Put the cursor on a line and bring it into view. */
  goTo(line) {
    const before = this.text.split('\n').slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(before, before);
    const number = this.numbers.children[line - 1];
    if (number) this.host.scrollTop = number.offsetTop - (this.host.clientHeight - number.offsetHeight) / 2;
    this.host.scrollIntoView({ block: 'nearest' });
  }

  draw() {
    const text = this.text;
    const lines = coloured(text).split('\n');
    this.colours.innerHTML = lines.map((line, place) => (this.marks.has(place + 1) ? `<span class="wrong">${line || ' '}</span>` : line)).join('\n') + '\n';
    this.numbers.replaceChildren(...lines.map((_, place) => {
      const note = this.marks.get(place + 1);
      return make('div', { class: note ? 'wrong' : null, title: note ?? null }, String(place + 1));
    }));
  }

  key(event) {
    if (event.key === 'Escape') { // after it, Tab leaves the editor
      this.leaving = true;
      return;
    }
    const leaving = this.leaving;
    if (event.key !== 'Shift') this.leaving = false;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === 'Enter') this.go(event);
      return;
    }
    if (event.key === 'Enter' && event.shiftKey) this.go(event);
    else if (event.key === 'Tab' && !leaving) this.indent(event);
    else if (event.key === 'Enter') this.newLine(event);
    else if (event.key === 'Backspace') this.unindentAtCursor(event);
  }

  go(event) {
    if (!this.run) return;
    event.preventDefault();
    this.run();
  }

  indent(event) {
    event.preventDefault();
    const { selectionStart: from, selectionEnd: to } = this.area;
    if (from === to && !event.shiftKey) {
      this.put(INDENT.slice((from - this.lineStart(from)) % INDENT.length));
      return;
    }
    const first = this.lineStart(from);
    const block = this.text.slice(first, to);
    const moved = block.split('\n').map((line) => (event.shiftKey ? line.replace(/^ {1,4}/, '') : line && INDENT + line)).join('\n');
    this.area.setSelectionRange(first, to);
    this.put(moved);
    if (from !== to) this.area.setSelectionRange(first, first + moved.length);
  }

  newLine(event) {
    event.preventDefault();
    const at = this.area.selectionStart;
    const line = this.text.slice(this.lineStart(at), at);
    this.put(`\n${/^ */.exec(line)[0]}${/:\s*(#.*)?$/.test(line) ? INDENT : ''}`);
  }

  unindentAtCursor(event) {
    const { selectionStart: at, selectionEnd: to } = this.area;
    const line = this.text.slice(this.lineStart(at), at);
    if (at !== to || !line || line.trim() || line.length % INDENT.length) return;
    event.preventDefault();
    this.area.setSelectionRange(at - INDENT.length, at);
    this.put('');
  }

  lineStart(at) {
    return this.text.lastIndexOf('\n', at - 1) + 1;
  }

  /** Put a text in place of what is selected, so that the browser's undo takes it back. */
  put(text) {
    if (!document.execCommand(text ? 'insertText' : 'delete', false, text)) {
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
      this.edited();
    }
  }
}

function coloured(text) {
  let [html, at] = ['', 0];
  const escaped = (part) => part.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
  const spans = (part, look) => part.split('\n').map((line) => `<span class="${look}">${escaped(line)}</span>`).join('\n');
  for (const match of text.matchAll(TOKEN)) {
    const [part, comment, string, number, word] = match;
    html += escaped(text.slice(at, match.index));
    if (comment) html += spans(part, 'comment');
    else if (string) html += spans(part, 'string');
    else if (number) html += spans(part, 'number');
    else html += word && WORDS.has(part) ? spans(part, 'word') : escaped(part);
    at = match.index + part.length;
  }
  return html + escaped(text.slice(at));
}
