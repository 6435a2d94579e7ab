// npm run types: installs what is missing, then runs server/write-types.ts on Node 24.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstall } from './ensure-install.mjs';
import { findNode, ROOT } from './find-node.mjs';

try {
  await ensureInstall((line) => console.log(`  ${line}`));
  const { status } = spawnSync(findNode(), [join('server', 'write-types.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
