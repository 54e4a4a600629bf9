/** Who may play a side: the words of the protocol, and what people call them. */

import { make } from './elements.js';

const TIMES = [1, 3, 10];

/** Return the groups of players to choose from: [heading, [[word, name], ...]]. */
export function playersFor(levels = []) {
  return [
    ['', [['human', 'You']]],
    ['Levels', levels.map((name, index) => [`engine:level=${index + 1}`, `Level ${index + 1}, ${name}`])],
    ['Full strength', TIMES.map((time) => [`engine:time=${time}`, `${time} ${time === 1 ? 'second' : 'seconds'} per move`])],
    ['Others', [['solver', 'Perfect play'], ['random', 'Random moves']]],
  ];
}

/** Return what a player is called: "You", "Level 3". */
export function nameOfPlayer(word) {
  const level = /^engine:level=(\d+)$/.exec(word ?? '');
  if (level) return `Level ${level[1]}`;
  for (const [, players] of playersFor()) {
    const found = players.find(([each]) => each === word);
    if (found) return found[1];
  }
  return word ?? '';
}

/** Return a menu of players. */
export function playerMenu(attributes, chosen, levels) {
  const menu = make('select', attributes);
  for (const [heading, players] of playersFor(levels)) {
    const options = players.map(([word, name]) => make('option', { value: word, selected: word === chosen }, name));
    menu.append(...(heading ? [make('optgroup', { label: heading }, ...options)] : options));
  }
  if (chosen && menu.value !== chosen) menu.append(make('option', { value: chosen, selected: true }, nameOfPlayer(chosen)));
  return menu;
}
