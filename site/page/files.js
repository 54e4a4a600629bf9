/** The files of Python: fetched once and kept by the browser, or unpacked from a script where a page may not fetch. */

const FOLDER = 'python/';

/** What the worker takes, each with its file. */
const FILES = {
  loader: 'pyodide.js', machine: 'pyodide.asm.js', wasm: 'pyodide.asm.wasm.bin', stdlib: 'python_stdlib.zip',
  lock: 'pyodide-lock.json', memory: 'memory.bin', sources: 'plywise.bin',
};

/**
 * Load the files.
 * @param {{version: string, bytes: Object<string, number>}} about what was built
 * @param {(share: number) => void} progress called with a number from 0 to 1
 * @returns {Promise<Object<string, ArrayBuffer>>}
 */
export async function loadFiles(about, progress) {
  const load = location.protocol === 'file:' ? await unpacker() : await fetcher(about, progress);
  const names = Object.entries(FILES);
  const loaded = await Promise.all(names.map(async ([name, file]) => [name, await load(file)]));
  progress(1);
  return Object.fromEntries(loaded);
}

/** Return how to fetch a file: from the browser's store, or from where the page came from, and then store it unzipped. */
async function fetcher({ version, bytes }, progress) {
  const store = await globalThis.caches?.open(`plywise-${version}`).catch(() => null);
  const total = Object.values(FILES).reduce((sum, file) => sum + bytes[FOLDER + file], 0);
  let done = 0;
  return async (file) => {
    const address = new URL(FOLDER + file, document.baseURI).href;
    let content = await (await store?.match(address))?.arrayBuffer();
    if (!content) {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${FOLDER}${file}: ${answer.status} ${answer.statusText}`);
      content = await unzipped(await answer.arrayBuffer());
      store?.put(address, new Response(content.slice(0))).catch(() => null); // a full disk is no reason to stop
    }
    done += bytes[FOLDER + file];
    progress(done / total);
    return content;
  };
}

/** Return how to take a file out of python/packed.js: a page opened from a folder may run scripts, and not fetch. */
async function unpacker() {
  const packed = await new Promise((resolve, reject) => {
    globalThis.plywisePacked = resolve;
    const script = document.createElement('script');
    script.src = `${FOLDER}packed.js`;
    script.onerror = () => reject(new Error(`${FOLDER}packed.js is missing`));
    document.head.append(script);
  });
  return async (file) => unzipped(bytesOf(packed[file]).buffer);
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** Return a file's content; some hosts have unpacked what is zipped already. */
async function unzipped(content) {
  const [first, second] = new Uint8Array(content, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return content;
  return new Response(new Blob([content]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
