// Verifies a certificate of a solved game: node checker.mjs FILE
//
// It was written from docs/reference/certificates.md alone, by somebody who had seen nothing else of Plywise: a test of that page.
// Only empties=none, which the page then left out, was added later.

import fs from 'node:fs';
import v8 from 'node:v8';
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import zlib from 'node:zlib';

class Refusal extends Error {}
const refuse = reason => { throw new Refusal(reason); };
const range = n => Array.from({ length: n }, (_, i) => i);

// ---------------------------------------------------------------- the games
// A game has: board, turn (1 is MAX, 2 is MIN), value (null until the game is over), actions(), play(action), undo(),
// key(), parseMove(text) and describe(). The limits are not rules: they keep memory and recursion small.

const MAX_CELLS = 1024;
const MAX_SYMMETRY_CELLS = 5_000_000;
const DIGITS_PER_CHAR = 10; // 3^10 < 2^16

/** Packs the board, seen through a permutation of its cells, into a short string. */
function pack(board, permutation, suffix = []) {
  const codes = [];
  for (let i = 0; i < board.length;) {
    const end = Math.min(i + DIGITS_PER_CHAR, board.length);
    let code = 0;
    for (; i < end; i++) code = code * 3 + board[permutation[i]];
    codes.push(code);
  }
  return String.fromCharCode(...codes, ...suffix);
}

function parseCells(text, count, symbols) {
  if (text.length !== count) refuse(`the position has ${text.length} cells, not ${count}`);
  return Int8Array.from(text, c => {
    const i = symbols.indexOf(c);
    return i >= 0 ? i : refuse('the position has a cell that is none');
  });
}

const parseIndex = (text, limit) => /^(0|[1-9]\d{0,3})$/.test(text) && +text < limit ? +text : -1;

/** A grid of any dimension, on which `length` stones in a row win. An action is the cell that is filled. */
class LineGame {
  constructor(sizes, length) {
    const count = sizes.reduce((a, b) => a * b);
    if (count > MAX_CELLS) refuse('the board is too large for this checker');
    this.sizes = sizes;
    this.board = new Int8Array(count);
    this.turn = 1;
    this.value = null;
    this.empty = count;
    this.history = [];
    this.points = range(count).map(cell => this.pointOf(cell));
    this.linesAt = this.findLines(length);
    this.symmetries = [range(count)];
  }

  pointOf(cell) {
    const point = [];
    for (let d = this.sizes.length - 1; d >= 0; d--) {
      point[d] = cell % this.sizes[d];
      cell = Math.floor(cell / this.sizes[d]);
    }
    return point;
  }

  cellOf(point) {
    return point.reduce((cell, x, d) => cell * this.sizes[d] + x, 0);
  }

  /** For every cell, the lines through it. */
  findLines(length) {
    const linesAt = this.points.map(() => []);
    // Of two opposite directions only one is taken: the one whose first step that is not 0 is 1.
    const directions = range(3 ** this.sizes.length)
      .map(i => this.sizes.map((_, d) => Math.floor(i / 3 ** d) % 3 - 1))
      .filter(direction => direction.find(step => step) === 1);
    for (const point of this.points) {
      for (const direction of directions) {
        const last = point.map((x, d) => x + direction[d] * (length - 1));
        if (last.some((x, d) => x < 0 || x >= this.sizes[d])) continue;
        const line = range(length).map(i => this.cellOf(point.map((x, d) => x + direction[d] * i)));
        for (const cell of line) linesAt[cell].push(line);
      }
    }
    return linesAt;
  }

  /** Sets the symmetries to all that the generators, functions from point to point, make together. */
  generateSymmetries(generators) {
    const moves = generators.map(g => this.points.map(point => this.cellOf(g(point))));
    const known = new Set([this.symmetries[0].join()]);
    for (const symmetry of this.symmetries) { // which grows meanwhile
      for (const move of moves) {
        const product = symmetry.map(cell => move[cell]);
        const name = product.join();
        if (known.has(name)) continue;
        known.add(name);
        this.symmetries.push(product);
        if (known.size * product.length > MAX_SYMMETRY_CELLS) refuse('too many symmetries for this checker');
      }
    }
  }

