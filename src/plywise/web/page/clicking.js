/**
 * How actions are played by touching cells, one after the other.
 *
 * An action of the board message has a word and the cells to touch: {word, label, cells: [[row, column], ...]}.
 * A path is the list of cells touched so far.
 */

/** @typedef {[number, number]} Place  @typedef {{word: string, label?: string, cells: Place[]}} Legal */

/** Return whether two places are the same. */
export function isSame(one, other) {
  return one[0] === other[0] && one[1] === other[1];
}

/** Return a place as a key of maps and sets. */
export function keyOf(place) {
  return `${place[0]},${place[1]}`;
}

/** Return the actions whose cells begin with a path. */
export function continuing(legal, path) {
  return legal.filter(
    (each) => each.cells.length >= path.length && path.every((place, index) => isSame(place, each.cells[index])),
  );
}

/** Return the places that may be touched after a path: key -> the actions that go on there. */
export function nextPlaces(legal, path) {
  const found = new Map();
  for (const each of continuing(legal, path)) {
    if (each.cells.length <= path.length) continue;
    const key = keyOf(each.cells[path.length]);
    found.set(key, [...(found.get(key) ?? []), each]);
  }
  return found;
}

/**
 * Return what comes of touching a place after a path: {path, played: words}.
 *
 * One word is played, several are to be chosen from; with none, more is to be touched, or (path empty) nothing was meant.
 * An action that others go on from is played by touching its last cell once more. Any other place begins anew.
 */
export function touch(legal, path, place) {
  const last = path.at(-1);
  if (last && isSame(last, place)) {
    const ended = continuing(legal, path).filter((each) => each.cells.length === path.length);
    const again = nextPlaces(legal, path).has(keyOf(place));
    if (!again) return { path: [], played: ended };
  }
  const onward = [...path, place];
  const left = continuing(legal, onward);
  if (left.length === 0) return path.length > 0 ? touch(legal, [], place) : { path: [], played: [] };
  const ended = left.filter((each) => each.cells.length === onward.length);
  return ended.length === left.length ? { path: [], played: ended } : { path: onward, played: [] };
}

/** Return the words that a drag from the first place to a last one means, whatever lies between. */
export function drag(legal, from, to) {
  const along = legal.filter((each) => each.cells.length > 1 && isSame(each.cells[0], from) && isSame(each.cells.at(-1), to));
  const direct = along.filter((each) => each.cells.length === 2);
  return direct.length > 0 ? direct : along;
}

/** Return the actions that are offered as buttons: those that no cell plays, and those in the game's own words. */
export function asButtons(legal) {
  return legal.filter((each) => each.cells.length === 0 || each.said);
}

/** Return a move's word for a button: a game's own words may be several, which are joined by underscores. */
export function sayWord(word) {
  return word.replaceAll('_', ' ');
}

/**
 * Return the action that a cell plays although it is not among its cells: its own action, or the label of its column.
 *
 * Only a game in which each action is one touch has them: a disc may be dropped anywhere above its place.
 */
export function actionAround(board, [row, column]) {
  if (board.legal.some((each) => each.cells.length > 1)) return null;
  const labels = [board.rows[row]?.[column]?.a, ...(board.left?.length ? [] : [board.bottom?.[column], board.top?.[column]])];
  return board.legal.find((each) => each.cells.length === 1 && labels.includes(each.word)) ?? null;
}
