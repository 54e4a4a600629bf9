/** A small dialog to choose one of a few things. */

import { byId, make, write } from './elements.js';

/**
 * Ask which of several is meant.
 * @param {string} question
 * @param {{word: string, label?: string}[]} choices
 * @returns {Promise<string|null>} the word chosen, null if none was
 */
export function choose(question, choices) {
  const dialog = byId('choice');
  write(byId('choice-heading'), question);
  return new Promise((resolve) => {
    let chosen = null;
    const buttons = choices.map(({ word, label }) =>
      make('button', { type: 'button', 'data-word': word, click: () => { chosen = word; dialog.close(); } }, label ?? word));
    byId('choices').replaceChildren(...buttons);
    dialog.addEventListener('close', () => resolve(chosen), { once: true });
    dialog.showModal();
    buttons[0]?.focus();
  });
}

/** Let a click beside a dialog close it. */
export function closeFromOutside(dialog) {
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}
