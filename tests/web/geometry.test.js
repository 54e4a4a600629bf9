import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CELL, cornersOf, kindOf, layOut } from '../../src/plywise/web/page/geometry.js';

const square = (side, more = {}) => ({ rows: Array.from({ length: side }, () => Array.from({ length: side }, () => ({}))), grid: true, ...more });
const at = (layout, row, column) => layout.cells.find((cell) => cell.row === row && cell.column === column);

test('the cells of a grid do not overlap and fill it', () => {
  const layout = layOut(square(3), false);
  assert.equal(layout.cells.length, 9);
  assert.deepEqual([at(layout, 1, 2).x - at(layout, 1, 1).x, at(layout, 2, 0).y - at(layout, 1, 0).y], [CELL, CELL]);
});

test('a board turned by half a turn has each cell where its opposite was', () => {
  const [straight, turned] = [layOut(square(8), false), layOut(square(8), true)];
  for (const cell of straight.cells) {
    const other = at(turned, 7 - cell.row, 7 - cell.column);
    assert.deepEqual([other.x, other.y], [cell.x, cell.y]);
  }
});

test('labels turn with the board', () => {
  const board = square(2, { left: ['2', '1'], bottom: ['a', 'b'] });
  const [straight, turned] = [layOut(board, false), layOut(board, true)];
  const y = (layout, text) => layout.labels.find((label) => label.text === text).y;
  assert.ok(y(straight, '2') < y(straight, '1'));
  assert.ok(y(turned, '2') > y(turned, '1'));
  assert.ok(y(straight, 'a') > y(turned, 'a'));
});

test('columns without a name keep layers apart', () => {
  const board = { rows: [[{ m: 'X' }, {}, { a: '9' }]], grid: false, top: ['0', '', '0'] };
  assert.equal(kindOf(board), 'apart');
  assert.deepEqual(layOut(board, false).cells.map((cell) => cell.column), [0, 2]);
});

test('numbers on separate cells are pits; a store has no neighbour opposite', () => {
  const board = { rows: [[{ m: '0' }, { m: '4' }, {}], [{}, { m: '4', a: '1' }, { m: '0' }]], grid: false, top: ['store', '1', ''], bottom: ['', '1', 'store'] };
  assert.equal(kindOf(board), 'pits');
  assert.deepEqual(layOut(board, false).cells.map((cell) => [cell.row, cell.column]), [[0, 0], [0, 1], [1, 1], [1, 2]]);
});

test('rows keep their room when they become shorter', () => {
  const board = { rows: [[{ m: '1' }], [{ m: '2' }, { m: 'o' }]], grid: false };
  assert.equal(kindOf(board), 'rows');
  const least = { rows: 3, columns: 6 };
  assert.equal(layOut(board, false, least).width, layOut({ ...board, rows: [[{ m: '1' }]] }, false, least).width);
});

test('hexagons have six corners and stand half a cell apart', () => {
  const board = { rows: [[{ x: 1 }, {}, {}], [{}, { x: 1 }, {}]], grid: false };
  const layout = layOut(board, false);
  assert.equal(layout.kind, 'hexagons');
  assert.equal(cornersOf(layout.cells[0], layout.kind).length, 6);
  assert.ok(Math.abs(layout.cells[1].x - layout.cells[0].x - layout.cells[0].width / 2) < 1e-9);
});

test('one long row of cells is broken into rows that can be touched', () => {
  const strip = (all, more = {}) => ({ rows: [Array.from({ length: all }, () => ({}))], grid: true, top: Array.from({ length: all }, (_, cell) => String(cell)), ...more });
  const morris = layOut(strip(24), false);
  assert.deepEqual([morris.rows, morris.columns, morris.cells.length], [4, 6, 24]);
  assert.deepEqual([at(morris, 0, 7).x, at(morris, 0, 7).y], [at(morris, 0, 1).x, at(morris, 0, 1).y + CELL]);
  assert.equal(morris.labels[7].text, '7');
  const turned = layOut(strip(24), true);
  assert.deepEqual([at(turned, 0, 23).x, at(turned, 0, 23).y], [at(morris, 0, 0).x, at(morris, 0, 0).y]);
  for (const all of [13, 17, 36, 64]) {
    const { cells, width, height } = layOut(strip(all), false);
    assert.equal(new Set(cells.map(({ x, y }) => `${x} ${y}`)).size, all);
    assert.ok(cells.every(({ x, y }) => x + CELL < width && y + CELL < height));
    assert.ok(width < 2.5 * height);
  }
});

test('a row that has its own label, or is short, stays one row', () => {
  const row = (all, more) => layOut({ rows: [Array.from({ length: all }, () => ({}))], grid: true, ...more }, false).rows;
  assert.deepEqual([row(12, {}), row(14, { left: ['1'] })], [1, 1]);
});
