/** Links that carry what a page shows: everything is in the address behind the #, and no server sees it. */

/** Return the page and the fields of an address such as `#/tree?tree=3+5`. */
export function readLink(hash = location.hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [page, ...rest] = path.split('/').map(decodeURIComponent);
  return { page: page || 'home', rest, fields: Object.fromEntries(new URLSearchParams(query)) };
}

/** Return the address of a page with fields; those that are null or empty are left out. */
export function linkTo(page, fields = {}) {
  const told = Object.entries(fields).filter(([, value]) => value !== null && value !== '' && value !== undefined);
  const query = new URLSearchParams(told.map(([name, value]) => [name, String(value)])).toString();
  return `#/${page}${query ? `?${query}` : ''}`;
}

/** Let the address tell what the page shows, without another step in the browser's history. */
export function keepLink(page, fields) {
  history.replaceState(null, '', linkTo(page, fields));
}

/** Return a long text in the letters of an address. */
export async function packText(text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Return the text that was packed; null where the address was cut or mistyped. */
export async function unpackText(packed) {
  try {
    const letters = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Copy the address of this page, and say so on the button for a moment. */
export async function copyLink(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Link copied';
  } catch {
    button.textContent = 'Copy it from the address bar';
  }
  setTimeout(() => { button.textContent = label; }, 2500);
}
