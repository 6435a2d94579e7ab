// npm run restore: installs what is missing, then runs server/backup/restore-command.ts on Node 24.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstall } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';

try {
  await ensureInstall((line) => console.log(`  ${line}`));
  const command = join(ROOT, 'server', 'backup', 'restore-command.ts');
  const { status } = spawnSync(findNode(), [command, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