  /** Begins from a board given cell by cell. */
  setUp(text) {
    this.board = parseCells(text, this.board.length, '.XO');
    const stones = player => this.board.filter(cell => cell === player).length;
    const [x, o] = [stones(1), stones(2)];
    if (x !== o && x !== o + 1) refuse('the position has a wrong number of stones');
    this.turn = x === o ? 1 : 2;
    this.empty = this.board.length - x - o;
    if (range(this.board.length).some(cell => this.board[cell] === this.turn && this.completes(cell))) {
      refuse('in the position the player to move has won before');
    }
    const lost = range(this.board.length).some(cell => this.board[cell] && this.completes(cell));
    this.value = lost ? (this.turn === 1 ? -1 : 1) : this.empty === 0 ? 0 : null;
  }

  completes(cell) {
    const { board } = this;
    const player = board[cell];
    next: for (const line of this.linesAt[cell]) {
      for (let i = 0; i < line.length; i++) if (board[line[i]] !== player) continue next;
      return true;
    }
    return false;
  }

  actions() {
    const actions = [];
    for (let cell = 0; cell < this.board.length; cell++) if (this.board[cell] === 0) actions.push(cell);
    return actions;
  }

  play(cell) {
    this.board[cell] = this.turn;
    this.empty--;
    this.history.push(cell);
    if (this.completes(cell)) this.value = this.turn === 1 ? 1 : -1;
    else if (this.empty === 0) this.value = 0;
    this.turn = 3 - this.turn;
  }

  undo() {
    this.board[this.history.pop()] = 0;
    this.empty++;
    this.value = null;
    this.turn = 3 - this.turn;
  }

  /** The board in the symmetry in which it is smallest. */
  key() {
    const { board, symmetries } = this;
    let best = symmetries[0];
    for (let s = 1; s < symmetries.length; s++) {
      const other = symmetries[s];
      let i = 0;
      while (i < board.length && board[other[i]] === board[best[i]]) i++;
      if (i < board.length && board[other[i]] < board[best[i]]) best = other;
    }
    return pack(board, best);
  }

  parseMove(text) { return parseIndex(text, this.board.length); }
  describe() { return Array.from(this.board, cell => '.XO'[cell]).join(''); }
}

class ConnectFour extends LineGame {
  constructor(width, height, connect, position) {
    super([height, width], connect); // row 0 is the lowest
    this.width = width;
    this.generateSymmetries([([row, column]) => [row, width - 1 - column]]);
    if (position === 'empty') return;
    for (const column of width > 9 ? position.split('-') : position) playMove(this, column);
  }

  landing(column) {
    let cell = column;
    while (cell < this.board.length && this.board[cell] !== 0) cell += this.width;
    return cell < this.board.length ? cell : -1;
  }

  actions() {
    const actions = [];
    for (let column = 0; column < this.width; column++) {
      const cell = this.landing(column);
      if (cell >= 0) actions.push(cell);
    }
    return actions;
  }

  parseMove(text) {
    const column = parseIndex(text, this.width + 1);
    return column > 0 ? this.landing(column - 1) : -1;
  }

  /** Row by row, the highest first. */
  describe() { return super.describe().match(new RegExp(`.{${this.width}}`, 'g')).reverse().join('/'); }
}

const reversed = (point, d, size) => point.with(d, size - 1 - point[d]);
const exchanged = (point, a, b) => point.with(a, point[b]).with(b, point[a]);

/** Generators of the permutations p of 0 .. n-1 with p(n-1-i) = n-1-p(i), applied to all coordinates alike. */
function relabellings(n) {
  const swap = (p, a, b) => exchanged(p, a, b);
  const half = range(Math.floor(n / 2));
  return [
    ...half.map(i => swap(range(n), i, n - 1 - i)),
    ...half.slice(1).map(i => swap(swap(range(n), i - 1, i), n - i, n - 1 - i)),
  ].map(p => point => point.map(x => p[x]));
}

