// Steps through a recorded search. The same module serves the page and the notebook widget.
//
// Frames (see frames.py) hold the nodes and the events in order. `Replay` applies the events as replay.py does; `views`
// and `draw` decide what each node shows and where it stands, as node_views.py and tree_drawing.py do, with the same
// measures: a test compares the two at every step.

const [ENTER, LEAF, ESTIMATE, UPDATE, CUTOFF, HIT, LEAVE] = [0, 1, 2, 3, 4, 5, 6];
const [AHEAD, OPEN, LEFT] = [0, 1, 2];
const PHASES = ["ahead", "open", "left"];
const SHAPES = ["max", "min", "leaf"];
const SIGNS = ["", "\u2265", "\u2264"];
const LEAST_LETTERS = 11; // the smallest height of letters, in pixels, unless the reader zooms out
const SMALL_LETTERS = 6; // the smallest where the whole tree is then in sight
const EDGES = ["edge more", "edge pruned", "edge plain", "edge line"];

// --- the search after a step ------------------------------------------------------------------------------------------

class Replay {
  constructor(frames) {
    this.frames = frames;
    this.count = frames.parent.length;
    this.last = frames.steps.end.length;
    this.step = -1;
    this.reset();
  }

  reset() {
    const of = (type, value) => new type(this.count).fill(value);
    Object.assign(this, {
      phase: of(Uint8Array, AHEAD), bound: of(Uint8Array, 0), value: of(Int32Array, -1), alpha: of(Int32Array, -1),
      beta: of(Int32Array, -1), entry: of(Int32Array, 0), cut: of(Uint8Array, 0), skipped: of(Uint8Array, 0),
      estimate: of(Uint8Array, 0), leaf: of(Uint8Array, 0), entries: 0, done: 0, step: 0,
      counts: { entered: 0, leaves: 0, estimates: 0, cutoffs: 0 }, afterLast: 0,
    });
  }

  // Go to a step. Going back starts again from the beginning, which is quick enough.
  go(step) {
    if (step < this.step || this.step === this.last) this.reset();
    const end = step ? this.frames.steps.end[step - 1] : 0;
    while (this.done < end) this.happen(this.done++);
    this.step = step;
    if (step === this.last) this.close();
  }

  happen(number) {
    const { kind, record, alpha, beta, value, bound } = this.frames.events;
    const n = record[number];
    this.alpha[n] = alpha[number];
    this.beta[n] = beta[number];
    if (number === this.frames.counted) {
      for (const name in this.counts) this.counts[name] = 0;
      this.afterLast = 0;
    }
    switch (kind[number]) {
      case ENTER:
        this.phase[n] = OPEN;
        this.entry[n] = ++this.entries;
        this.counts.entered++;
        this.value[n] = -1;
        this.bound[n] = this.leaf[n] = this.estimate[n] = this.cut[n] = this.skipped[n] = 0;
        break;
      case LEAF: case ESTIMATE:
        this.leaf[n] = 1;
        this.estimate[n] = kind[number] === ESTIMATE ? 1 : 0;
        this.value[n] = value[number];
        this.counts[this.estimate[n] ? "estimates" : "leaves"]++;
        break;
      case CUTOFF:
        this.counts.cutoffs++;
        if (!this.frames.skips[number]) this.afterLast++;
        for (const child of this.frames.skips[number] ?? []) {
          this.cut[n] = 1;
          this.skipped[child] = this.entry[child] ? 0 : 1;
        }
        break;
      default:
        if (!this.leaf[n]) { // a leaf keeps its own value, whatever it returns
          this.value[n] = value[number];
          this.bound[n] = bound[number];
        }
        if (kind[number] === LEAVE) this.phase[n] = LEFT;
    }
  }

  close() {
    if (!this.count) return;
    this.value[0] = this.frames.end.value;
    this.bound[0] = this.frames.end.bound;
    for (const n of this.frames.end.skipped) this.skipped[n] = 1;
  }

  current() {
    return this.step > 0 ? this.frames.steps.record[this.step - 1] : -1;
  }
}

// --- what each node shows ---------------------------------------------------------------------------------------------

function line(frames, from) {
  const found = [];
  for (let n = from; n >= 0; n = frames.parent[n]) found.push(n);
  return found.reverse();
}

function belowEach(frames) {
  const below = new Int32Array(frames.parent.length);
  for (let n = frames.parent.length - 1; n > 0; n--) below[frames.parent[n]] += below[n] + 1;
  return below;
}

// The nodes to show, each with those of its children that are shown: all nodes of a small tree; in a large one the line
// being searched, what was opened by hand, and the siblings of all these.
function shown(frames, replay, opened) {
  const kept = new Map();
  const most = frames.geometry.MAX_CHILDREN;
  const all = frames.parent.length <= frames.geometry.MAX_NODES;
  const current = replay.current();
  const way = new Set(line(frames, current < 0 ? 0 : current));
  if (replay.step === replay.last) frames.end.line.forEach((n) => way.add(n));
  const waiting = [0];
  for (let at = 0; at < waiting.length; at++) {
    const n = waiting[at];
    let children = [];
    const open = opened.has(n) ? opened.get(n) : all || (way.has(n) && (replay.entry[n] > 0 || n === 0));
    if (open) {
      children = frames.children[n].slice(0, most);
      children.push(...frames.children[n].slice(most).filter((child) => way.has(child)));
    }
    kept.set(n, children);
    waiting.push(...children);
  }
  return kept;
}

