/** The board: one picture for every game, with a grid of cells over it that can be touched, focused and heard. */

import { drawArrow, drawRank } from './arrows.js';
import { labelOf } from './cell_names.js';
import { actionAround, drag, keyOf, nextPlaces, touch } from './clicking.js';
import { draw, make, setAttribute } from './elements.js';
import { CELL, layOut, middleOf } from './geometry.js';
import { Motion } from './motion.js';
import { bestOf, drawBadge, sayOutcome } from './outcomes.js';
import { drawGround, groundOf, inset, outline } from './picture.js';
import { drawThing } from './things.js';

const LAYERS = ['ground', 'marked', 'lines', 'names', 'ghosts', 'things', 'hints', 'arrows', 'badges', 'ranks', 'labels'];
const SMALL_SIDE = 26; // pixels of a cell below which badges are brief
const LARGE_SIDE = 72; // and above which badges grow no more
const DRAG_FROM = 6; // pixels that a pointer moves before it drags
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const narrow = matchMedia('(max-width: 600px)');

export class BoardView {
  /**
   * @param {HTMLElement} host holds the board
   * @param {HTMLElement} frame is told the board's size, for what stands around it
   * @param {(word: string) => void} play called with the word of an action
   * @param {(actions: {word: string, label?: string}[]) => void} choose called with those that share their cells
   */
  constructor(host, frame, play, choose) {
    Object.assign(this, { host, frame, play, choose });
    this.board = null;
    this.flipped = false;
    this.path = [];
    this.values = {};
    this.lines = [];
    this.threats = [];
    this.active = null;
    this.room = { rows: 0, columns: 0 };
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, draw('g', { class: name })]));
    this.picture = draw('svg', { 'aria-hidden': 'true', focusable: 'false' }, ...Object.values(this.layers));
    this.motion = new Motion(this.layers.things, this.layers.ghosts);
    this.grid = make('div', { role: 'grid', class: 'cells', 'aria-label': 'Board' });
    this.places = new Map();
    host.replaceChildren(this.picture, this.grid);
    this.listen();
    narrow.addEventListener('change', () => { if (this.board?.rows?.length) this.drawAll(); });
  }

  /** Show a board message. interactive: whether a person may play now. */
  show(board, interactive) {
    const other = this.board?.game_id !== board.game_id || this.board?.game !== board.game;
    if (other) [this.room, this.active] = [{ rows: 0, columns: 0 }, null];
    const before = other || !this.layout ? null : { board: this.board, layout: this.layout, flipped: this.layout.flipped };
    this.board = board;
    this.interactive = interactive;
    this.path = [];
    this.room = {
      rows: Math.max(this.room.rows, board.rows?.length ?? 0),
      columns: Math.max(this.room.columns, ...(board.rows ?? []).map((row) => row.length)),
    };
    this.host.hidden = !board.rows?.length;
    if (!board.rows?.length) this.clear();
    else if (before && Math.abs(board.ply - before.board.ply) <= 2) this.drawMoving(before);
    else {
      this.motion.clear();
      this.drawAll();
    }
  }

  /** Draw the board, and let what has changed since the one before move to its place. */
  drawMoving(before) {
    this.motion.keep();
    this.drawAll();
    this.motion.goOn();
    const { layout, flipped } = before;
    const alike = flipped === this.flipped && layout.width === this.layout.width && layout.height === this.layout.height;
    if (!alike || before.board.rows === this.board.rows) return;
    const how = { drops: this.picture.classList.contains('drops'), held: this.held };
    const rooms = new Map(layout.cells.map((room) => [keyOf([room.row, room.column]), room]));
    this.motion.play(before.board, this.board, this.layout, how, ([row, column]) => {
      const room = rooms.get(keyOf([row, column]));
      const thing = room && drawThing(before.board.rows[row][column], room, layout.kind);
      return thing ? draw('g', {}, thing) : null; // moved as a whole: the thing has a place of its own
    });
    if (before.board.ply !== this.board.ply) this.held = null;
  }

  /** Forget the board before: this game has none. */
  clear() {
    [this.layout, this.shape] = [null, null];
    this.motion.clear();
    this.places.clear();
    this.grid.replaceChildren();
  }

  /** Turn the board by half a turn. */
  flip(flipped) {
    this.flipped = flipped;
    if (this.board?.rows?.length) this.drawAll();
  }

  /** Write values on the cells: word -> {outcome, distance}. */
  showValues(values) {
    this.values = values;
    this.drawState();
  }

  /** Draw the lines of an analysis as arrows: a list of lists of places. */
  showLines(lines) {
    this.lines = lines;
    this.drawState();
  }

  /** Mark threatened cells. */
  showThreats(places) {
    this.threats = places;
    this.drawState();
  }

  drawAll() {
    const layout = layOut(this.board, this.flipped, this.room, narrow.matches);
    this.layout = { ...layout, flipped: this.flipped };
    setAttribute(this.picture, 'viewBox', `0 0 ${layout.width} ${layout.height}`);
    setAttribute(this.picture, 'class', groundOf(this.board, layout));
    this.frame.style.setProperty('--units', String(layout.width));
    this.frame.style.setProperty('--aspect', String(layout.width / layout.height));
    this.roomOf = new Map(layout.cells.map((room) => [keyOf([room.row, room.column]), room]));
    this.drawGround();
    this.layers.labels.replaceChildren(
      ...layout.labels.map(({ x, y, text, anchor }) =>
        draw('text', { class: 'coordinate', x, y, 'font-size': layout.size, 'text-anchor': anchor }, text)),
    );
    this.layers.names.replaceChildren(...layout.cells.map((room) => this.drawName(room)).filter(Boolean));
    this.layers.things.replaceChildren(...layout.cells.map((room) => this.drawCell(room)).filter(Boolean));
    this.layCells();
    this.drawState();
  }

  /** A cell's own name, in its corner, where the labels around the board do not tell it. */
  drawName(room) {
    const cell = this.board.rows[room.row][room.column];
    const { size, named } = this.layout;
    const name = named ? (cell.n ?? (cell.m || cell.d || cell.p ? null : cell.a)) : null;
    return name ? draw('text', { class: 'name', x: room.x + 2, y: room.y + size * 0.55 + 2, 'font-size': size * 0.72 }, name) : null;
  }

  drawCell(room) {
    const thing = drawThing(this.board.rows[room.row][room.column], room, this.layout.kind);
    return thing ? draw('g', { 'data-at': keyOf([room.row, room.column]) }, thing) : null;
  }

  drawGround() {
    const [ground, lines] = drawGround(this.board, this.layout, this.picture.classList.contains('drops'));
    this.layers.ground.replaceChildren(...ground);
    this.layers.lines.replaceChildren(...lines);
  }

  /** Draw what changes while the board stays: the last move, the cells to touch, values, arrows; and name the cells. */
  drawState() {
    if (!this.layout || !this.board?.rows?.length) return;
    const next = this.interactive ? nextPlaces(this.board.legal, this.path) : new Map();
    const marked = (this.board.last ?? []).map((place) => this.at(place, 'square changed'));
    marked.push(...this.path.map((place) => this.at(place, 'square chosen')));
    marked.push(...this.threats.map((place) => this.at(place, 'square threat')));
    this.layers.marked.replaceChildren(...marked.filter(Boolean));
    const badges = this.badgesOn();
    const targets = this.path.length > 0 || this.board.legal.every((each) => each.cells.length < 2);
    const hints = targets ? [...next.keys()].filter((key) => !badges.has(key)).map((key) => this.drawHint(key)) : [];
    this.layers.hints.replaceChildren(...hints.filter(Boolean));
    this.layers.badges.replaceChildren(...[...badges].map(([key, value]) => this.drawValue(key, value)).filter(Boolean));
    const lines = this.lines.map((places, rank) => [places.map((place) => this.roomOf.get(keyOf(place))).filter(Boolean), rank]);
    const drawn = lines.filter(([rooms]) => rooms.length > 0).reverse();
    this.layers.arrows.replaceChildren(...drawn.map(([rooms, rank]) => drawArrow(rooms, rank, this.layout.kind)));
    this.layers.ranks.replaceChildren(...drawn.map(([rooms, rank]) => drawRank(rooms, rank, this.scaleOfSigns())));
    this.nameCells(next, badges);
  }

  at(place, look) {
    const room = this.roomOf.get(keyOf(place));
    if (!room) return null;
    return this.layout.kind === 'pits' ? draw('rect', { class: look, ...inset(room, 2), rx: 13 }) : outline(room, this.layout.kind, look);
  }

  drawHint(key) {
    const room = this.roomOf.get(key);
    if (!room) return null;
    const cell = this.board.rows[room.row][room.column];
    const [x, y] = middleOf(room);
    const taken = cell.m || cell.d || cell.p;
    if (this.layout.kind === 'pits') return draw('rect', { class: 'hint around', ...inset(room, 2), rx: 13 });
    return draw('circle', { class: taken ? 'hint around' : 'hint', cx: x, cy: y, r: taken ? CELL * 0.45 : CELL * 0.085 });
  }

  drawValue(key, value) {
    const room = this.roomOf.get(key);
    if (!room) return null;
    const [x, y] = middleOf(room);
    const lower = this.layout.kind === 'pits' ? -6 : this.isTaken(room) ? 11 : 0;
    return drawBadge(value, x, y + lower, this.side < SMALL_SIDE + 8, this.scaleOfSigns());
  }

  /** The side of a cell in pixels. */
  get side() {
    return (this.host.clientWidth / this.layout.width) * CELL;
  }

  /** Return by how much badges and numbers are smaller than cells would have them: large cells need no large signs. */
  scaleOfSigns() {
    return Math.max(0.5, Math.min(1, LARGE_SIDE / this.side));
  }

  isTaken({ row, column }) {
    const cell = this.board.rows[row][column];
    return Boolean(cell.m || cell.d || cell.p);
  }

  /** Return the values to write: key of a cell -> the best value among the actions that go on there. */
  badgesOn() {
    const found = new Map();
    for (const [key, actions] of nextPlaces(this.board.legal, this.path)) {
      const values = actions.map((each) => this.values[each.word]).filter(Boolean);
      if (values.length > 0) found.set(key, bestOf(values));
    }
    return found;
  }

  /** Lay the cells over the picture, a row of them for each row of the board. */
  layCells() {
    const shape = JSON.stringify([this.layout.cells.map(({ row, column, x, y }) => [row, column, x, y]), this.layout.width]);
    if (shape === this.shape) return;
    const focused = this.grid.contains(document.activeElement);
    this.shape = shape;
    this.places.clear();
    const rows = new Map();
    for (const room of this.layout.cells) {
      const cell = make('div', { role: 'gridcell', class: 'cell', tabindex: -1, 'data-at': keyOf([room.row, room.column]) });
      this.position(cell, room);
      this.places.set(keyOf([room.row, room.column]), cell);
      if (!rows.has(room.row)) rows.set(room.row, make('div', { role: 'row' }));
      rows.get(room.row).append(cell);
    }
    this.grid.replaceChildren(...rows.values());
    if (!this.places.has(this.active)) this.active = this.places.keys().next().value;
    this.places.get(this.active)?.setAttribute('tabindex', '0');
    if (focused) this.places.get(this.active)?.focus({ preventScroll: true });
  }

  position(cell, { x, y, width, height }) {
    const percent = (part, whole) => `${((part / whole) * 100).toFixed(4)}%`;
    cell.style.left = percent(x, this.layout.width);
    cell.style.top = percent(y, this.layout.height);
    cell.style.width = percent(width, this.layout.width);
    cell.style.height = percent(height, this.layout.height);
  }

  nameCells(next, badges) {
    const changed = new Set((this.board.last ?? []).map(keyOf));
    for (const [key, cell] of this.places) {
      const place = key.split(',').map(Number);
      const notes = [];
      const chosen = this.path.some((each) => keyOf(each) === key);
      if (chosen) notes.push('chosen');
      const can = next.has(key) || (this.interactive && this.path.length === 0 && actionAround(this.board, place));
      if (can) notes.push(this.path.length > 0 ? 'can be reached' : 'can be played');
      if (changed.has(key)) notes.push('last move');
      if (badges.has(key)) notes.push(sayOutcome(badges.get(key)));
      const label = labelOf(this.board, place[0], place[1], notes);
      if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
      setAttribute(cell, 'aria-selected', chosen ? 'true' : null);
      cell.classList.toggle('playable', Boolean(can));
      cell.classList.toggle('movable', this.canMove(place));
    }
  }

  /** Return whether something may be dragged from a cell. */
  canMove(place) {
    const begun = this.interactive ? nextPlaces(this.board.legal, []).get(keyOf(place)) : null;
    return Boolean(begun?.some((each) => each.cells.length > 1));
  }

  listen() {
    this.grid.addEventListener('pointerdown', (event) => this.press(event));
    this.grid.addEventListener('pointermove', (event) => this.pull(event));
    this.grid.addEventListener('pointerup', (event) => this.release(event));
    this.grid.addEventListener('pointercancel', () => this.drop());
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.grid.addEventListener('click', (event) => this.click(event));
    this.grid.addEventListener('focusin', (event) => this.focus(placeOf(event.target)));
  }

  press(event) {
    const place = placeOf(event.target);
    if (!place || event.button !== 0) return;
    this.pressed = { place, x: event.clientX, y: event.clientY, pointer: event.pointerId, dragging: false };
  }

  pull(event) {
    const { pressed } = this;
    if (!pressed || event.pointerId !== pressed.pointer || !this.interactive) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
    if (!pressed.dragging && far > DRAG_FROM) this.lift(pressed);
    if (pressed.dragging && pressed.thing) {
      const scale = this.layout.width / this.host.clientWidth;
      const [across, down] = [(event.clientX - pressed.x) * scale, (event.clientY - pressed.y) * scale];
      pressed.thing.setAttribute('transform', `translate(${across} ${down}) ${pressed.transform}`);
    }
  }

  lift(pressed) {
    if (!this.canMove(pressed.place)) return;
    pressed.dragging = true;
    this.grid.setPointerCapture(pressed.pointer);
    this.setPath([pressed.place]);
    pressed.thing = this.layers.things.querySelector(`[data-at="${keyOf(pressed.place)}"]`);
    pressed.transform = pressed.thing?.getAttribute('transform') ?? '';
    pressed.thing?.parentNode.append(pressed.thing);
    pressed.thing?.classList.add('lifted');
  }

  release(event) {
    const { pressed } = this;
    this.pressed = null;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!pressed.dragging) {
      this.tapped = place && keyOf(place) === keyOf(pressed.place) ? place : null;
      return;
    }
    this.putDown(pressed);
    this.held = null;
    if (!place || keyOf(place) === keyOf(pressed.place)) return;
    this.held = keyOf(pressed.place);
    const meant = drag(this.board.legal, pressed.place, place);
    if (meant.length > 0) this.finish(meant);
    else this.touchAt(place);
  }

  /**
   * Touch what was tapped, or what a screen reader clicks.
   *
   * A tap counts with its click and not before: a finger's click comes after it has left, and would fall upon a dialog
   * that had opened in between.
   */
  click(event) {
    const place = placeOf(event.target);
    const { tapped } = this;
    this.tapped = null;
    if (place && (event.detail === 0 || (tapped && keyOf(place) === keyOf(tapped)))) this.touchAt(place);
  }

  drop() {
    if (this.pressed?.dragging) this.putDown(this.pressed);
    this.pressed = null;
  }

  putDown({ thing, transform }) {
    thing?.classList.remove('lifted');
    if (thing) setAttribute(thing, 'transform', transform || null);
  }

  /** Touch a cell, as a click or Enter does. */
  touchAt(place) {
    if (!place || !this.interactive) return;
    this.focus(place);
    const around = this.path.length === 0 && !nextPlaces(this.board.legal, []).has(keyOf(place)) && actionAround(this.board, place);
    if (around) {
      this.finish([around]);
      return;
    }
    const { path, played } = touch(this.board.legal, this.path, place);
    this.setPath(path);
    if (played.length > 0) this.finish(played);
  }

  finish(actions) {
    this.setPath([]);
    if (actions.length === 1) this.play(actions[0].word);
    else this.choose(actions);
  }

  setPath(path) {
    this.path = path;
    this.drawState();
    this.pathChanged?.(path);
  }

  focus(place) {
    const key = place && keyOf(place);
    if (!key || !this.places.has(key)) return;
    this.places.get(this.active)?.setAttribute('tabindex', '-1');
    this.active = key;
    this.places.get(key).setAttribute('tabindex', '0');
  }

  /** Take the focus to the cell that had it last; return whether there is one. */
  takeFocus() {
    this.places.get(this.active)?.focus({ preventScroll: true });
    return this.places.has(this.active);
  }

  key(event) {
    const place = placeOf(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') this.touchAt(place);
    else if (event.key === 'Escape') this.setPath([]);
    else if (ARROWS[event.key]) this.step(place, ARROWS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the focus to the nearest cell in a direction, as the eye sees the board. */
  step(place, [across, down]) {
    const [x, y] = middleOf(this.roomOf.get(keyOf(place)));
    let [best, least] = [null, Infinity];
    for (const room of this.layout.cells) {
      const [dx, dy] = [middleOf(room)[0] - x, middleOf(room)[1] - y];
      const ahead = dx * across + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * across);
      if (ahead > 1 && aside <= ahead && ahead + 1.5 * aside < least) [best, least] = [room, ahead + 1.5 * aside]; // a hexagon of the next row before one of the row after
    }
    if (!best) return;
    this.focus([best.row, best.column]);
    this.places.get(this.active).focus();
  }
}

function placeOf(target) {
  const key = target?.closest?.('.cell')?.dataset.at;
  return key ? key.split(',').map(Number) : null;
}

