/** A tree that the reader types, stepped through. */

import { byId, make, write } from '../../src/plywise/web/page/elements.js';
import { mount } from '../../src/plywise/show/page/stepper.js';
import { copyLink, keepLink } from './link.js';
import { setTheme } from './pictures.js';
import { saveFile } from './saving.js';

/** Show frames in a stepper, in the place of the one before. */
export function showSteps(place, frames, step = 0) {
  place.stepper?.destroy();
  const inner = make('div', {});
  place.replaceChildren(inner);
  setTheme(inner);
  place.stepper = mount(inner, frames, { step });
  return place.stepper;
}

export class TreePage {
  constructor(python, about) {
    Object.assign(this, { python, about });
    byId('tree-example').append(make('option', { value: '' }, 'Choose one'), ...about.trees.map(({ title }, place) => make('option', { value: place }, title)));
    byId('tree-example').addEventListener('change', (event) => this.choose(about.trees[event.target.value]));
    byId('tree-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.search();
    });
    byId('tree-link').addEventListener('click', (event) => copyLink(event.target));
    byId('tree-save').addEventListener('click', () => this.save());
    byId('tree-algorithm').addEventListener('change', () => this.offerCut());
  }

  show(_, fields) {
    const wanted = JSON.stringify(fields);
    if (this.shown === wanted) return;
    if (!fields.tree) {
      if (this.shown) return;
      this.fill(this.about.trees[2]);
      this.draw(this.about.frames);
      this.shown = wanted;
      return;
    }
    this.fill({ ...fields, max_first: fields.first !== 'MIN' });
    byId('tree-hide').checked = fields.hide === 'yes';
    this.search(Number(fields.step) || 0);
  }

  choose(example) {
    if (!example) return;
    this.fill(example);
    this.search();
  }

  fill({ tree, branching = 2, algorithm = 'alphabeta', cut = 'ge', max_first: maxFirst = true }) {
    byId('tree-text').value = tree;
    byId('tree-branching').value = branching;
    byId('tree-algorithm').value = algorithm;
    byId('tree-cut').value = cut;
    byId('tree-first').value = maxFirst ? 'MAX' : 'MIN';
    this.offerCut();
  }

  offerCut() {
    byId('tree-cut').disabled = byId('tree-algorithm').value === 'minimax';
  }

  asked() {
    return {
      tree: byId('tree-text').value.trim(), branching: byId('tree-branching').valueAsNumber || 2, algorithm: byId('tree-algorithm').value,
      cut: byId('tree-cut').value, max_first: byId('tree-first').value === 'MAX', hide: byId('tree-hide').checked,
    };
  }

  fields() {
    const { tree, branching, algorithm, cut, max_first: maxFirst, hide } = this.asked();
    return { tree, branching: branching === 2 ? null : branching, algorithm, cut: cut === 'ge' ? null : cut, first: maxFirst ? null : 'MIN', hide: hide ? 'yes' : null };
  }

  async search(step = 0) {
    const asked = this.asked();
    const fields = this.fields();
    const answer = await this.python.ask('tree', asked).catch(() => null);
    if (!answer) return;
    this.complain(answer.error);
    if (answer.error) return;
    keepLink('tree', fields);
    this.shown = JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)])));
    this.draw(answer.frames, step);
    byId('tree-stepper').querySelector('.pw-stage').focus({ preventScroll: true }); // where the keys of the steps work
  }

  draw(frames, step = 0) {
    showSteps(byId('tree-stepper'), frames, step);
  }

  async save() {
    const kind = byId('tree-kind').value;
    const answer = await this.python.ask('save_tree', { ...this.asked(), kind }).catch(() => null);
    if (!answer) return;
    this.complain(answer.error);
    const [end, type] = { html: ['html', 'text/html'], svg: ['svg', 'image/svg+xml'], tikz: ['tex', 'text/plain'], text: ['txt', 'text/plain'] }[kind];
    if (!answer.error) saveFile(`search.${end}`, answer.text, type);
  }

  complain(text) {
    const place = byId('tree-wrong');
    place.hidden = !text;
    write(place, text ?? '');
    if (text) byId('tree-text').setAttribute('aria-invalid', 'true');
    else byId('tree-text').removeAttribute('aria-invalid');
  }
}