class Mnk extends LineGame {
  constructor(m, n, k, position) {
    super([n, m], k);
    const generators = [p => reversed(p, 0, n), p => reversed(p, 1, m)];
    if (m === n) generators.push(p => exchanged(p, 0, 1));
    if (m === n && n === k) generators.push(...relabellings(n));
    this.generateSymmetries(generators);
    this.setUp(position);
  }
}

class Cube extends LineGame {
  constructor(size, position) {
    super([size, size, size], size);
    this.generateSymmetries([p => exchanged(p, 0, 1), p => exchanged(p, 1, 2), p => reversed(p, 0, size),
      ...relabellings(size)]);
    this.setUp(position);
  }
}

const PASS = -1;

class Othello {
  constructor(size, countsEmpties, position) {
    this.countsEmpties = countsEmpties;
    if (size % 2 || size > 26) refuse('no such size of the board');
    const [, squares, side] = /^([XO-]+) ([XO])$/.exec(position) ?? refuse('the position is none');
    this.size = size;
    this.board = parseCells(squares, size * size, '-XO');
    this.identity = range(size * size);
    this.turn = side === 'X' ? 1 : 2;
    this.passes = 0;
    this.history = [];
    const steps = [-1, 0, 1].flatMap(dy => [-1, 0, 1].map(dx => [dy, dx])).filter(([dy, dx]) => dy || dx);
    const inside = x => x >= 0 && x < size;
    /** For every square, in each direction, the squares from there to the edge. */
    this.rays = this.identity.map(square => steps.map(([dy, dx]) => {
      const ray = [];
      let [y, x] = [Math.floor(square / size) + dy, square % size + dx];
      for (; inside(y) && inside(x); y += dy, x += dx) ray.push(y * size + x);
      return ray;
    }));
    this.updateValue();
  }

  flips(square, player) {
    const flips = [];
    if (this.board[square] !== 0) return flips;
    for (const ray of this.rays[square]) {
      let n = 0;
      while (n < ray.length && this.board[ray[n]] === 3 - player) n++;
      if (n < ray.length && this.board[ray[n]] === player) flips.push(...ray.slice(0, n));
    }
    return flips;
  }

  placements(player) { return this.identity.filter(square => this.flips(square, player).length > 0); }

  actions() {
    const actions = this.placements(this.turn);
    return actions.length ? actions : [PASS];
  }

  updateValue() {
    const discs = [0, 0, 0];
    for (const cell of this.board) discs[cell]++;
    const lead = discs[1] - discs[2];
    const over = this.passes === 2 || discs[0] === 0;
    this.value = over ? lead + (this.countsEmpties ? Math.sign(lead) * discs[0] : 0) : null;
  }

  play(square) {
    const flips = square === PASS ? [] : this.flips(square, this.turn);
    this.history.push({ square, flips, passes: this.passes });
    this.passes = square === PASS ? this.passes + 1 : 0;
    if (square !== PASS) this.board[square] = this.turn;
    for (const flip of flips) this.board[flip] = this.turn;
    this.turn = 3 - this.turn;
    this.updateValue();
  }

  undo() {
    const { square, flips, passes } = this.history.pop();
    for (const flip of flips) this.board[flip] = this.turn;
    if (square !== PASS) this.board[square] = 0;
    this.passes = passes;
    this.turn = 3 - this.turn;
    this.value = null;
  }

  key() {
    const stuck = !this.placements(this.turn).length && !this.placements(3 - this.turn).length;
    return pack(this.board, this.identity, [this.turn, stuck ? this.passes : 0]);
  }

  parseMove(text) {
    if (text === 'pass') return PASS;
    const [, column, row] = /^([a-z])([1-9]\d?)$/.exec(text) ?? [];
    const x = column ? column.charCodeAt(0) - 97 : this.size;
    return x < this.size && row <= this.size ? (row - 1) * this.size + x : -2;
  }

