import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionAround, continuing, drag, nextPlaces, sayWord, touch, asButtons } from '../../src/plywise/web/page/clicking.js';

const PROMOTION = [
  { word: 'a7a8q', cells: [[1, 0], [0, 0]] },
  { word: 'a7a8n', cells: [[1, 0], [0, 0]] },
  { word: 'a2a3', cells: [[6, 0], [5, 0]] },
];
const JUMPS = [
  { word: '22x15', cells: [[5, 2], [3, 4]] },
  { word: '22x15x6', cells: [[5, 2], [3, 4], [1, 2]] },
  { word: 'round', cells: [[7, 7], [5, 5], [3, 7], [7, 7]] },
];

const words = (actions) => actions.map((each) => each.word);

test('a cell that alone is an action plays it', () => {
  const legal = [{ word: '4', cells: [[1, 1]] }];
  assert.deepEqual(touch(legal, [], [1, 1]), { path: [], played: legal });
});

test('a piece, then its goal', () => {
  const first = touch(PROMOTION, [], [6, 0]);
  assert.deepEqual(first, { path: [[6, 0]], played: [] });
  assert.deepEqual(words(touch(PROMOTION, first.path, [5, 0]).played), ['a2a3']);
});

test('actions that share their cells are all given', () => {
  assert.deepEqual(words(touch(PROMOTION, [[1, 0]], [0, 0]).played), ['a7a8q', 'a7a8n']);
});

test('the same cell again puts the piece back', () => {
  assert.deepEqual(touch(PROMOTION, [[6, 0]], [6, 0]), { path: [], played: [] });
});

test('another piece takes the place of the first', () => {
  assert.deepEqual(touch(PROMOTION, [[6, 0]], [1, 0]), { path: [[1, 0]], played: [] });
});

test('a cell that means nothing forgets what was chosen', () => {
  assert.deepEqual(touch(PROMOTION, [[6, 0]], [4, 4]), { path: [], played: [] });
});

test('an action that others go on from is played by touching its last cell again', () => {
  const { path, played } = touch(JUMPS, [[5, 2]], [3, 4]);
  assert.deepEqual(played, []);
  assert.deepEqual(words(touch(JUMPS, path, [3, 4]).played), ['22x15']);
  assert.deepEqual(words(touch(JUMPS, path, [1, 2]).played), ['22x15x6']);
});

test('a capture may end where it began', () => {
  assert.deepEqual(words(touch(JUMPS, [[7, 7], [5, 5], [3, 7]], [7, 7]).played), ['round']);
});

test('what may be touched next', () => {
  assert.deepEqual([...nextPlaces(JUMPS, []).keys()], ['5,2', '7,7']);
  assert.deepEqual([...nextPlaces(JUMPS, [[5, 2], [3, 4]]).keys()], ['1,2']);
  assert.equal(continuing(JUMPS, [[0, 0]]).length, 0);
});

test('a drag to the last cell means the whole capture, to the next one the short one', () => {
  assert.deepEqual(words(drag(JUMPS, [5, 2], [1, 2])), ['22x15x6']);
  assert.deepEqual(words(drag(JUMPS, [5, 2], [3, 4])), ['22x15']);
  assert.deepEqual(drag(JUMPS, [5, 2], [0, 0]), []);
});

test('every action can be reached by touching its cells', () => {
  for (const legal of [PROMOTION, JUMPS]) {
    for (const action of legal) {
      let [path, played] = [[], []];
      for (const cell of action.cells) ({ path, played } = touch(legal, path, cell));
      if (played.length === 0) ({ played } = touch(legal, path, action.cells.at(-1)));
      assert.ok(words(played).includes(action.word), action.word);
    }
  }
});

test('a column takes a disc wherever it is touched, unless rows have names too', () => {
  const board = { rows: [[{}, {}], [{}, {}]], bottom: ['1', '2'], legal: [{ word: '2', cells: [[1, 1]] }] };
  assert.equal(actionAround(board, [0, 1]).word, '2');
  assert.equal(actionAround(board, [0, 0]), null);
  assert.equal(actionAround({ ...board, left: ['a', 'b'] }, [0, 1]), null);
});

test("a game's own words are buttons, though cells play them, too", () => {
  const legal = [{ word: 'left', cells: [[0, 0]], said: true }, { word: 'a1', cells: [[0, 1]] }, { word: 'no_more', cells: [] }];
  assert.deepEqual(asButtons(legal).map(({ word }) => sayWord(word)), ['left', 'no more']);
});

test('a pass is a button', () => {
  assert.deepEqual(words(asButtons([{ word: 'pass', cells: [] }, { word: 'a1', cells: [[0, 0]] }])), ['pass']);
});
