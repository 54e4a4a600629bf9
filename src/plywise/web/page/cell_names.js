/** What screen readers are told of a cell. */

/** Return a cell's name: "e4", "square 14", "column 3, row 2". */
export function nameOf(board, row, column) {
  const cell = board.rows[row][column];
  const number = numberOf(board, row, column);
  if (number !== null) return `square ${number}`;
  if (cell.n && /^\d+$/.test(cell.n)) return `square ${cell.n}`;
  if (cell.n) return cell.n;
  const down = /^\d+-\d+$/.test(board.left?.[row] ?? '') ? null : board.left?.[row]; // the squares that a row holds are no name
  const across = board.bottom?.[column] || board.top?.[column];
  if (down && across && /^[a-z]+$/.test(across) && /^\d+$/.test(down)) return across + down;
  if (down && across) return `row ${down}, ${/^\d+$/.test(across) ? `column ${across}` : across}`;
  return `${across ? `column ${across}` : `column ${column + 1}`}, row ${down || row + 1}`;
}

/**
 * Return a cell's number where the cells of one board are counted through from 0, as the moves name them; null elsewhere.
 *
 * Rows are then labelled 0, 1, 2 and each cell has its number, or 0, 6, 12, to which the column's label adds up.
 */
function numberOf({ grid, rows, left = [], top = [] }, row, column) {
  const across = rows[row].length;
  const counts = (labels, step) => labels.length > 1 && labels.every((label, index) => label === String(index * step));
  if (grid !== true || !counts(top, 1) || top.length !== across) return null;
  const isCounted = (rows.length === 1 && left.length === 0) || counts(left, 1) || counts(left, across);
  const { n, a } = rows[row][column];
  const number = row * across + column;
  return isCounted && (n || a || String(number)) === String(number) ? number : null;
}

/** Return what stands on a cell, in words; with the letter that a game has for it, where the board draws a disc. */
export function contentOf(cell, looks) {
  if (cell.p) return cell.p;
  const sign = cell.s || (looks?.MAX ? cell.m : '');
  if (cell.d) return `${cell.d} ${sign ? `disc ${sign}` : 'disc'}`;
  return cell.m || 'empty';
}

/** Return a cell's whole label: its name, what stands there, what can be done. */
export function labelOf(board, row, column, notes) {
  return [nameOf(board, row, column), contentOf(board.rows[row][column], board.looks), ...notes].join(', ');
}
