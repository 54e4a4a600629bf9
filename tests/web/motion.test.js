/** What moves from one board to the next. */

import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { changesBetween } = await import('../../src/plywise/web/page/motion.js');

/** Return a board of lines of letters; '.' is an empty cell. */
function board(lines, more = {}) {
  return { ply: 0, moves: [], legal: [], rows: lines.map((line) => [...line].map((letter) => (letter === '.' ? {} : { m: letter }))), ...more };
}

function changes(before, after, word, cells) {
  const legal = word ? [{ word, cells }] : [];
  return changesBetween(board(before, { legal }), board(after, { ply: 1, moves: word ? [{ word }] : [] }));
}

const nothing = { slides: [], come: [], go: [], turn: [] };

test('a piece slides from its cell to the other', () => {
  const found = changes(['P..', '...'], ['...', 'P..'], 'a', [[0, 0], [1, 0]]);
  assert.deepEqual(found, { ...nothing, slides: [{ from: [0, 0], to: [1, 0], path: [[0, 0], [1, 0]] }] });
});

test('a captured piece goes, and the one that takes it slides', () => {
  const found = changes(['P.', '.q'], ['..', '.P'], 'a', [[0, 0], [1, 1]]);
  assert.deepEqual(found.slides.map(({ from, to }) => [from, to]), [[[0, 0], [1, 1]]]);
  assert.deepEqual(found.go, [[1, 1]]);
  const jumped = changes(['b..', '.w.', '...'], ['...', '...', '..b'], 'a', [[0, 0], [2, 2]]);
  assert.deepEqual(jumped.go, [[1, 1]]);
  assert.deepEqual(jumped.slides.length, 1);
});

test('a disc that is placed comes, what it turns over turns', () => {
  assert.deepEqual(changes(['...'], ['.X.'], '1', [[0, 1]]), { ...nothing, come: [[0, 1]] });
  assert.deepEqual(changes(['.WB'], ['BBB'], '1', [[0, 0]]), { ...nothing, come: [[0, 0]], turn: [[0, 1]] });
});

test('what is taken from the board goes', () => {
  assert.deepEqual(changes(['ooo'], ['o..'], '2'), { ...nothing, go: [[0, 1], [0, 2]] });
});

test('a promoted pawn slides as what it becomes', () => {
  const found = changes(['..', 'P.'], ['Q.', '..'], 'a8q', [[1, 0], [0, 0]]);
  assert.deepEqual(found, { ...nothing, slides: [{ from: [1, 0], to: [0, 0], path: [[1, 0], [0, 0]] }] });
});

test('of two alike the one moves that the move names, and several steps are followed', () => {
  const found = changes(['P.P', '...'], ['P..', 'P..'], 'x', [[0, 2], [0, 1], [1, 0]]);
  assert.deepEqual(found.slides, [{ from: [0, 2], to: [1, 0], path: [[0, 2], [0, 1], [1, 0]] }]);
});

test('king and rook slide together', () => {
  const found = changes(['K..R'], ['.RK.'], 'o', [[0, 0], [0, 2]]);
  assert.deepEqual(found.slides.map(({ from, to }) => [from[1], to[1]]).sort(), [[0, 2], [3, 1]]);
  assert.deepEqual([found.come, found.go], [[], []]);
});

test('a move that is taken back goes the other way', () => {
  const after = board(['P..', '...'], { ply: 0 });
  const found = changesBetween(board(['...', 'P..'], { ply: 1, moves: [{ word: 'a' }] }), after);
  assert.deepEqual(found.slides, [{ from: [1, 0], to: [0, 0], path: [[1, 0], [0, 0]] }]);
});

test('nothing moves between equal boards', () => {
  assert.deepEqual(changes(['P.X'], ['P.X']), nothing);
});