function views(frames, replay, kept, below) {
  const place = new Map([...kept.keys()].map((n, number) => [n, number]));
  const ended = replay.step === replay.last;
  const onLine = new Set(ended ? frames.end.line : []);
  const current = ended ? -1 : replay.current();
  const found = [];
  const more = [];
  for (const [n, children] of kept) {
    const under = children.map((child) => place.get(child));
    const hidden = below[n] - children.reduce((sum, child) => sum + 1 + below[child], 0);
    if (hidden) {
      under.push(kept.size + more.length);
      more.push({
        record: n, kind: "more", children: [], value: `+${hidden.toLocaleString("en")}`, name: "", entry: "",
        window: null, cut: false, word: "", board: null, changed: [], phase: "ahead", crossed: false, onLine: false,
        current: false, title: `${hidden.toLocaleString("en")} nodes below ${frames.name[n]}, not drawn`,
      });
    }
    found.push(view(frames, replay, n, under, onLine.has(n), n === current));
  }
  return found.concat(more);
}

function isPruned(frames, replay, n) {
  for (; n >= 0 && !replay.entry[n]; n = frames.parent[n]) if (replay.skipped[n]) return true;
  return false;
}

function valueText(frames, replay, n) {
  if (replay.value[n] < 0) return frames.hide ? "" : frames.written[n];
  const left = replay.phase[n] === LEFT;
  const guess = replay.estimate[n] || (left && frames.guess[n]) ? "?" : "";
  return (left ? SIGNS[replay.bound[n]] : "") + frames.texts[replay.value[n]] + guess;
}

function view(frames, replay, n, children, onLine, current) {
  const kind = SHAPES[frames.shape[n]];
  const inner = kind !== "leaf" && replay.alpha[n] >= 0 && frames.windows;
  const board = frames.board.length && frames.board[n] >= 0 ? frames.boards[frames.board[n]] : null;
  const pruned = isPruned(frames, replay, n);
  const it = {
    record: n, kind, children, value: valueText(frames, replay, n), name: frames.name[n],
    entry: replay.entry[n] ? `#${replay.entry[n]}` : "",
    window: inner ? [frames.texts[replay.alpha[n]], frames.texts[replay.beta[n]]] : null,
    cut: replay.cut[n] > 0, word: frames.word[n], board, coordinates: n ? NO_COORDINATES : frames.coordinates, changed: changed(frames, n, board),
    size: frames.size[n], phase: pruned ? "pruned" : PHASES[replay.phase[n]], crossed: replay.skipped[n] > 0, onLine, current,
  };
  it.title = title(frames, replay, it, pruned);
  return it;
}

function changed(frames, n, board) {
  const parent = frames.parent[n];
  if (!board || parent < 0 || frames.board[parent] < 0) return [];
  const before = frames.boards[frames.board[parent]];
  if (before.length !== board.length || before.some((row, r) => row.length !== board[r].length)) return [];
  const found = [];
  const stands = (cell) => cellParts(cell).slice(0, 3).join("\n");
  board.forEach((row, r) => row.forEach((cell, c) => stands(cell) !== stands(before[r][c]) && found.push([r, c])));
  return found;
}

function title(frames, replay, it, pruned) {
  const said = [it.name + (it.kind === "leaf" ? "" : ` (${it.kind.toUpperCase()})`)];
  if (it.word) said.push(`after ${it.word}`);
  if (it.value) {
    const words = it.value.replace("\u2265", "at least ").replace("\u2264", "at most ");
    said.push(`value ${words.replace("?", "")}${words.endsWith("?") ? ", an estimate" : ""}`);
  }
  if (it.cut) said.push(`cut off with alpha ${frames.texts[replay.alpha[it.record]]} and beta ${frames.texts[replay.beta[it.record]]}`);
  if (pruned) said.push("pruned, never looked at");
  else if (!replay.entry[it.record]) said.push("not looked at yet");
  if (it.onLine) said.push("on the principal variation");
  return said.join(", ");
}

// --- where it stands: text_width.py, layout.py, boards.py, tree_drawing.py --------------------------------------------

function textWidth(g, text, size, bold) {
  let hundredths = 0;
  for (const sign of text) {
    if (sign in g.WIDTHS) hundredths += g.WIDTHS[sign];
    else if (sign > "\u007f") hundredths += g.ELSEWHERE;
    else hundredths += sign >= "A" && sign <= "Z" ? g.CAPITAL : g.SMALL;
  }
  return Math.round(hundredths * size * (bold ? g.BOLD : 1)) / 100;
}

function tidy(children, extents, gap) {
  const offsets = new Float64Array(children.length);
  const outlines = new Array(children.length);
  for (let n = children.length - 1; n >= 0; n--) {
    const below = children[n].map((child) => outlines[child]);
    const places = packed(below, gap);
    const middle = places.length ? (places[0] + places[places.length - 1]) / 2 : 0;
    children[n].forEach((child, i) => { offsets[child] = places[i] - middle; outlines[child] = null; });
    outlines[n] = under(extents[n], below, places.map((place) => place - middle));
  }
  const xs = new Float64Array(children.length);
  xs[0] = -Math.min(...outlines[0].left);
  children.forEach((row, n) => row.forEach((child) => { xs[child] = xs[n] + offsets[child]; }));
  return xs;
}

