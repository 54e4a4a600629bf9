/** Where everything of a board lies: cells and labels, in units of which a cell's side has 40. */

export const CELL = 40;
const HEX_COLUMN = CELL / Math.sqrt(3);
const HEX_TIP = CELL / 6;
const LABEL = 9.5; // of a board of eight by eight; smaller where cells are large
const MARGIN = 6;
const LONGEST_ROW = 12; // cells; a longer single row is broken into several

/** The looks of a board: lines around cells, lines through points, hexagons, cells apart, pits, rows of things. */
export function kindOf(board) {
  if (board.rows.some((row) => row.some((cell) => cell.x))) return 'hexagons';
  if (board.grid === 'points') return 'points';
  if (board.grid) return 'grid';
  if (!board.top?.length && !board.bottom?.length) return 'rows';
  const marks = board.rows.flat().map((cell) => cell.m ?? '').filter((mark) => mark !== '');
  return marks.length > 0 && marks.every((mark) => /^\d+$/.test(mark)) ? 'pits' : 'apart';
}

/** Return whether there is a cell at a place of the rows, and not only room between cells. */
function isThere(board, kind, row, column) {
  const cell = board.rows[row]?.[column];
  if (!cell) return false;
  if (kind === 'hexagons') return Boolean(cell.x);
  if (kind === 'grid' || kind === 'points') return true;
  if (kind === 'rows') return Boolean(cell.m || cell.a || cell.n || cell.d || cell.p);
  const { top = [], bottom = [] } = board;
  if (top.length && bottom.length) return Boolean((row * 2 < board.rows.length ? top : bottom)[column]);
  return Boolean((top.length ? top : bottom)[column]);
}

/**
 * @typedef {{row: number, column: number, x: number, y: number, width: number, height: number}} Room of a cell
 * @typedef {{kind: string, width: number, height: number, left: number, top: number, rows: number, columns: number,
 *   cells: Room[], labels: {x: number, y: number, text: string, anchor: string}[]}} Layout
 */

/**
 * Return where everything lies.
 * @param board the board message
 * @param {boolean} flipped turned by half a turn
 * @param {{rows: number, columns: number}} least room that is kept though the rows have become shorter
 * @param {boolean} folded boards side by side stand below one another, two in a row
 * @returns {Layout}
 */
export function layOut(board, flipped, least = { rows: 0, columns: 0 }, folded = false) {
  const kind = kindOf(board);
  const rows = Math.max(board.rows.length, least.rows);
  const columns = Math.max(...board.rows.map((row) => row.length), least.columns, 1);
  const step = kind === 'hexagons' ? HEX_COLUMN : CELL;
  const tip = kind === 'hexagons' ? HEX_TIP : 0;
  const { shown, named } = labelsOf(board);
  const size = LABEL * Math.max(0.62, Math.min(1, (columns * step) / (8 * CELL)));
  const longest = Math.max(0, ...(shown.left ?? []).map((label) => label.length));
  const left = MARGIN + (longest ? longest * size * 0.58 + 5 : 0);
  const above = hasText(flipped ? shown.bottom : shown.top) ? size + 6 : 0;
  const below = hasText(flipped ? shown.top : shown.bottom) ? size + 6 : 0;
  const top = MARGIN + above + tip;
  const layout = {
    kind, rows, columns, left, top, step, size, named,
    width: left + columns * step + MARGIN,
    height: top + rows * CELL + tip + below + MARGIN,
  };
  if (isStrip(board, kind)) return breakRow(board, layout, flipped);
  layout.cells = placeCells(board, layout, flipped);
  layout.labels = placeLabels(shown, layout, flipped, tip);
  return folded ? fold(layout, above) : layout;
}

/** Return whether a board is one long row of cells, of which nobody has said how they lie. */
function isStrip(board, kind) {
  return kind === 'grid' && board.rows.length === 1 && board.rows[0].length > LONGEST_ROW && !hasText(board.left);
}

/** Break one long row into several, as text is broken, each cell with its label in the corner: they would be tiny. */
function breakRow(board, layout, flipped) {
  const all = board.rows[0].length;
  const [across, last] = [cellsAcross(all), all - 1];
  const place = (column) => {
    const at = flipped ? last - column : column;
    return { x: MARGIN + (at % across) * CELL, y: MARGIN + Math.floor(at / across) * CELL };
  };
  const size = LABEL * 0.68; // beside a disc
  const down = Math.ceil(all / across);
  const texts = hasText(board.top) ? board.top : board.bottom ?? [];
  return {
    ...layout,
    kind: 'apart', size, rows: down, columns: across, left: MARGIN, top: MARGIN,
    width: across * CELL + 2 * MARGIN,
    height: down * CELL + 2 * MARGIN,
    cells: board.rows[0].map((_, column) => ({ row: 0, column, ...place(column), width: CELL, height: CELL })),
    labels: texts.map((text, column) => ({ x: place(column).x + 1.5, y: place(column).y + size * 0.8 + 1, text, anchor: 'start' })),
  };
}

