// The backend host as `npm run backend` starts it, for a bench: a process of its own on a new, empty data folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface BackendHost {
  child: ChildProcess;
  pid: number;
  url: string;
  serviceRoleKey: string;
  dataDir: string;
}

export async function startBackend(env: Record<string, string> = {}): Promise<BackendHost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onda-bench-host-'));
  // PostgreSQL's own user walks into the folder when this runs as root.
  await chmod(dataDir, 0o711);
  const child = spawn(process.execPath, ['server/main.ts', '--backend'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const url = await addressOf(child);
  const { serviceRoleKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
  return { child, pid: child.pid ?? 0, url, serviceRoleKey, dataDir };
}

export async function stopBackend({ child, dataDir }: BackendHost): Promise<void> {
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    // Read to the end: a program whose output nobody takes would stop at a full pipe.
    child.stdout?.on('data', (data: Buffer) => {
      output += data;
      const url = /running at (http:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`The backend did not start:\n${output}`)));
  });
}
