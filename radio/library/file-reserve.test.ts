import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const RESERVE = new URL('./file-reserve.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of its own with few descriptors, which uses up all of them. */
const SCRIPT = `
  import { openSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { createFileReserve } from ${JSON.stringify(RESERVE)};
  const reserve = createFileReserve();
  for (;;) try { openSync('/dev/null') } catch { break }
  const plain = await readFile('package.json').then(() => 'read', (error) => error.code);
  const reads = [];
  for (let round = 0; round < 3; round++) reads.push((await reserve.read('package.json')).length > 0);
  const missing = await reserve.read('no such file').catch((error) => error.code);
  console.log(JSON.stringify({ plain, reads, missing }));
`;

it.runIf(process.platform === 'linux')('reads a file although the process has no descriptor left', () => {
  const { stdout, stderr } = spawnSync(
    '/bin/sh',
    ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, SCRIPT],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ plain: 'EMFILE', reads: [true, true, true], missing: 'ENOENT' });
});