/** Return how many of so many cells stand side by side: somewhat more than below one another, and no row shorter if possible. */
function cellsAcross(all) {
  const wanted = Math.sqrt(all * 1.5);
  const even = [4, 5, 6, 7, 8, 9, 10].filter((across) => all % across === 0 && Math.abs(across - wanted) < 2.5);
  const nearest = even.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
  return nearest ?? Math.ceil(wanted);
}

/** Put boards that stand side by side below one another, two in a row, so that their cells can be larger. */
function fold(layout, above) {
  const starts = blocksOf(layout);
  if (starts.length < 3) return layout;
  const lines = (layout.height - layout.top + above) + layout.size;
  const shift = (x) => {
    const block = Math.max(0, starts.findLastIndex((start) => start <= x + 0.01));
    return [starts[block - (block % 2)] - starts[0], Math.floor(block / 2) * lines];
  };
  const move = (one) => {
    const [across, down] = one.anchor === 'end' ? [0, 0] : shift(one.x);
    return { ...one, x: one.x - across, y: one.y + down };
  };
  const rowLabels = layout.labels.filter((label) => label.anchor === 'end');
  const more = Array.from({ length: Math.ceil(starts.length / 2) - 1 }, (_, line) => rowLabels.map((label) => ({ ...label, y: label.y + (line + 1) * lines }))).flat();
  return {
    ...layout,
    cells: layout.cells.map(move),
    labels: [...layout.labels.map(move), ...more],
    width: layout.left + starts[2] - starts[0] - CELL + MARGIN,
    height: layout.height + (Math.ceil(starts.length / 2) - 1) * lines,
  };
}

/** Return where boards that stand side by side begin: with columns of nothing between them. */
function blocksOf({ kind, cells }) {
  if (kind !== 'apart') return [];
  const places = [...new Set(cells.map(({ x }) => x))].sort((one, other) => one - other);
  return places.filter((x, index) => index === 0 || x - places[index - 1] > CELL * 1.5);
}

/**
 * Return the labels to write around a board, and whether cells are named in their corners instead.
 *
 * They are where the labels tell no cell's name: rows and columns counted from 0 beside cells that are counted through,
 * or rows that are labelled with the squares they hold.
 */
function labelsOf(board) {
  const { left = [], top = [], bottom = [] } = board;
  const counted = left[0] === '0' && left[1] === '1' && top[0] === '0';
  const ranges = left.length > 1 && left.every((label) => /^\d+-\d+$/.test(label)) && !hasText(top) && !hasText(bottom);
  return counted || ranges ? { shown: { top: [], bottom: [], left: [] }, named: true } : { shown: { left, top, bottom }, named: false };
}

function hasText(labels) {
  return (labels ?? []).some((label) => label !== '');
}

function placeCells(board, { kind, rows, columns, left, top, step }, flipped) {
  const wide = kind === 'hexagons' ? 2 : 1;
  const cells = [];
  board.rows.forEach((line, row) =>
    line.forEach((_, column) => {
      if (!isThere(board, kind, row, column)) return;
      const across = flipped ? columns - column - wide : column;
      const down = flipped ? rows - row - 1 : row;
      cells.push({ row, column, x: left + across * step, y: top + down * CELL, width: step * wide, height: CELL });
    }),
  );
  return cells;
}

function placeLabels(board, { kind, rows, columns, left, top, step, size }, flipped, tip) {
  const wide = kind === 'hexagons' ? 2 : 1;
  const labels = [];
  (board.left ?? []).forEach((text, row) => {
    const down = flipped ? rows - row - 1 : row;
    labels.push({ x: left - 5, y: top + (down + 0.5) * CELL + 0.36 * size, text, anchor: 'end' });
  });
  const [above, below] = flipped ? [board.bottom, board.top] : [board.top, board.bottom];
  for (const [line, y] of [[above, top - tip - 5], [below, top + rows * CELL + tip + size + 2]]) {
    (line ?? []).forEach((text, column) => {
      const across = flipped ? columns - column - wide : column;
      if (text !== '') labels.push({ x: left + (across + wide / 2) * step, y, text, anchor: 'middle' });
    });
  }
  return labels;
}

/** Return the corners of a cell: four, or six of a hexagon. */
export function cornersOf({ x, y, width, height }, kind) {
  if (kind !== 'hexagons') return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  const [middle, right, bottom] = [x + width / 2, x + width, y + height];
  return [
    [middle, y - HEX_TIP], [right, y + HEX_TIP], [right, bottom - HEX_TIP],
    [middle, bottom + HEX_TIP], [x, bottom - HEX_TIP], [x, y + HEX_TIP],
  ];
}

/** Return the middle of a cell. */
export function middleOf({ x, y, width, height }) {
  return [x + width / 2, y + height / 2];
}
