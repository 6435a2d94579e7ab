// Mends a few lines of the `postgres` driver after each install: a connection that closes while a small write waits for
// its turn crashed the whole program, or came back unable to send anything; queries sent in between waited for
// ever; a table copied out could leave its connection paused for ever. Why: docs/decisions/postgres-patch.md.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './find-node.mjs';

const FILES = ['src/connection.js', 'cjs/src/connection.js'];
const MENDED = '/* patched by onda */';
const EARLIER_MARK = '/* mended by onda */';
const CHANGES = [
  {
    times: 1,
    from: 'function nextWrite(fn) {\n',
    to: `function nextWrite(fn) { ${MENDED}
    if (!socket) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
`,
  },
  {
    times: 2,
    from: '\n    clearImmediate(nextWriteTimer)\n',
    to: '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
  },
  {
    times: 1,
    from: `    stream = new Stream.Readable({
      read() { socket.resume() }
    })`,
    to: `    stream = new Stream.Readable({
      read() { socket && socket.resume() },
      destroy(error, callback) { socket && socket.resume(); callback(error) }
    })`,
  },
  {
    times: 1,
    from: '    stream && (stream.push(x.subarray(5)) || socket.pause())\n',
    to: '    stream && (stream.destroyed || stream.push(x.subarray(5)) || socket.pause())\n',
  },
  {
    times: 1,
    from: '    stream && stream.push(null)\n',
    to: '    stream && (stream.push(null), socket.resume())\n',
  },
  {
    // What was asked between the error of a connection and its end would wait for ever.
    times: 1,
    from: '    !hadError && (query || sent.length) && error(',
    to: '    ;(query || sent.length) && error(',
  },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) patchPostgres();

export function patchPostgres() {
  for (const name of FILES) {
    const file = join(ROOT, 'node_modules', 'postgres', name);
    if (existsSync(file)) mend(file);
  }
}

function mend(file) {
  const before = readFileSync(file, 'utf8');
  const text = patchDriver(before, file);
  if (text === before) return;
  // Whole or not at all: an interrupted install must not leave half a driver.
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

export function patchDriver(before, file) {
  let text = before.replace(EARLIER_MARK, MENDED);
  for (const { from, to, times } of CHANGES) {
    // Mended already, by this script or an earlier one that knew fewer changes.
    if (text.split(to).length === times + 1) continue;
    if (text.split(from).length !== times + 1) {
      throw new Error(
        `${file} is not the file that bin/patch-postgres.mjs knows: has the driver been updated?`,
      );
    }
    text = text.replaceAll(from, to);
  }
  return text;
}
