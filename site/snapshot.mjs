/** Start Pyodide once, import Plywise, and store its memory: a browser that loads it starts in a second.
 *
 * node site/snapshot.mjs SOURCES.json SNAPSHOT.bin   SOURCES: {path: text or {base64}}, as build.py packs them
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { START, writeSources } from './page/start.js';

const [sources, target] = process.argv.slice(2);
const python = await loadPyodide({ _makeSnapshot: true });
writeSources(python.FS, JSON.parse(readFileSync(sources, 'utf8')));
python.runPython(START);
writeFileSync(target, python.makeMemorySnapshot());