function packed(outlines, gap) {
  if (!outlines.length) return [];
  const fromLeft = pushed(outlines, gap);
  const negated = (row) => row.map((x) => -x);
  const mirrored = outlines.map(({ left, right }) => ({ left: negated(right), right: negated(left) })).reverse();
  const last = fromLeft[fromLeft.length - 1];
  const fromRight = pushed(mirrored, gap).reverse();
  return fromLeft.map((place, i) => (place + last - fromRight[i]) / 2);
}

function pushed(outlines, gap) {
  let reach = [];
  return outlines.map((outline) => {
    let place = 0;
    for (let row = 0; row < Math.min(reach.length, outline.left.length); row++) {
      const needed = reach[row] + gap - outline.left[row];
      place = row === 0 ? needed : Math.max(place, needed);
    }
    reach = outline.right.map((right) => place + right).concat(reach.slice(outline.right.length));
    return place;
  });
}

function under(extent, outlines, places) {
  const left = [];
  const right = [];
  outlines.forEach((outline, i) => {
    for (let row = left.length; row < outline.left.length; row++) left.push(places[i] + outline.left[row]);
    outline.right.forEach((edge, row) => { right[row] = places[i] + edge; });
  });
  return { left: [-extent[0], ...left], right: [extent[1], ...right] };
}

// A cell is its mark alone, or mark, disc, sign and whether it is dark, and a hexagon, and a piece: see frames.py.
const cellParts = (cell) => (typeof cell === "string" ? [cell, "", "", false] : cell);
const isHexagon = (cell) => Boolean(cellParts(cell)[4]);
const hasHexagons = (board) => board.some((row) => row.some(isHexagon));

const NO_COORDINATES = [[], [], []]; // to the left, above and below

function cellOf(g, board, [, above, below]) {
  const cell = Math.max(board.length, ...board.map((row) => row.length)) > g.MANY ? g.SMALL_CELL : g.CELL;
  const written = board.flat().map(cellParts)
    .map(([mark, disc, sign, , , piece]) => (piece ? "" : disc ? sign : mark));
  const longest = Math.max(0, ...written.map((text) => textWidth(g, text, cell * g.MARK, false)));
  const widest = Math.max(0, ...[...above, ...below].map((label) => textWidth(g, label, g.LABEL, false)));
  const width = Math.max(cell, longest + cell * 0.2, widest + g.LABEL_GAP);
  return [hasHexagons(board) ? width * g.HEX_COLUMN : width, cell];
}

function boardSize(g, { board, coordinates }) {
  const [width, height] = cellOf(g, board, coordinates);
  const [, top, bottom] = coordinates.map((labels) => (labels.some(Boolean) ? (g.ASCENT + g.DESCENT) * g.LABEL + g.LABEL_GAP : 0));
  const tip = hasHexagons(board) ? g.HEX_TIP * height : 0;
  const columns = Math.max(...board.map((row) => row.length));
  return { width: columns * width, height: board.length * height, top: top + tip, bottom: bottom + tip };
}

const underLeaf = (it) => `${it.name} ${it.entry}`.trim();
const topOf = (g, kind) => ({ max: g.POINT, min: g.BASE })[kind] ?? g.LEAF_HALF;

function rightColumn(it) {
  const lines = it.window ? [`\u03b1 ${it.window[0]}`, `\u03b2 ${it.window[1]}`] : [];
  return it.cut ? [...lines, "cut"] : lines;
}

// Each node's size is in the frames: enough for everything it ever shows, so that it stays in place from step to step.
function sizeOf(g, it) {
  if (it.kind === "more") {
    const shape = Math.max(g.LEAF_LEAST, textWidth(g, it.value, g.VALUE_SIZE, false) + 2 * g.SHAPE_PAD);
    return { left: shape / 2, right: shape / 2, up: g.LEAF_HALF, down: g.LEAF_HALF, shape };
  }
  const [left, right, up, down, shape] = it.size;
  return { left, right, up, down, shape };
}

// Return the drawing: groups of items, as in tree_drawing.draw_tree, without the legend.
function draw(g, all) {
  const sizes = all.map((it) => sizeOf(g, it));
  const xs = tidy(all.map((it) => it.children), sizes.map((size) => [size.left, size.right]), g.NODE_GAP);
  const plies = new Int32Array(all.length);
  all.forEach((it, n) => it.children.forEach((child) => { plies[child] = plies[n] + 1; }));
  const bands = bandsOf(g, all, sizes, xs, plies);
  const edges = [];
  all.forEach((it, n) => it.children.forEach((child) => {
    edges.push(edge(g, it, all[child], xs[n], bands[plies[n]], xs[child], sizes[child], bands[plies[child]]));
  }));
  edges.sort((a, b) => EDGES.indexOf(a.role) - EDGES.indexOf(b.role));
  const nodes = all.map((it, n) => node(g, it, sizes[n], xs[n], bands[plies[n]].middle));
  const right = Math.max(0, ...all.map((it, n) => xs[n] + sizes[n].right));
  const width = Math.max(right, g.MIN_WIDTH);
  const bottom = bands.length ? bands[bands.length - 1].bottom : 0;
  return {
    width: width + 2 * g.MARGIN, height: bottom + 2 * g.MARGIN, groups: edges.concat(nodes),
    dx: g.MARGIN + (width - right) / 2, dy: g.MARGIN, xs, plies, bands,
  };
}

