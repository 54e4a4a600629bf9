/** The list of games that were begun here: each can be taken up again. */

import { byId, make } from './elements.js';
import { nameOfPlayer } from './players.js';
import { titleOf } from './titles.js';

/** Show the games that the server keeps, newest first. known: name -> what the server said of a game. */
export function showKept(games, known) {
  const lines = games.map((game) => {
    const players = ['MAX', 'MIN'].map((side) => nameOfPlayer(game.players?.[side])).filter(Boolean).join(' – ');
    const text = String(game.name ?? game.game);
    const state = game.over ? sayOver(game.over, known.get(text.split(':')[0])) : `${countOf(game.moves)} played`;
    return make('li', {},
      make('a', { href: `#/g/${encodeURIComponent(game.game_id)}` }, titleOf(text, known)),
      make('span', { class: 'soft' }, [players, state].filter(Boolean).join(' · ')));
  });
  const none = make('li', { class: 'soft' }, 'No games yet.');
  byId('kept-list').replaceChildren(...(lines.length > 0 ? lines : [none]));
}

/** Return how a game ended, with the sides called as in the game. */
function sayOver(over, game) {
  return String(over.text ?? over).replace(/\b(MAX|MIN)\b/g, (side) => game?.players?.[side] ?? side);
}

function countOf(moves) {
  const number = Array.isArray(moves) ? moves.length : (moves ?? 0);
  return `${number} ${number === 1 ? 'move' : 'moves'}`;
}
