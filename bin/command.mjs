// npm run types | messages | rights | samples | music | backup | restore | doctor: installs what is missing, then runs that program of the server on Node 24 and ends
// as it ends.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstall } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';

const PROGRAMS = {
  types: 'write-types.ts',
  messages: 'language/messages-command.ts',
  rights: 'rights/write-rights.ts',
  samples: '../tools/make-samples.mjs',
  music: '../tools/make-music.mjs',
  backup: 'backup/backup-command.ts',
  restore: 'backup/restore-command.ts',
  doctor: 'health/doctor-command.ts',
};
const [name, ...passedOn] = process.argv.slice(2);

try {
  const program = PROGRAMS[name];
  if (!program) throw new Error(`There is no command "${name}": ${Object.keys(PROGRAMS).join(', ')}.`);
  await ensureInstall((line) => console.log(`  ${line}`));
  const { status } = spawnSync(findNode(), [join(ROOT, 'server', program), ...passedOn], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
