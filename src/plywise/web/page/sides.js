/** The two sides: the colour of their stones, the mark they make, and where they sit. */

const COLOURS = ['black', 'white', 'red', 'yellow'];
const MARKS = ['X', 'O'];
const OTHER = { MAX: 'MIN', MIN: 'MAX' };

/** Return how a side's things look, as the board says or by its name: a colour, a mark, or the side's word in lower case. */
export function lookOf(board, side) {
  if (board.looks?.[side]) return board.looks[side];
  const name = board.names?.[side] ?? side;
  if (COLOURS.includes(name.toLowerCase())) return name.toLowerCase();
  return MARKS.includes(name) ? name : side.toLowerCase();
}

/** Return what is played with: "stones" that have the players' colours, or "marks". It holds for a whole game. */
export function materialOf(board) {
  return ['MAX', 'MIN'].every((side) => COLOURS.includes(lookOf(board, side))) ? 'stones' : 'marks';
}

/** Return the side that a lone person plays; null: two people play, or none. */
export function lonePerson(board) {
  const people = ['MAX', 'MIN'].filter((side) => (board.players?.[side] ?? 'human') === 'human');
  return people.length === 1 ? people[0] : null;
}

/** Return whether a game is first shown turned around: a lone person has their own things before them. */
export function isTurnedAtFirst(board) {
  const person = lonePerson(board);
  return Boolean(person && board.home && person !== board.home);
}

/** Keep how a game's board was turned by hand, as long as the tab is open. */
export function keepTurn(gameId, flipped) {
  sessionStorage.setItem(`turned-${gameId}`, flipped);
}

/** Return whether a game's board was turned in this tab; null where nobody has turned it. */
export function keptTurn(gameId) {
  const kept = sessionStorage.getItem(`turned-${gameId}`);
  return kept && kept === 'true';
}

/** Return the side that sits below the board. home: whose things stand there; null where neither has a place. */
export function nearSide(board, flipped) {
  const near = board.home ?? lonePerson(board) ?? 'MAX';
  return flipped ? OTHER[near] : near;
}
