/** The view of a certificate: what it claims, and its tree, to be walked on the board and in a list. */

import { BoardView } from './board.js';
import { CertificateTree } from './certificate_tree.js';
import { choose } from './chooser.js';
import { asButtons, sayWord } from './clicking.js';
import { byId, make, write } from './elements.js';
import { lookOf } from './sides.js';
import { announce } from './status.js';
import { titleOf } from './titles.js';

const FOCUS = { 'certificate-tree': '[tabindex="0"]', 'certificate-words': 'button', 'certificate-trail': '[aria-current]' };

export class CertificatePage {
  /** @param {(what: string, fields?: Object, how?: Object) => Promise<Object>} ask */
  constructor(ask) {
    this.ask = ask;
    this.claim = null;
    this.found = null; // what is shown
    this.view = new BoardView(byId('certificate-board'), byId('certificate-stage'), (word) => this.play(word), async (actions) => {
      const word = await choose('Which move?', actions);
      if (word) this.play(word);
    });
    this.tree = new CertificateTree(byId('certificate-tree'), {
      names: () => this.claim.names,
      fetch: (line) => this.ask('follow', { line }, { again: true }),
      visit: (line) => this.visit(line),
    });
    byId('certificate-trail').addEventListener('click', (event) => {
      const button = event.target.closest('[data-ply]');
      if (button) this.visit(this.line.slice(0, Number(button.dataset.ply)));
    });
  }

  /** Take what the server says of the certificate: null where it has none. */
  offer(claim, games) {
    this.claim = claim;
    byId('certificate-link').hidden = !claim;
    if (!claim) return;
    const within = claim.within === null ? '' : ` in at most ${claim.within} plies`;
    const other = claim.names[claim.player === 'MAX' ? 'MIN' : 'MAX'];
    write(byId('certificate-claim'), `${claim.claim.charAt(0).toUpperCase()}${claim.claim.slice(1)}${within}, whatever ${other} plays`);
    write(byId('certificate-about'), `${titleOf(claim.game, games)}${claim.from ? `, from ${claim.from}` : ''}`);
    const facts = [
      ['Positions', count(claim.positions)],
      ['Stored moves', count(claim.entries)],
      ['File', `${claim.file}, ${sizeOf(claim.bytes)}`],
      ['Trusted', [`the rules in ${claim.rules.join(', ')}`, 'equal keys for equal positions', claim.trusts && `the game's ${claim.trusts}`].filter(Boolean).join('; ')],
    ];
    byId('certificate-facts').replaceChildren(...facts.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
  }

  /** Show the position after a line of moves. */
  async show(line) {
    if (!this.claim) return;
    if (this.found && JSON.stringify(line) === JSON.stringify(this.line)) return;
    this.line = line;
    const clock = this.read ? null : this.tellReading();
    const found = await this.ask('follow', { line }, { again: true });
    clearInterval(clock);
    if (line !== this.line) return;
    if (!found) {
      if (!this.read) write(byId('certificate-checked'), 'The certificate could not be read.');
      if (line.length > 0) this.beginAnew();
      return;
    }
    this.read = found.read;
    write(byId('certificate-checked'), checkedHow(found.read, this.claim));
    this.draw(found);
  }

  /** Go to the start without a new address: what was refused stays to be read. */
  beginAnew() {
    history.replaceState(null, '', '#/certificate');
    this.show([]);
  }

  /** Say for how long it has been read; return the timer that does. */
  tellReading() {
    const began = Date.now();
    const tell = () => write(byId('certificate-checked'), `Verifying against every reply: ${Math.floor((Date.now() - began) / 1000)} s`);
    tell();
    return setInterval(tell, 1000);
  }

  draw(found) {
    this.found = found;
    const { board, line, step, branches, more } = found;
    const focused = Object.keys(FOCUS).find((id) => byId(id).contains(document.activeElement));
    byId('certificate-walk').hidden = false;
    this.view.show({ ...board, game_id: 'certificate' }, !step.is_leaf);
    const alone = board.rows?.length ? '' : board.position;
    write(byId('certificate-beside'), [alone, ...(board.beside ?? [])].filter(Boolean).join('  ·  '));
    byId('certificate-beside').classList.toggle('alone', Boolean(alone));
    byId('certificate-words').replaceChildren(...asButtons(board.legal).map(({ word, label }) =>
      make('button', { type: 'button', 'data-word': word, click: () => this.play(word) }, sayWord(label ?? word))));
    write(byId('certificate-says'), `${step.text}.`);
    byId('certificate-says').classList.toggle('end', step.is_leaf);
    byId('certificate-branches').hidden = branches.length === 0;
    write(byId('certificate-branches-heading'), step.reason === 'any reply' ? 'Every reply and its answer' : "The strategy's move");
    this.writeTrail(line);
    this.tree.show(branches, more, this.line);
    if (focused) this.focusIn(focused);
    announce(`${line.length > 0 ? `${this.claim.names[line.at(-1).by]} ${line.at(-1).label}. ` : ''}${step.text}.`);
  }

  /** Let the focus stay in a part of the page whose elements are new; where none are left, go to the last move. */
  focusIn(id) {
    const places = [id, 'certificate-trail'].map((each) => byId(each).querySelector(FOCUS[each]));
    places.find(Boolean)?.focus();
  }

  writeTrail(line) {
    const start = make('li', {}, make('button', { type: 'button', 'data-ply': 0, 'aria-current': line.length === 0 ? 'step' : null }, 'Start'));
    byId('certificate-trail').replaceChildren(start, ...line.map(({ label, by, why }, index) => {
      const last = index === line.length - 1;
      const name = `${this.claim.names[by]} ${label}${why ? `, ${why}` : ''}`;
      return make('li', {}, make('button', { type: 'button', class: `chip ${lookOf(this.claim, by)}`, 'data-ply': index + 1, 'aria-current': last ? 'step' : null, 'aria-label': name, title: name }, label));
    }));
  }

  /** Play a move of the tree on the board; the certificate answers at once. */
  play(word) {
    const branch = this.found.branches.find(({ moves }) => moves[0].word === word);
    this.visit([...this.line, ...(branch ? branch.moves.map((move) => move.word) : [word])]);
  }

  /** Go to the position after a line: by the address, so that Back leads back. */
  visit(line) {
    location.hash = ['#/certificate', ...line.map(encodeURIComponent)].join('/');
  }
}

function checkedHow({ checked, seconds }, { trusts }) {
  return checked
    ? `Proved: the checker verified it ${trusts ? `using the rules and the game's ${trusts}, which are trusted` : 'using only the rules'}, in ${seconds < 0.01 ? 'less than 0.01' : seconds} s.`
    : `The strategy reaches its goal against every reply (checked with compiled rules in ${seconds < 0.01 ? 'less than 0.01' : seconds} s). For an independent check run plywise verify.`;
}

function count(number) {
  return number.toLocaleString('en');
}

function sizeOf(bytes) {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}
