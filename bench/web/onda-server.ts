// Our own program as a stranger would run it (production, one process), on a database that the bench starts apart from
// it, so that PostgreSQL does not share the core under measurement.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '#backend/find-free-port.ts';
import { pinned } from './cores.ts';
import { type Program, startServer } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MAIN = join(ROOT, 'server', 'main.ts');

export async function startOnda(options: {
  folder: string;
  databaseUrl: string;
  /** One core, or a list of them. */
  core: number | string;
}): Promise<Program & { url: string }> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(options.folder, 'onda');
  await mkdir(dataDir, { recursive: true });
  const [command, parameters] = pinned(options.core, process.execPath, [...(await startFlags()), MAIN]);
  const program = await startServer({
    name: 'onda',
    command,
    parameters,
    url: `${url}/readyz`,
    env: {
      ...withoutOwnSettings(),
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: options.databaseUrl,
      LOG_LEVEL: 'error',
      // Any free one: 8001 may be an owner's station.
      RADIO_SOURCE_PORT: '0',
    },
  });
  return { ...program, url };
}

/** Node's own flags, as `npm start` gives them. */
async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.match(/--[\w-]+=\S+/g) ?? [];
}

/** A bench started by an owner must not take over the settings of the owner's installation. */
function withoutOwnSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) =>
    /^(HOST|SITE_URL|API_BASE_URL|BACKEND_URL|COOKIE_DOMAIN|RADIO_.*|TURNSTILE_.*|ANALYTICS_ID|DEMO|REST_.*|AUTH_.*)$/.test(
      name,
    ),
  );
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