  describe() { return `${Array.from(this.board, cell => '-XO'[cell]).join('')} ${'-XO'[this.turn]}`; }
}

const GAMES = [
  [/^connect4:width=(\d+),height=(\d+),connect=(\d+)$/, (p, w, h, c) => new ConnectFour(w, h, c, p)],
  [/^mnk:m=(\d+),n=(\d+),k=(\d+)$/, (p, m, n, k) => new Mnk(m, n, k, p)],
  [/^tictactoe$/, p => new Mnk(3, 3, 3, p)],
  [/^cube:size=(\d+)$/, (p, size) => new Cube(size, p)],
  [/^othello:size=(\d+),empties=winner$/, (p, size) => new Othello(size, true, p)],
  [/^othello:size=(\d+),empties=none$/, (p, size) => new Othello(size, false, p)],
];

function playMove(game, text) {
  if (game.value !== null) refuse('a move is played after the game is over');
  const action = game.parseMove(text);
  if (!game.actions().includes(action)) refuse(`${text} is no move`);
  game.play(action);
}

function setUpGame(header) {
  for (const [pattern, make] of GAMES) {
    const match = pattern.exec(header.game);
    if (!match) continue;
    const parameters = match.slice(1);
    if (parameters.some(p => !/^[1-9]\d{0,3}$/.test(p))) refuse('a parameter of the game is out of range');
    const game = make(header.position, ...parameters.map(Number));
    for (const move of header.moves?.split(' ') ?? []) playMove(game, move);
    return game;
  }
  return refuse('no game that this checker knows');
}

// ---------------------------------------------------------------- the file

const MAGIC = 'plywise certificate 1';
const MAX_HEADER = 65_536;
const FIELDS = {
  game: /^\S+$/, position: /^\S.*$/, moves: /^\S.*$/, player: /^(MAX|MIN)$/, goal: /^(win|draw|-?\d+)$/,
  within: /^\d+$/, trusts: /^bounds$/, rules: /^([0-9a-f]{64}|none)$/, positions: /^\d+$/, entries: /^\d+$/,
  crc32: /^[0-9a-f]{8}$/,
};
const OPTIONAL = ['moves', 'within', 'trusts'];

function readCertificate(path) {
  if (!fs.statSync(path).isFile()) refuse('not a file');
  const bytes = fs.readFileSync(path);
  const end = bytes.subarray(0, MAX_HEADER).indexOf('\n\n');
  if (end < 0) refuse('no header of a certificate that is not packed');
  const lines = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, end)).split('\n');
  if (lines.shift() !== MAGIC) refuse(`the first line is not "${MAGIC}"`);
  const header = {};
  for (const [name, pattern] of Object.entries(FIELDS)) {
    if (lines[0]?.startsWith(`${name} `)) {
      header[name] = lines.shift().slice(name.length + 1);
      if (!pattern.test(header[name])) refuse(`the header's ${name} is not valid`);
    } else if (!OPTIONAL.includes(name)) refuse(`the header has no ${name} where it belongs`);
  }
  if (lines.length) refuse('the header has a line too many, or out of order');
  if (header.trusts) refuse('it trusts bounds, which this checker does not know');
  return { header, body: bytes.subarray(end + 2) };
}

class Entries {
  constructor(body, count) {
    Object.assign(this, { body, count, offset: 0, read: 0 });
  }

  next() {
    if (this.read++ >= this.count) refuse('an entry is missing');
    let entry = 0;
    for (let i = 0; i < 3; i++) {
      if (this.offset >= this.body.length) refuse('the body ends too early');
      const byte = this.body[this.offset++];
      entry += (byte & 127) << (7 * i);
      if (byte >= 128) continue;
      if (byte === 0 && i > 0) refuse('an entry ends in a byte 0');
      return entry;
    }
    return refuse('an entry has more than three bytes');
  }
}

/**
 * A set of keys that never has more than `limit`. It is made of many: JavaScript's own sets end at 2^24 elements, and a
 * large one takes much memory at once when it grows.
 */
