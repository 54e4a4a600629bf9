/** How Python begins, both where the snapshot of its memory is made and in the browser that loads it. */

/** Where Plywise and the site's own module lie in Pyodide's file system. */
export const HOME = '/home/pyodide';

/** Import and use once what the pages need, so that the snapshot holds it. */
export const START = `
import sys
sys.path.insert(0, '${HOME}')
sys.dont_write_bytecode = True
import json, plywise_site
json.dumps(plywise_site.prepare('${HOME}/rules'))
`;

/** What must differ between readers of one snapshot. */
export const RENEW = `
import os, random
os.chdir('${HOME}/rules')
random.seed()
`;

/** Write packed sources, path -> text or {base64}, into Pyodide's file system. */
export function writeSources(files, sources) {
  const folders = new Set();
  for (const [path, content] of Object.entries(sources)) {
    const place = `${HOME}/${path}`;
    const folder = place.slice(0, place.lastIndexOf('/'));
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    files.writeFile(place, typeof content === 'string' ? content : Uint8Array.from(atob(content.base64), (sign) => sign.charCodeAt(0)));
  }
}