function bandsOf(g, all, sizes, xs, plies) {
  const bands = [];
  all.forEach((it, n) => {
    const band = (bands[plies[n]] ??= { up: 0, down: 0, fan: -1 });
    band.up = Math.max(band.up, sizes[n].up);
    band.down = Math.max(band.down, sizes[n].down);
    for (const child of it.children) {
      const below = (bands[plies[child]] ??= { up: 0, down: 0, fan: -1 });
      below.fan = Math.max(below.fan, Math.abs(xs[child] - xs[n]));
    }
  });
  let bottom = 0;
  for (const band of bands) {
    band.top = bottom + (band.fan < 0 ? 0 : Math.min(g.MAX_ROW_GAP, g.ROW_GAP + g.SLANT * band.fan));
    band.middle = band.top + band.up;
    bottom = band.bottom = band.middle + band.down;
  }
  return bands;
}

function edge(g, parent, child, x0, band, x1, size, next) {
  const y0 = band.middle + (parent.kind === "min" ? g.POINT : g.BASE);
  const role = child.kind === "more" ? "edge more"
    : child.onLine && parent.onLine ? "edge line" : child.phase === "pruned" ? "edge pruned" : "edge plain";
  const points = [[x0, y0], [x0, band.bottom], [x1, next.top], [x1, next.middle - size.up]];
  const items = [{ points: points.filter(([x, y], i) => !i || x !== points[i - 1][0] || y !== points[i - 1][1]), role }];
  if (child.crossed) {
    const [x, y] = [(x0 + x1) / 2, (band.bottom + next.top) / 2];
    for (const s of [1, -1]) {
      items.push({ points: [[x - g.CROSS, y - s * g.CROSS], [x + g.CROSS, y + s * g.CROSS]], role: "cross" });
    }
  }
  return { name: (child.kind === "more" ? "h" : "e") + child.record, role, items, title: "" };
}

function shapeOf(g, it, width, x, y, grown, role) {
  const [half, point, base] = [width / 2, g.POINT + 1.5 * grown, g.BASE + grown];
  const [shoulder, flat] = [4 + grown / 2, g.LEAF_HALF + grown];
  const points = {
    max: [[-half, base], [-half, -shoulder], [0, -point], [half, -shoulder], [half, base]],
    min: [[-half, -base], [-half, shoulder], [0, point], [half, shoulder], [half, -base]],
    leaf: [[-half, -flat], [half, -flat], [half, flat], [-half, flat]],
    more: [[-half / 2, -flat], [half / 2, -flat], [half, flat], [-half, flat]],
  }[it.kind];
  return { points: points.map(([dx, dy]) => [x + dx, y + dy]), role, closed: true };
}

function node(g, it, size, x, y) {
  const strength = it.phase === "pruned" ? "pruned" : it.onLine ? "line" : it.phase;
  const faded = strength === "pruned" ? " pruned" : "";
  const items = [];
  if (it.current) items.push(shapeOf(g, it, size.shape + 2 * g.HALO, x, y, g.HALO, "halo"));
  items.push(shapeOf(g, it, size.shape, x, y, 0, `node ${it.kind} ${strength}`));
  if (it.value) {
    const drop = { max: 8, min: 1.4 }[it.kind] ?? 4.7;
    items.push({ x, y: y + drop, text: it.value, role: `value${faded}`, size: g.VALUE_SIZE, bold: it.onLine });
  }
  let top = y - topOf(g, it.kind);
  if (it.board) {
    const size = boardSize(g, it);
    top -= size.height + size.bottom + 3;
    items.push(...boardItems(g, it, x - size.width / 2, top, faded));
    top -= size.top;
  }
  if (it.word) items.push({ x, y: top - 3, text: it.word, role: `word${faded}`, size: g.SMALL_SIZE, bold: it.onLine });
  items.push(...columns(g, it, size, x, y));
  return { name: (it.kind === "more" ? "m" : "n") + it.record, role: strength, items, title: it.title, view: it };
}

function columns(g, it, size, x, y) {
  if (it.kind === "more") return [];
  if (it.kind === "leaf") {
    const text = underLeaf(it);
    return text ? [{ x, y: y + g.LEAF_HALF + g.LEAF_TEXT, text, role: "name", size: g.SMALL_SIZE }] : [];
  }
  const left = x - size.shape / 2 - g.COLUMN_GAP;
  const right = x + size.shape / 2 + g.COLUMN_GAP;
  const items = [];
  if (it.name) items.push({ x: left, y: y - 1, text: it.name, role: "name", size: g.SMALL_SIZE, anchor: "end", bold: true });
  if (it.entry) items.push({ x: left, y: y + 10, text: it.entry, role: "entry", size: g.SMALL_SIZE, anchor: "end" });
  rightColumn(it).forEach((text, number) => {
    const cut = text === "cut";
    items.push({
      x: right, y: y - 1 + 11 * number, text, role: cut ? "cut" : "window", size: g.SMALL_SIZE, anchor: "start", bold: cut,
    });
  });
  return items;
}

