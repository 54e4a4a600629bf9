import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOf, nameOf } from '../../src/plywise/web/page/cell_names.js';
import { format } from '../../src/plywise/web/page/clock.js';
import { bestOf, sayOutcome } from '../../src/plywise/web/page/outcomes.js';
import { nameOfPlayer } from '../../src/plywise/web/page/players.js';
import { withSymbols } from '../../src/plywise/web/page/question_form.js';
import { gameOf, titleOf } from '../../src/plywise/web/page/titles.js';
import { formsOf } from '../../src/plywise/web/page/transfer.js';
import { countNodes, sayMove, stateOf, thoughtOf } from '../../src/plywise/web/page/status.js';

test('cells are called as on the board', () => {
  const chess = { rows: [[{ p: 'white pawn' }]], left: ['4'], bottom: ['e'] };
  assert.equal(labelOf(chess, 0, 0, ['can be played']), 'e4, white pawn, can be played');
  assert.equal(nameOf({ rows: [[{ n: '14' }]], left: ['13-16'] }, 0, 0), 'square 14');
  assert.equal(nameOf({ rows: [[{}, {}, {}]], bottom: ['1', '2', '3'] }, 0, 2), 'column 3, row 1');
  assert.equal(nameOf({ rows: [[{}]], left: ['13-16'] }, 0, 0), 'column 1, row 1');
  assert.equal(nameOf({ rows: [[{}]], left: ['0'], top: ['2'] }, 0, 0), 'row 0, column 2');
});

test('cells that are counted through are called by their numbers, whatever stands on them', () => {
  const counted = (side, left, more = {}) => ({ grid: true, rows: Array.from({ length: side }, () => Array.from({ length: side }, () => ({ m: 'X' }))), left, top: Array.from({ length: side }, (_, column) => String(column)), ...more });
  assert.equal(labelOf(counted(3, ['0', '1', '2']), 1, 2, []), 'square 5, X');
  assert.equal(nameOf(counted(3, ['0', '3', '6']), 1, 2), 'square 5');
  assert.equal(nameOf(counted(3, ['0', '1', '2'], { grid: false }), 1, 2), 'row 1, column 2');
  assert.equal(nameOf({ grid: true, rows: [[{ a: '0,0' }, {}, {}]], left: ['0'], top: ['0', '1', '2'] }, 0, 0), 'row 0, column 0');
  assert.equal(nameOf({ grid: true, rows: [[{}, {}, {}]], top: ['0', '1', '2'] }, 0, 2), 'square 2');
});

test('a win soon is best, a late loss the best of losses', () => {
  const value = (outcome, distance) => ({ outcome, distance });
  assert.deepEqual(bestOf([value('draw', null), value('win', 9), value('win', 3)]), value('win', 3));
  assert.deepEqual(bestOf([value('loss', 2), value('loss', 8)]), value('loss', 8));
  assert.equal(sayOutcome(value('win', 7)), 'win in 7');
  assert.equal(sayOutcome(value('draw', 4)), 'draw');
  assert.equal(sayOutcome(value('loss', null)), 'loss');
});

test('clocks as people read them', () => {
  assert.deepEqual([245, 60, 59.9, 9.97, 9, 0].map(format), ['4:05', '1:00', '0:59', '0:09.9', '0:09.0', '0:00.0']);
});

test('nodes in short', () => {
  assert.deepEqual([950, 12345, 3456789, 2.5e9].map(countNodes), ['950', '12 k', '3.5 M', '2.5 G']);
});

test('players have names', () => {
  assert.deepEqual(['human', 'engine:level=3', 'solver', 'uci:x'].map(nameOfPlayer), ['You', 'Level 3', 'Perfect play', 'uci:x']);
});

test('what is said of a game', () => {
  const board = { names: { MAX: 'Yellow', MIN: 'Red' }, players: { MAX: 'human', MIN: 'engine:level=2' }, turn: 'MIN', over: null, ply: 1, moves: [{ word: '4', by: 'MAX' }] };
  assert.equal(stateOf(board), 'Red to move: Level 2');
  assert.equal(sayMove(board), 'Yellow plays 4. Red to move: Level 2');
  assert.equal(stateOf({ ...board, over: { text: 'Red wins' } }), 'Red wins');
  assert.match(thoughtOf({ what: 'searching', side: 'MIN', depth: 7, nodes: 20000, seconds: 2.5 }, board), /^Red is thinking · depth 7 · 20 k nodes · 2 s$/);
});

test('moves alone are no record of a game that began elsewhere than usual', () => {
  assert.deepEqual(formsOf(['json', 'pgn'], false), ['json', 'pgn', 'txt']);
  assert.deepEqual(formsOf(['json', 'pgn'], true), ['json', 'pgn']);
  assert.deepEqual(formsOf(undefined, false), ['json', 'txt']);
});

test('signs in questions', () => {
  assert.equal(withSymbols('Alpha-beta search enters A with alpha = -inf and beta = +inf, as alpha-beta does'), 'Alpha-beta search enters A with α = −∞ and β = +∞, as alpha-beta does');
  assert.equal(withSymbols('alpha on entry of A: cut when alpha >= beta, beta <= 3'), 'α on entry of A: cut when α ≥ β, β ≤ 3');
});

test('games have titles', () => {
  const known = new Map([['mnk', { title: 'm,n,k' }]]);
  assert.deepEqual(['mnk:m=5,k=4', 'mnk', 'Hex'].map((text) => titleOf(text, known)), ['m,n,k: m 5, k 4', 'm,n,k', 'Hex']);
  const own = { name: 'Hex:size=5', title: 'Hex: size 5', levels: ['1'] };
  known.set('Hex:size=5', own);
  assert.equal(titleOf('Hex:size=5', known), 'Hex: size 5');
  assert.equal(gameOf('Hex:size=5', known), own);
  assert.equal(gameOf('mnk:m=5', known).title, 'm,n,k');
  known.set('go', { title: 'Go', parameters: [{ name: 'size', label: 'Board size' }] });
  assert.equal(titleOf('go:size=7,superko=none', known), 'Go: board size 7, superko none');
});
