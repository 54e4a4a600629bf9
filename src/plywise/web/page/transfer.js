/** Positions and records: copied, pasted, downloaded, opened. */

import { byId, make, write } from './elements.js';
import { announce, complain } from './status.js';

const TYPES = { json: 'application/json', pgn: 'application/x-chess-pgn', pdn: 'text/plain', sgf: 'application/x-go-sgf' };

/**
 * Return the forms in which a game may be written down. forms: its records; isSetUp: it began elsewhere than usual.
 * The moves alone do not say where: whoever read them would play them from the usual start.
 */
export function formsOf(forms, isSetUp) {
  return [...(forms?.length ? forms : ['json']), ...(isSetUp ? [] : ['txt'])];
}

/** Offer the forms in which a game may be written down: see `formsOf`. The one chosen stays so, where it is offered. */
export function offerForms(forms, isSetUp) {
  const menu = byId('form');
  const wanted = formsOf(forms, isSetUp);
  if (menu.dataset.forms === wanted.join()) return;
  menu.dataset.forms = wanted.join();
  const chosen = menu.value;
  menu.replaceChildren(...wanted.map((value) => make('option', { value }, value === 'txt' ? 'Moves only' : value.toUpperCase())));
  if (wanted.includes(chosen)) menu.value = chosen;
}

/** Copy a text; where the browser forbids it, say so. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    flash(`${what} copied`);
  } catch {
    complain('The browser blocked copying. Select the text and copy it by hand.');
  }
}

function flash(text) {
  const said = byId('said');
  said.replaceChildren(make('p', { class: 'soft' }, text));
}

/** Let the browser save a text as a file. */
export function saveText(text, name, form) {
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[form] ?? 'text/plain' }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Show a position's text, unless someone is writing there. */
export function showPosition(text) {
  const box = byId('position');
  if (document.activeElement !== box) box.value = text ?? '';
}

/** Let records be opened from a text or a file. open: called with the text. */
export function offerImport(open) {
  byId('import').addEventListener('click', () => {
    const text = byId('import-text').value.trim();
    if (text) open(text);
    else complain('Paste a record first.');
  });
  byId('import-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    if (file.size > 200_000) complain(`${file.name} is too large: ${file.size} bytes; the limit is 200,000`);
    else open(await file.text());
  });
  write(byId('import'), 'Open');
}
