/** The line that says whose turn it is or what is being computed, and the quiet line for what went wrong. */

import { byId, write } from './elements.js';
import { nameOfPlayer } from './players.js';

/** Return what a board message says of the game: whose turn, or how it ended. */
export function stateOf(board) {
  if (board.over) return board.over.text;
  const name = board.names?.[board.turn] ?? board.turn;
  const who = board.players?.[board.turn];
  return who === 'human' || !who ? `${name} to move` : `${name} to move: ${nameOfPlayer(who)}`;
}

/** Return what a `thinking` event says. */
export function thoughtOf(event, board) {
  const name = board?.names?.[event.side] ?? '';
  if (event.what === 'compiling') return `Compiling this game (first time only)${seconds(event.seconds)}`;
  const parts = [`${name ? `${name} is` : 'The engine is'} thinking`];
  if (event.depth) parts.push(`depth ${event.depth}`);
  if (event.nodes) parts.push(`${countNodes(event.nodes)} nodes`);
  return parts.join(' · ') + seconds(event.seconds);
}

function seconds(time) {
  return time >= 1 ? ` · ${Math.floor(time)} s` : '';
}

/** Return a number of nodes in short: 950, 12 k, 3.4 M. */
export function countNodes(nodes) {
  if (nodes < 1e4) return String(nodes);
  if (nodes < 1e6) return `${Math.round(nodes / 1e3)} k`;
  return nodes < 1e9 ? `${(nodes / 1e6).toFixed(1)} M` : `${(nodes / 1e9).toFixed(1)} G`;
}

/** Say a line to screen readers. */
export function announce(text) {
  write(byId('announcer'), text);
}

/** Show what went wrong, in one line, until it is put away. null: nothing. */
export function complain(text) {
  const line = byId('failure');
  line.hidden = !text;
  write(byId('failure-text'), text ?? '');
}

/** Return what is said of the newest move of a board message. */
export function sayMove(board) {
  const move = board.moves[board.ply - 1];
  if (!move) return `New game. ${stateOf(board)}`;
  const by = board.names?.[move.by] ?? '';
  return `${by} plays ${move.san ?? move.word}. ${stateOf(board)}`.trim();
}