function boardItems(g, it, left, top, faded) {
  const [width, cell] = cellOf(g, it.board, it.coordinates);
  const square = (r, c, role) => {
    const [x, y] = [left + c * width, top + r * cell];
    return { points: outline(g, it.board[r][c], x, y, width, cell), role, closed: true };
  };
  const isChanged = (r, c) => it.changed.some(([row, column]) => row === r && column === c);
  const items = [];
  it.board.forEach((row, r) => row.forEach((each, c) => {
    if (cellParts(each)[3] && !isChanged(r, c)) items.push(square(r, c, `dark${faded}`));
  }));
  items.push(...it.changed.map(([r, c]) => square(r, c, "changed")));
  if (it.grid !== false) items.push(...grid(it.board, left, top, width, cell, `board${faded}`));
  it.board.forEach((row, r) => row.forEach((each, c) => {
    const [mark, disc, sign, , , piece] = cellParts(each);
    const [x, y] = [left + (c + (isHexagon(each) ? 1 : 0.5)) * width, top + (r + 0.5) * cell];
    const size = cell * g.SIGN;
    if (isHexagon(each)) items.push(square(r, c, `board${faded}`));
    if (piece) {
      items.push(...pieceItems(g, piece, x, y, cell, faded));
      return;
    }
    if (disc) items.push({ x, y, radius: g.DISC * cell, role: `disc ${disc}${faded}` });
    if (disc && sign) items.push({ x, y: y + 0.36 * size, text: sign, role: `sign-${disc}`, size, bold: true });
    else if (mark && !disc) items.push({ x, y: y + 0.29 * cell, text: mark, role: `mark${faded}`, size: cell * g.MARK });
  }));
  return items.concat(coordinateItems(g, it, left, top, width, cell));
}

// pieces.py
function pieceItems(g, piece, x, y, cell, faded) {
  const [colour, figure] = piece.split(" ");
  const [left, top, scale] = [x - cell / 2, y - cell / 2, cell / 100];
  return g.PIECES[figure].filter(([kind]) => kind !== "*" || colour === "black").map(([kind, steps]) => ({
    steps: steps.map(([sign, points]) => [sign, points.map(([a, b]) => [left + a * scale, top + b * scale])]),
    role: `piece ${kind === "+" ? colour : `on-${colour}`}${faded}`,
    stroke: g.STROKE * scale,
  }));
}

function outline(g, cell, x, y, width, height) {
  if (!isHexagon(cell)) return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  const [tip, right] = [g.HEX_TIP * height, x + 2 * width];
  const [upper, lower] = [y + tip, y + height - tip];
  return [[x + width, y - tip], [right, upper], [right, lower], [x + width, y + height + tip], [x, lower], [x, upper]];
}

function coordinateItems(g, { board, coordinates }, left, top, width, cell) {
  const [beside, ...columns] = coordinates;
  const label = (text, x, y, anchor) => ({ x, y, text, role: "coordinate", size: g.LABEL, anchor });
  const items = beside.map((text, r) => label(text, left - g.LABEL_GAP, top + (r + 0.5) * cell + 0.36 * g.LABEL, "end"));
  const [middle, tip] = hasHexagons(board) ? [1, g.HEX_TIP * cell] : [0.5, 0];
  const [above, below] = [top - tip, top + board.length * cell + tip];
  const rows = [above - g.LABEL_GAP - g.DESCENT * g.LABEL, below + g.LABEL_GAP + g.ASCENT * g.LABEL];
  columns.forEach((labels, place) => labels.forEach((text, c) => {
    if (text) items.push(label(text, left + (c + middle) * width, rows[place], "middle"));
  }));
  return items;
}

function grid(board, left, top, width, cell, role) {
  const columnsCount = Math.max(...board.map((row) => row.length));
  const [right, bottom] = [left + columnsCount * width, top + board.length * cell];
  const items = [{ points: [[left, top], [right, top], [right, bottom], [left, bottom]], role, closed: true }];
  for (let r = 1; r < board.length; r++) items.push({ points: [[left, top + r * cell], [right, top + r * cell]], role });
  for (let c = 1; c < columnsCount; c++) items.push({ points: [[left + c * width, top], [left + c * width, bottom]], role });
  return items;
}

// --- SVG: svg.py ------------------------------------------------------------------------------------------------------

const TEXT_CLASSES = {
  entry: "soft-text", window: "soft-text", playable: "soft-text", coordinate: "soft-text", cut: "cut-text",
  ...Object.fromEntries(["black", "white", "red", "yellow"].map((disc) => [`sign-${disc}`, `sign-${disc}`])),
};
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
const short = (value) => String(Math.round(value * 100) / 100);

function svgItem(item, dx, dy) {
  if (item.points) {
    const points = item.points.map(([x, y]) => `${short(x + dx)},${short(y + dy)}`).join(" ");
    return `<${item.closed ? "polygon" : "polyline"} class="${item.role}" points="${points}"/>`;
  }
  if (item.steps) {
    const write = ([x, y]) => `${short(x + dx)},${short(y + dy)}`;
    const steps = item.steps.map(([sign, points]) => sign + points.map(write).join(" ")).join("");
    return `<path class="${item.role}" stroke-width="${short(item.stroke)}" d="${steps}"/>`;
  }
  if (item.radius) {
    return `<circle class="${item.role}" cx="${short(item.x + dx)}" cy="${short(item.y + dy)}" r="${short(item.radius)}"/>`;
  }
  const [role, faded] = item.role.split(" ");
  const classes = `text ${faded ? "pruned-text" : TEXT_CLASSES[role] ?? ""}`.trim();
  const anchor = item.anchor === "start" ? "" : ` text-anchor="${item.anchor ?? "middle"}"`;
  const bold = item.bold ? ' font-weight="bold"' : "";
  return `<text class="${classes}" x="${short(item.x + dx)}" y="${short(item.y + dy)}" font-size="${short(item.size)}"`
    + `${anchor}${bold}>${escaped(item.text)}</text>`;
}

