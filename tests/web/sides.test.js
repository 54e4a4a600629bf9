import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layOut } from '../../src/plywise/web/page/geometry.js';
import { seenByOther } from '../../src/plywise/web/page/outcomes.js';
import { isTurnedAtFirst, lookOf, materialOf, nearSide } from '../../src/plywise/web/page/sides.js';

const checkers = { names: { MAX: 'Black', MIN: 'White' }, home: 'MIN' };
const against = (board, max, min) => ({ ...board, players: { MAX: max, MIN: min } });

test('a lone person has their own things before them', () => {
  assert.equal(isTurnedAtFirst(against(checkers, 'human', 'random')), true);
  assert.equal(isTurnedAtFirst(against(checkers, 'random', 'human')), false);
  assert.equal(isTurnedAtFirst(against(checkers, 'human', 'human')), false);
  assert.equal(isTurnedAtFirst(against({ ...checkers, home: null }, 'random', 'human')), false);
});

test('each side sits where its things stand', () => {
  assert.equal(nearSide(against(checkers, 'human', 'human'), false), 'MIN');
  assert.equal(nearSide(against(checkers, 'human', 'human'), true), 'MAX');
  const othello = { ...checkers, home: null };
  assert.equal(nearSide(against(othello, 'random', 'human'), false), 'MIN');
  assert.equal(nearSide(against(othello, 'human', 'human'), false), 'MAX');
});

test('sides look like what they play with', () => {
  assert.deepEqual(['MAX', 'MIN'].map((side) => lookOf(checkers, side)), ['black', 'white']);
  assert.deepEqual(['MAX', 'MIN'].map((side) => lookOf({ names: { MAX: 'X', MIN: 'O' } }, side)), ['X', 'O']);
  assert.equal(lookOf({ names: { MAX: 'Cat', MIN: 'Dog' } }, 'MIN'), 'min');
  assert.equal(materialOf(checkers), 'stones');
  const marks = { names: { MAX: 'MAX', MIN: 'MIN' } };
  assert.deepEqual([{}, { d: 'black' }].map((cell) => materialOf({ ...marks, rows: [[cell]] })), ['marks', 'marks']); // from first to last
});

test('what is good for one side is bad for the other', () => {
  const texts = ['win in 3', 'loss by 4 in 6', 'draw', '+1.0', '-0.4', '+0.0', 'not known'];
  assert.deepEqual(texts.map(seenByOther), ['loss in 3', 'win by 4 in 6', 'draw', '-1.0', '+0.4', '+0.0', 'not known']);
});

test('labels that tell no name of a cell are left out, and cells are named', () => {
  const rows = Array.from({ length: 3 }, () => [{}, {}, {}]);
  const counted = layOut({ rows, grid: true, left: ['0', '1', '2'], top: ['0', '1', '2'] }, false);
  assert.deepEqual([counted.named, counted.labels.length], [true, 0]);
  assert.equal(layOut({ rows, grid: true, left: ['1-4', '5-8', '9-12'] }, false).named, true);
  const lettered = layOut({ rows, grid: true, left: ['3', '2', '1'], bottom: ['a', 'b', 'c'] }, false);
  assert.deepEqual([lettered.named, lettered.labels.length], [false, 6]);
});
