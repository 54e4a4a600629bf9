/** Positions and records: copied, pasted, downloaded, opened. */

import { byId, make, write } from './elements.js';
import { announce, complain } from './status.js';

const TYPES = { json: 'application/json', pgn: 'application/x-chess-pgn', pdn: 'text/plain', sgf: 'application/x-go-sgf' };

/** Offer the forms in which a game's records may be written. */
export function offerForms(forms) {
  const menu = byId('form');
  const wanted = forms?.length ? forms : ['json'];
  if (menu.dataset.forms === wanted.join()) return;
  menu.dataset.forms = wanted.join();
  const names = [...wanted.map((form) => [form, form.toUpperCase()]), ['txt', 'Moves only']];
  menu.replaceChildren(...names.map(([value, name]) => make('option', { value }, name)));
}

/** Copy a text; where the browser forbids it, say so. */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
    flash(`${what} copied`);
  } catch {
    complain('This browser does not let the page copy: select the text and copy it yourself.');
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
    else complain('Paste a record into the field above first.');
  });
  byId('import-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    if (file.size > 200_000) complain(`${file.name} is too long for a record: it has ${file.size} bytes`);
    else open(await file.text());
  });
  write(byId('import'), 'Open');
}