function svgGroup(group, dx, dy) {
  const items = group.items.map((item) => svgItem(item, dx, dy)).join("");
  let role = "";
  if (group.title) {
    const button = group.view.kind === "more" || group.view.children.length;
    const state = group.view.kind === "more" ? "false" : "true";
    role = button
      ? ` role="button" tabindex="-1" aria-expanded="${state}" data-node="${group.view.record}" aria-label="${escaped(group.title)}"`
      : ` role="img" aria-label="${escaped(group.title)}"`;
  }
  const title = group.title ? `<title>${escaped(group.title)}</title>` : "";
  return `<g data-name="${group.name}" class="g-${group.role.replaceAll(" ", "-")}"${role}>${title}${items}</g>`;
}

function smallestText(drawing) {
  return Math.min(LEAST_LETTERS, ...drawing.groups.flatMap((group) => group.items.map((item) => item.size ?? LEAST_LETTERS)));
}

function svgOf(drawing, label, scale) {
  const [width, height] = [short(drawing.width), short(drawing.height)];
  const groups = drawing.groups.map((group) => svgGroup(group, drawing.dx, drawing.dy)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${short(drawing.width * scale)}" `
    + `height="${short(drawing.height * scale)}" role="group" aria-label="${escaped(label)}">`
    + `<rect class="paper" x="0" y="0" width="${width}" height="${height}"/>${groups}</svg>`;
}

// --- the page ---------------------------------------------------------------------------------------------------------

const CONTROLS = [
  ["first", "|\u25c0", "To the beginning (Home)"], ["cut-back", "\u25c0 cut", "The cut before (P)"],
  ["back", "\u25c0", "A step back (left arrow)"], ["play", "Play", "Play, or pause (space)"],
  ["forward", "\u25b6", "A step forward (right arrow)"], ["cut-next", "cut \u25b6", "The next cut (N)"],
  ["last", "\u25b6|", "To the end (End)"],
];
const KEYS = [
  ["\u2192 \u2190", "a step"], ["N P", "the next cutoff, the one before"], ["Home End", "the beginning, the end"],
  ["Space", "play or pause"], ["+ \u2212 0", "larger, smaller, fit"], ["H", "hide or show values"], ["C", "the other program, where there is one"],
  ["Tab Enter", "open or close a node, as a tap does"],
];
const VIEWS = [["smaller", "\u2212", "Smaller (-)"], ["fit", "Fit", "Fit the whole tree (0)"], ["larger", "+", "Larger (+)"]];

const SKELETON = `
<div class="pw-app">
<div class="pw-head"><h1></h1><p class="pw-summary"></p></div>
<div class="pw-body">
  <div class="pw-stage" tabindex="0" role="region" aria-label="The tree"></div>
  <div class="pw-side">
    <div class="pw-numbers"><p class="pw-count" aria-hidden="true"></p>
      <button type="button" class="pw-form" data-do="form" title="Show the search as another program (C)"></button>
      <dl class="pw-figures"></dl></div>
    <p class="pw-said" aria-live="polite" aria-atomic="true"></p>
    <p class="pw-condition"></p>
    <ol class="pw-code" aria-label="Pseudo-code" tabindex="0"></ol>
  </div>
</div>
<div class="pw-controls" role="toolbar" aria-label="Steps">
  <input class="pw-slider" type="range" min="0" step="1" aria-label="Step">
  <span class="pw-buttons"></span>
  <label><span class="pw-label">Speed </span><select aria-label="Speed" class="pw-speed"><option value="2000">slow</option><option value="900" selected>normal</option>
    <option value="350">fast</option><option value="80">very fast</option></select></label>
  <span class="pw-views"></span>
  <button type="button" data-do="hide" title="Hide the values that the search has not found yet (H)">Hide values</button>
  <button type="button" data-do="save" title="Save this picture as SVG">Save SVG</button>
</div>
</div>
<div class="pw-help">
  <p class="pw-below"></p>
  <ul class="pw-legend" aria-label="Legend"></ul>
  <ul class="pw-keys" aria-label="Keys"></ul>
</div>`;

class Stepper {
  constructor(element, frames, options = {}) {
    this.element = element;
    this.frames = frames;
    this.replay = new Replay(frames);
    this.below = belowEach(frames);
    this.opened = new Map();
    this.scale = 0; // 0: the whole tree, or as much of it as can be read
    this.whole = false; // the whole tree, however small its letters are
    this.timer = null;
    this.options = options;
    this.cuts = [];
    frames.steps.condition.forEach((text, i) => {
      const number = frames.steps.end[i] - 1;
      if (frames.events.kind[number] === CUTOFF && frames.skips[number]) this.cuts.push(i + 1);
    });
    this.build();
    this.go(options.step ?? 0);
  }

  build() {
    const { element, frames } = this;
    element.classList.add("plywise");
    element.classList.toggle("pw-fill", Boolean(this.options.fill));
    element.innerHTML = SKELETON;
    const find = (name) => element.querySelector(`.pw-${name}`);
    this.parts = Object.fromEntries(
      ["stage", "count", "said", "condition", "code", "figures", "slider", "speed"].map((name) => [name, find(name)]),
    );
    this.explain(find);
    const signs = (text) => text.replace(/[|\u25c0\u25b6]+/, '<span aria-hidden="true">$&</span>'); // the label says them in words
    const button = ([name, text, label]) => `<button type="button" data-do="${name}" title="${label}" aria-label="${label}">${signs(text)}</button>`;
    find("buttons").innerHTML = CONTROLS.map(button).join("");
    find("views").innerHTML = VIEWS.map(button).join("");
    this.classroom = Boolean(frames.classroom && this.options.classroom);
    find("form").hidden = !frames.classroom;
    this.writeCode();
    this.parts.slider.max = String(this.replay.last);
    this.parts.slider.addEventListener("input", () => this.go(Number(this.parts.slider.value)));
    element.addEventListener("click", (event) => this.clicked(event));
    this.keys = (event) => this.pressed(event);
    (this.options.keys ?? element).addEventListener("keydown", this.keys);
  }

  // The pseudo-code, or the program of the classroom in its place.
  writeCode() {
    const code = this.classroom ? this.frames.classroom.code : this.frames.code;
    this.parts.code.innerHTML = code.map((text) => `<li><code>${escaped(text) || "&nbsp;"}</code></li>`).join("");
    this.element.querySelector(".pw-form").textContent = this.classroom ? "In pseudo-code" : "As the classroom\u2019s program";
  }

  // The legend, which stands still, and the keys.
  explain(find) {
    const side = this.frames.geometry.SAMPLE;
    const sample = (drawn) => `<svg viewBox="0 0 ${side} ${side}" width="${1.4 * side}" height="${1.4 * side}" aria-hidden="true">${drawn}</svg>`;
    find("legend").innerHTML = this.frames.legend.map(([drawn, meaning]) => `<li>${sample(drawn)}${escaped(meaning)}</li>`).join("");
    find("keys").innerHTML = KEYS.map(([keys, meaning]) => {
      const caps = keys.split(" ").map((key) => `<kbd>${key}</kbd>`).join(" ");
      return `<li>${caps} ${meaning}</li>`;
    }).join("");
  }

  // The heading and the summary; they tell the result only where values are not hidden, or at the end.
  head() {
    const { frames, replay } = this;
    const told = !frames.hide || replay.step === replay.last;
    this.element.querySelector("h1").textContent = told ? frames.title : frames.subject;
    const summary = [...(told ? frames.summary : []), frames.note].join(" ").trim();
    this.element.querySelectorAll(".pw-summary,.pw-below").forEach((each) => { each.textContent = summary; });
    this.element.querySelector("[data-do=hide]").textContent = frames.hide ? "Show values" : "Hide values";
    return told ? frames.description : frames.subject;
  }

  destroy() {
    this.pause();
    (this.options.keys ?? this.element).removeEventListener("keydown", this.keys);
  }

  go(step) {
    this.replay.go(Math.max(0, Math.min(this.replay.last, step)));
    for (const n of line(this.frames, this.replay.current())) if (this.opened.get(n) === false) this.opened.delete(n);
    this.show();
    this.options.moved?.(this.replay.step);
  }

  do(name) {
    const { replay } = this;
    if (!["play", "save", "hide", "form"].includes(name)) this.pause();
    const actions = {
      first: () => this.go(0),
      last: () => this.go(replay.last),
      back: () => this.go(replay.step - 1),
      forward: () => this.go(replay.step + 1),
      "cut-next": () => this.go(this.cuts.find((step) => step > replay.step) ?? replay.last),
      "cut-back": () => this.go(this.cuts.findLast((step) => step < replay.step) ?? 0),
      play: () => (this.timer ? this.pause() : this.play()),
      smaller: () => this.zoom(1 / 1.25),
      larger: () => this.zoom(1.25),
      fit: () => { [this.scale, this.whole] = [0, true]; this.show(); },
      hide: () => { this.frames.hide = !this.frames.hide; this.show(); },
      form: () => {
        if (!this.frames.classroom) return;
        this.classroom = !this.classroom;
        this.writeCode();
        this.show();
      },
      save: () => this.save(),
    };
    actions[name]();
  }

  zoom(factor) {
    this.scale = Math.max(0.1, Math.min(5, (this.scale || this.drawn) * factor));
    this.show();
  }

  play() {
    if (this.replay.step === this.replay.last) this.go(0);
    const tick = () => {
      this.go(this.replay.step + 1);
      if (this.replay.step === this.replay.last) this.pause();
      else this.timer = setTimeout(tick, Number(this.parts.speed.value));
    };
    this.timer = setTimeout(tick, 0);
    this.element.querySelector("[data-do=play]").textContent = "Pause";
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.element.querySelector("[data-do=play]").textContent = "Play";
  }

  clicked(event) {
    const button = event.target.closest("[data-do]");
    if (button) return this.do(button.dataset.do);
    const node = event.target.closest("[data-node]");
    if (node) this.toggle(Number(node.dataset.node), node.getAttribute("aria-expanded") !== "true");
  }

  toggle(record, open) {
    this.opened.set(record, open);
    this.show();
    this.parts.stage.querySelector(`[data-node="${record}"]`)?.focus({ preventScroll: true });
  }

  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input,select,textarea")) return;
    const node = event.target.closest?.("[data-node]");
    if (node && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.toggle(Number(node.dataset.node), node.getAttribute("aria-expanded") !== "true");
      return;
    }
    const keys = {
      ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play", n: "cut-next", p: "cut-back",
      "+": "larger", "-": "smaller", 0: "fit", h: "hide", c: "form",
    };
    if (!Object.hasOwn(keys, event.key) || (event.key === " " && event.target.closest?.("button"))) return;
    event.preventDefault();
    this.do(keys[event.key]);
  }

  drawing() {
    const kept = shown(this.frames, this.replay, this.opened);
    const all = views(this.frames, this.replay, kept, this.below);
    if (!this.frames.grid) all.forEach((it) => { it.grid = false; });
    return draw(this.frames.geometry, all);
  }

  show() {
    const { frames, replay, parts } = this;
    if (!replay.count) return;
    const drawing = this.drawing();
    this.say(); // first: a long text leaves the tree less room
    this.drawn = this.scale || this.fitting(drawing);
    parts.stage.innerHTML = svgOf(drawing, this.head(), this.drawn);
    const first = parts.stage.querySelector("[data-node]");
    if (first) first.setAttribute("tabindex", "0");
    parts.stage.querySelectorAll('[data-node][aria-expanded="false"]').forEach((each) => each.setAttribute("tabindex", "0"));
    this.follow(drawing);
  }

  // Return the scale at which the whole tree is in sight; if letters are too small then, the least at which they are not.
  fitting(drawing) {
    const { stage } = this.parts;
    const across = Math.min(1.4, (stage.clientWidth || 800) / drawing.width);
    stage.innerHTML = svgOf(drawing, "", across); // a stage may be as high as what it holds
    const room = [stage.clientWidth, globalThis.innerHeight, drawing.width, drawing.height].join(" ");
    const before = room === this.room ? this.fitted : across; // it does not grow with every shorter text
    const scale = Math.min(across, before, stage.clientHeight ? stage.clientHeight / drawing.height : across);
    Object.assign(this, { room, fitted: scale });
    const letters = smallestText(drawing);
    return this.whole || scale * letters >= SMALL_LETTERS ? scale : Math.max(LEAST_LETTERS / letters, across);
  }

  // Scroll the node wthe search is here into view; before it and after it, the root.
  follow(drawing) {
    const nodes = drawing.groups.filter((group) => group.view);
    const at = nodes.find(({ view }) => view.current) ?? nodes.find(({ view }) => view.record === 0);
    if (!at) return;
    const stage = this.parts.stage;
    const shape = at.items[0].points;
    const x = (shape[0][0] + drawing.dx) * this.drawn;
    const y = (shape[0][1] + drawing.dy) * this.drawn;
    if (x < stage.scrollLeft + 60 || x > stage.scrollLeft + stage.clientWidth - 60) stage.scrollLeft = x - stage.clientWidth / 2;
    if (y < stage.scrollTop + 60 || y > stage.scrollTop + stage.clientHeight - 60) stage.scrollTop = y - stage.clientHeight / 2;
  }

  // Scroll the line of the pseudo-code wthe search is here into the middle of its box.
  followCode(current) {
    const box = this.parts.code;
    const item = box.children[current];
    if (item) box.scrollTop = item.offsetTop - (box.clientHeight - item.offsetHeight) / 2;
  }

  say() {
    const { frames, replay, parts } = this;
    const { step, last } = replay;
    const at = step - 1;
    parts.count.textContent = `Step ${step.toLocaleString("en")} of ${last.toLocaleString("en")}`;
    const said = step ? frames.steps.text[at] : "Before the search.";
    parts.said.textContent = said + (step === last && last ? ` ${frames.summary[0]}` : "");
    const condition = step ? frames.steps.condition[at] : "";
    parts.condition.textContent = condition;
    parts.condition.classList.toggle("pw-yes", condition.endsWith("yes"));
    const current = step ? (this.classroom ? frames.classroom : frames.steps).line[at] : -1;
    [...parts.code.children].forEach((item, number) => {
      item.classList.toggle("pw-now", number === current);
      if (number === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    this.followCode(current);
    parts.slider.value = String(step);
    parts.slider.setAttribute("aria-valuetext", `step ${step} of ${last}: ${said}`);
    const estimates = frames.events.kind.includes(ESTIMATE);
    const note = replay.afterLast ? `<span class="pw-note"> (${replay.afterLast.toLocaleString("en")} after the last child)</span>` : "";
    parts.figures.innerHTML = Object.entries(replay.counts).filter(([name]) => estimates || name !== "estimates")
      .map(([name, count]) => `<div><dt>${name}</dt><dd>${count.toLocaleString("en")}${name === "cutoffs" ? note : ""}</dd></div>`).join("");
  }

  save() {
    const svg = this.parts.stage.querySelector("svg").cloneNode(true);
    const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    style.textContent = this.rules();
    svg.prepend(style);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
    link.download = `step-${this.replay.step}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // The computed styles of what is drawn now, so that the saved picture is self-contained.
  rules() {
    const wanted = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-family", "opacity"];
    const known = new Map();
    this.parts.stage.querySelectorAll("svg [class]").forEach((each) => {
      const selector = "." + [...each.classList].join(".");
      if (each.tagName === "g" || known.has(selector)) return;
      const look = getComputedStyle(each);
      known.set(selector, wanted.map((name) => `${name}:${look.getPropertyValue(name)}`).join(";"));
    });
    return [...known].sort((a, b) => a[0].length - b[0].length).map(([name, look]) => `${name}{${look}}`).join("\n");
  }
}

export function mount(element, frames, options) {
  return new Stepper(element, frames, options);
}

// The notebook widget (anywidget).
export function render({ model, el }) {
  const place = document.createElement("div");
  el.replaceChildren(place);
  const light = document.body.dataset.jpThemeLight;
  if (light) place.dataset.theme = light === "true" ? "light" : "dark";
  let own = false;
  const moved = (step) => {
    own = true;
    model.set("step", step);
    model.save_changes();
    own = false;
  };
  const stepper = mount(place, JSON.parse(model.get("frames")), { step: model.get("step"), moved });
  const follow = () => own || model.get("step") === stepper.replay.step || stepper.go(model.get("step"));
  model.on("change:step", follow);
  return () => {
    model.off("change:step", follow);
    stepper.destroy();
  };
}

export default { render };
