/** A certificate's tree as a list that opens: every reply with its answer, and at the end of each branch the reason. */

import { make, setAttribute } from './elements.js';
import { lookOf } from './sides.js';

export class CertificateTree {
  /**
   * @param {HTMLElement} host the tree, `role="tree"`
   * @param {{names: () => Object, fetch: (line: string[]) => Promise<Object|null>, visit: (line: string[]) => void}} how
   *   names: of the players; fetch: returns what the certificate says after a line; visit: called with a line to go to
   */
  constructor(host, how) {
    Object.assign(this, { host }, how);
    this.seen = new Map(); // place -> the line that came there first, on this page
    this.lines = new WeakMap(); // item -> its line
    host.addEventListener('click', (event) => this.click(event));
    host.addEventListener('keydown', (event) => this.key(event));
    host.addEventListener('focusin', (event) => this.rove(event.target.closest('[role=treeitem]')));
  }

  /** Show the branches after a line. */
  show(branches, more, line) {
    this.host.replaceChildren(...this.itemsOf(branches, more, line, 1));
    this.rove(this.items()[0]);
  }

  itemsOf(branches, more, line, level) {
    const items = branches.map((branch) => this.itemOf(branch, [...line, ...branch.moves.map(({ word }) => word)], level));
    if (more > 0) items.push(make('li', { role: 'none', class: 'soft' }, `and ${more} more, which can be played on the board`));
    return items;
  }

  itemOf({ moves, ends, place }, line, level) {
    const before = this.seen.get(place);
    const known = place !== null && before !== undefined && before.words !== line.join(' ') ? before : null;
    if (place !== null && !before) this.seen.set(place, { words: line.join(' '), labels: this.say(line, moves) });
    const item = make('li', { role: 'treeitem', tabindex: -1, 'aria-level': level, 'aria-expanded': ends ? null : 'false', class: known ? 'known' : null },
      make('div', { class: 'branch' },
        make('span', { class: 'twist', 'aria-hidden': 'true' }, ends ? '■' : '▶'),
        make('span', { class: 'told' }, ...moves.map((move) => this.chip(move)), ...reasonOf(moves, ends, known))));
    this.lines.set(item, { line, moves });
    return item;
  }

  /** Return how a line is called: its words; the last moves as they are written here. */
  say(line, moves) {
    return [...line.slice(0, line.length - moves.length), ...moves.map(({ label }) => label)].join(' ');
  }

  chip({ by, label, reason }) {
    return make('span', { class: `chip ${lookOf({ names: this.names() }, by)}` }, make('span', { class: 'who' }, `${this.names()[by]} `), make('b', {}, label), make('span', { class: 'unseen' }, reason ? ', ' : '; '));
  }

  items() {
    return [...this.host.querySelectorAll('[role=treeitem]')].filter((item) => !item.parentElement.closest('[hidden]'));
  }

  /** Let one item be the one that Tab leads to. */
  rove(item) {
    if (!item) return;
    for (const other of this.host.querySelectorAll('[tabindex="0"]')) setAttribute(other, 'tabindex', -1);
    setAttribute(item, 'tabindex', 0);
  }

  click(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item) return;
    if (event.target.closest('.twist') && item.hasAttribute('aria-expanded')) this.turn(item);
    else this.visit(this.lines.get(item).line);
  }

  key(event) {
    const item = event.target.closest('[role=treeitem]');
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const items = this.items();
    const at = items.indexOf(item);
    const [open, up] = [item.getAttribute('aria-expanded') === 'true', item.parentElement.closest('[role=treeitem]')];
    if (event.key === 'ArrowDown') items[at + 1]?.focus();
    else if (event.key === 'ArrowUp') items[at - 1]?.focus();
    else if (event.key === 'Home') items[0].focus();
    else if (event.key === 'End') items.at(-1).focus();
    else if (event.key === 'ArrowRight' && open) items[at + 1]?.focus();
    else if (event.key === 'ArrowRight' && item.hasAttribute('aria-expanded')) this.turn(item);
    else if (event.key === 'ArrowLeft' && open) this.turn(item);
    else if (event.key === 'ArrowLeft') up?.focus();
    else if (event.key === 'Enter' || event.key === ' ') this.visit(this.lines.get(item).line);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Open or close an item; what is below it is asked for when it is first opened. */
  async turn(item) {
    const open = item.getAttribute('aria-expanded') === 'false';
    setAttribute(item, 'aria-expanded', String(open));
    const below = item.querySelector(':scope > ul');
    if (below) below.hidden = !open;
    if (below || !open) return;
    const { line } = this.lines.get(item);
    const list = make('ul', { role: 'group' });
    item.append(list);
    const found = await this.fetch(line);
    if (found) list.append(...this.itemsOf(found.branches, found.more, line, Number(item.getAttribute('aria-level')) + 1));
    else {
      list.remove();
      setAttribute(item, 'aria-expanded', 'false');
    }
  }
}

/** Return the note after the moves of a branch: how it ends, where it was seen, or why the answer needs no entry. */
function reasonOf(moves, ends, known) {
  if (ends) return [make('span', { class: 'why end' }, ends.text)];
  if (known) return [make('span', { class: 'why' }, `seen before, up to symmetry: shown after ${known.labels}`)];
  const { reason, why } = moves.at(-1);
  return why && reason !== 'chosen' ? [make('span', { class: 'why' }, why)] : [];
}
