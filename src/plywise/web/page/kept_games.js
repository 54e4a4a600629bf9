/** The list of games that were begun here: each can be taken up again. */

import { byId, make } from './elements.js';
import { nameOfPlayer } from './players.js';

/** Show the games that the server keeps, newest first. */
export function showKept(games) {
  const lines = games.map((game) => {
    const players = ['MAX', 'MIN'].map((side) => nameOfPlayer(game.players?.[side])).filter(Boolean).join(' – ');
    const state = game.over?.text ?? game.over ?? `${countOf(game.moves)} played`;
    return make('li', {},
      make('a', { href: `#/g/${encodeURIComponent(game.game_id)}` }, game.name ?? game.game),
      make('span', { class: 'soft' }, [players, state].filter(Boolean).join(' · ')));
  });
  const none = make('li', { class: 'soft' }, 'No games yet.');
  byId('kept-list').replaceChildren(...(lines.length > 0 ? lines : [none]));
}

function countOf(moves) {
  const number = Array.isArray(moves) ? moves.length : (moves ?? 0);
  return `${number} ${number === 1 ? 'move' : 'moves'}`;
}
