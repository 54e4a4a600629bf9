/** The first screen: the user's own games, games under way, and those of the package, each with its board. */

import { byId, make, write } from './elements.js';
import { nameOfPlayer } from './players.js';
import { drawSmall } from './picture.js';
import { titleOf } from './titles.js';

const MOST_UNDER_WAY = 6;
const DEFAULT_LEVELS = 12;

/** Return the number of the middle level of a game. */
export function middleLevel(game) {
  return Math.ceil((game.levels?.length || DEFAULT_LEVELS) / 2);
}

export class Home {
  /**
   * @param {(what: string, fields?: Object, how?: Object) => Promise<Object>} ask
   * @param {(wishes: Object) => void} start called with the fields of `new`
   */
  constructor(ask, start) {
    Object.assign(this, { ask, start, pictures: new Map() });
    byId('home').addEventListener('click', (event) => {
      const button = event.target.closest('[data-start]');
      if (button) this.begin(button.dataset.start);
    });
  }

  /** Show the games there are. known: name -> what the server said of a game. */
  setGames(games, known) {
    Object.assign(this, { games, known });
    const [own, others] = [games.filter((game) => game.own), games.filter((game) => !game.own)];
    byId('own-games').replaceChildren(...own.map(gameCard));
    byId('all-games').replaceChildren(...others.map(gameCard));
    byId('own').hidden = own.length === 0;
    write(byId('all-heading'), own.length > 0 ? 'Games that come with Plywise' : 'Games');
    byId('all').hidden = byId('more').hidden = false;
  }

  /** Begin a game against the middle level. */
  begin(name) {
    const game = this.known.get(name);
    this.start({ game: name, max: 'human', min: `engine:level=${middleLevel(game)}` });
  }

  /** Show the games under way, newest first. known: as for `setGames`. */
  async showUnderWay(known, how) {
    const games = (await this.ask('list', {}, how))?.games ?? [];
    const open = games.filter((game) => !game.over).slice(0, MOST_UNDER_WAY);
    byId('under-way-games').replaceChildren(...open.map((game) => keptCard(game, known)));
    byId('under-way').hidden = open.length === 0;
    this.drawKept(byId('under-way-games'), open); // not waited for: the connection may wait for this
  }

  /** Draw the boards of games that are kept, one after another. list: holds a card for each. */
  async drawKept(list, games) {
    for (const game of games) {
      const place = list.querySelector(`[data-picture="${game.game_id}"]`);
      const key = `${game.game_id} ${game.updated}`;
      if (!place) continue;
      if (!this.pictures.has(key)) this.pictures.set(key, (await this.ask('picture', { game_id: game.game_id }, { quiet: true }))?.picture ?? null);
      const picture = this.pictures.get(key);
      if (picture && place.isConnected) place.replaceChildren(drawSmall(picture));
    }
  }
}

/** Return the card of a game: one touch begins it, a link leads to its options. */
function gameCard(game) {
  const title = game.title ?? game.name;
  const button = make('button', { type: 'button', class: 'card', 'data-start': game.name, title: game.rules || null },
    make('span', { class: 'thumb' }, game.picture ? drawSmall(game.picture) : null),
    make('span', { class: 'card-title' }, make('span', { class: 'unseen' }, 'Play '), title, make('span', { class: 'unseen' }, ` against level ${middleLevel(game)}`)));
  return make('li', {}, button, make('a', { class: 'options', href: `#/new/${encodeURIComponent(game.name)}`, 'data-game': game.name, 'aria-label': `Options for ${title}` }, 'Options'));
}

/** Return the card of a game that is kept: it leads back to it. */
export function keptCard(game, known) {
  const text = String(game.name ?? game.game);
  const title = titleOf(text, known);
  const players = ['MAX', 'MIN'].map((side) => nameOfPlayer(game.players?.[side])).filter(Boolean).join(' – ');
  const state = game.over ? sayOver(game.over, known.get(text.split(':')[0])) : countMoves(game.moves);
  return make('li', {}, make('a', { class: 'card', href: `#/g/${encodeURIComponent(game.game_id)}` },
    make('span', { class: 'thumb', 'data-picture': game.game_id }),
    make('span', { class: 'card-title' }, title),
    make('span', { class: 'soft' }, players),
    make('span', { class: 'soft' }, state)));
}

/** Return how a game ended, with the sides called as in the game. */
function sayOver(over, game) {
  return String(over.text ?? over).replace(/\b(MAX|MIN)\b/g, (side) => game?.players?.[side] ?? side);
}

function countMoves(moves) {
  const number = Array.isArray(moves) ? moves.length : (moves ?? 0);
  return `${number} ${number === 1 ? 'move' : 'moves'}`;
}