class Positions {
  constructor(limit) {
    Object.assign(this, { limit, size: 0, sets: Array.from({ length: 256 }, () => new Set()) });
  }

  setOf(key) {
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x9e3779b1);
    return this.sets[hash >>> 24];
  }

  has(key) { return this.setOf(key).has(key); }

  add(key) {
    if (++this.size > this.limit) refuse('more positions than the header says');
    this.setOf(key).add(key);
  }
}

// ---------------------------------------------------------------- the proof

function goalTest({ player, goal }) {
  const sign = player === 'MAX' ? 1 : -1;
  if (goal === 'win') return value => value * sign > 0;
  const bound = goal === 'draw' ? 0 : Number(goal);
  return value => value * sign >= bound * sign;
}

function check(header, body, game) {
  const reached = goalTest(header);
  const strategist = header.player === 'MAX' ? 1 : 2;
  const within = header.within === undefined ? Infinity : Number(header.within);
  const entries = new Entries(body, Number(header.entries));
  const positions = new Positions(Number(header.positions));

  /** Whether the game is over after the action, and won (or, if `won` is false, not won). */
  const ends = (action, won) => {
    game.play(action);
    const result = game.value !== null && reached(game.value) === won;
    game.undo();
    return result;
  };

  const lostAtOnce = action => {
    game.play(action);
    const lost = game.value !== null ? !reached(game.value) : game.actions().some(reply => ends(reply, false));
    game.undo();
    return lost;
  };

  const choose = actions => {
    const safe = actions.filter(action => !lostAtOnce(action));
    if (safe.length === 0) refuse('every action is lost at once');
    return safe.length === 1 ? safe[0] : actions[entries.next()] ?? refuse('an entry is no action');
  };

  const proveAfter = (action, ply) => {
    game.play(action);
    prove(ply + 1);
    game.undo();
  };

  const prove = ply => {
    if (game.value !== null) {
      if (!reached(game.value)) refuse('a line ends without the goal');
      return;
    }
    if (ply >= within) refuse('a line is too long');
    const key = header.within === undefined ? game.key() : `${game.key()} ${ply}`;
    if (positions.has(key)) return;
    const actions = game.actions();
    if (game.turn === strategist && actions.some(action => ends(action, true))) return;
    positions.add(key);
    if (game.turn === strategist) proveAfter(choose(actions), ply);
    else for (const action of actions) proveAfter(action, ply);
  };

  prove(0);
  if (entries.read !== entries.count) refuse('not every entry was read');
  if (entries.offset !== body.length) refuse('something follows the last entry');
  if (positions.size !== positions.limit) refuse('fewer positions than the header says');
}

function verify(path) {
  const { header, body } = readCertificate(path);
  if (zlib.crc32(body) !== parseInt(header.crc32, 16)) refuse('the checksum is not that of the body');
  const game = setUpGame(header);
  const start = game.describe();
  check(header, body, game);
  const within = header.within ? ` within ${header.within} plies` : '';
  return `${header.game} from ${start}: ${header.player} ${header.goal}${within}, ${header.positions} positions, `
    + `${header.entries} entries`;
}

function verdict(argv) {
  try {
    if (argv.length !== 3) refuse('usage: node checker.mjs FILE');
    return `proved: ${verify(argv[2])}`;
  } catch (error) {
    return `not proved: ${error.message}`;
  }
}

function report(text) {
  console.log(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, 2000)); // it may quote the file: one line all the same
  process.exitCode = text.startsWith('proved: ') ? 0 : 1;
}

// In a thread of its own, as a thread that runs out of memory can be reported, where a process would end with a trace.
if (isMainThread) {
  process.exitCode = 1;
  const maxOldGenerationSizeMb = v8.getHeapStatistics().heap_size_limit / 2 ** 20;
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), resourceLimits: { maxOldGenerationSizeMb } });
  worker.on('message', report);
  worker.on('error', error => report(`not proved: ${error.message}`));
} else {
  parentPort.postMessage(verdict(process.argv));
}
