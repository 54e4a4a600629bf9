/** The choice of a game: its parameters, who plays, the clock, the position to begin with. */

import { byId, make, write } from './elements.js';
import { middleLevel } from './home.js';
import { drawSmall } from './picture.js';
import { playerMenu } from './players.js';

const CLOCKS = [
  ['', 'No clock'], ['60+0', '1 minute'], ['180+2', '3 minutes + 2 s per move'], ['300+5', '5 minutes + 5 s per move'],
  ['900+10', '15 minutes + 10 s per move'], ['1800+0', '30 minutes'],
];

export class Setup {
  /**
   * @param {HTMLElement} form what is chosen of a game
   * @param {(wishes: Object) => void} start called with the fields of `new`
   */
  constructor(form, start) {
    Object.assign(this, { form, start, games: [] });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.start(this.wishes());
    });
  }

  /** Take the games there are. */
  setGames(games) {
    this.games = games;
  }

  /** Show the form of one game; return whether there is such a game. */
  choose(name) {
    const game = this.games.find((each) => each.name === name);
    if (game && this.game !== game) this.showForm(game);
    return Boolean(game);
  }

  showForm(game) {
    this.game = game;
    this.form.dataset.game = game.name;
    write(byId('setup-title'), game.title ?? game.name);
    byId('setup-picture').replaceChildren(...(game.picture ? [drawSmall(game.picture)] : []));
    const [first, second] = [game.players?.MAX ?? 'MAX', game.players?.MIN ?? 'MIN'];
    this.form.replaceChildren(
      make('p', { class: 'rules' }, game.rules ?? ''),
      make('div', { class: 'fields' },
        field(first, playerMenu({ name: 'max' }, 'human', game.levels)),
        field(second, playerMenu({ name: 'min' }, `engine:level=${middleLevel(game)}`, game.levels)),
        ...(game.parameters ?? []).map(parameterField),
        field('Clock', make('select', { name: 'clock' }, ...CLOCKS.map(([value, text]) => make('option', { value }, text)))),
      ),
      make('details', {}, make('summary', {}, 'Start from a position'),
        field('Position', make('input', { name: 'position', autocomplete: 'off', spellcheck: 'false', maxlength: 4000 }))),
      make('p', { class: 'actions' }, make('button', { class: 'main', type: 'submit' }, 'Start')),
    );
  }

  /** Return the fields of `new` as the form has them now. */
  wishes() {
    const given = new FormData(this.form);
    const parameters = (this.game.parameters ?? [])
      .map((each) => [each, valueOf(this.form, each)])
      .filter(([each, value]) => value !== '' && value !== String(each.default ?? ''));
    const words = parameters.map(([each, value]) => `${each.name}=${value}`).join(',');
    const wishes = { game: words ? `${this.game.name}:${words}` : this.game.name, max: given.get('max'), min: given.get('min') };
    for (const name of ['position', 'clock']) {
      const text = String(given.get(name) ?? '').trim();
      if (text) wishes[name] = text;
    }
    return wishes;
  }
}

/** Return a labelled control. */
export function field(label, control) {
  return make('label', { class: 'field' }, make('span', {}, label), control);
}

function parameterField(parameter) {
  const { name, label, kind, choices, least, most } = parameter;
  const attributes = { name: `parameter-${name}`, 'data-parameter': name };
  if (kind === 'bool') {
    const box = make('input', { ...attributes, type: 'checkbox', checked: isTrue(parameter.default) });
    return make('label', { class: 'field check' }, box, make('span', {}, label));
  }
  if (choices?.length) {
    const options = choices.map((choice) => make('option', { value: choice, selected: String(choice) === String(parameter.default) }, String(choice)));
    return field(label, make('select', attributes, ...options));
  }
  const number = ['whole', 'int', 'float'].includes(kind);
  const more = number ? { type: 'number', min: least, max: most, step: kind === 'float' ? 'any' : null } : { type: 'text', maxlength: 60 };
  return field(label, make('input', { ...attributes, ...more, value: parameter.default ?? '', autocomplete: 'off' }));
}

function valueOf(form, parameter) {
  const control = form.elements[`parameter-${parameter.name}`];
  if (control.type !== 'checkbox') return control.value.trim();
  if (control.checked === isTrue(parameter.default)) return '';
  return typeof parameter.default === 'boolean' ? (control.checked ? 'True' : 'False') : Number(control.checked).toString();
}

function isTrue(value) {
  return value === true || value === 1 || value === '1' || value === 'True';
}
