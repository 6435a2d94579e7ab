// The installation's own secrets: made on the first run in DATA_DIR/secrets.json (mode 600), read ever after.
// Values of the environment win over the file. Never logs or prints a secret.
import { createHmac, randomBytes } from 'node:crypto';
import { watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { settleRestore } from './backup/restore-folder.ts';
import type { Config } from './config.ts';
import { createFileOnce, replaceFile } from './data-directory.ts';
import { noteFirstStart } from './first-start.ts';

export interface Secrets {
  readonly jwtSecret: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly databasePassword: string;
  /** Replaces one of the opaque keys; the old one stops working at once here, and after a second in other processes. */
  readonly rotate?: (kind: RotatableKey) => Promise<string>;
}

type RotatableKey = 'publishable' | 'secret';

interface StoredSecrets extends Omit<Secrets, 'rotate'> {
  /**
   * Unix seconds. Keys made again for a JWT_SECRET of the environment retain it, so they are the same at every start.
   */
  readonly createdAtS: number;
}

const FOLLOW_MS = 1000;
const TEN_YEARS_S = 10 * 365 * 24 * 60 * 60;
const FIELDS = [
  'jwtSecret',
  'anonKey',
  'serviceRoleKey',
  'publishableKey',
  'secretKey',
  'databasePassword',
] as const;

export async function loadSecrets(
  config: Pick<Config, 'dataDir' | 'jwtSecret' | 'anonKey' | 'serviceRoleKey'>,
): Promise<Secrets> {
  const path = join(config.dataDir, 'secrets.json');
  // Before any program opens a data folder, or begins a new one: without its secrets none does.
  await settleRestore(config.dataDir);
  const stored = (await readStored(path)) ?? (await createStored(path));
  const jwtSecret = config.jwtSecret ?? stored.jwtSecret;
  const isOwnSecret = jwtSecret === stored.jwtSecret;
  const keyFor = (role: 'anon' | 'service_role', storedKey: string) =>
    isOwnSecret ? storedKey : signApiKey(role, jwtSecret, stored.createdAtS);
  const secrets = {
    jwtSecret,
    anonKey: config.anonKey ?? keyFor('anon', stored.anonKey),
    serviceRoleKey: config.serviceRoleKey ?? keyFor('service_role', stored.serviceRoleKey),
    publishableKey: stored.publishableKey,
    secretKey: stored.secretKey,
    databasePassword: stored.databasePassword,
  };
  const followFile = (take: TakeKeys) => {
    // Watched by stat, which also works on network folders. The timer does not hold the process open.
    watchFile(path, { interval: FOLLOW_MS, persistent: false }, () => {
      void readStored(path).then(
        (changed) => changed && take(changed),
        () => undefined,
      );
    });
  };
  return withRotation(
    secrets,
    async (changed) => {
      // Retains other changes of the file, for example by another process.
      const current = (await readStored(path)) ?? stored;
      await replaceFile(path, `${JSON.stringify({ ...current, ...changed }, null, 2)}\n`, 0o600);
    },
    followFile,
  );
}

type TakeKeys = (keys: Pick<Secrets, 'publishableKey' | 'secretKey'>) => void;

/** Keys are read for each use, so that a new one works at once. */
export function withRotation(
  secrets: Omit<Secrets, 'rotate'>,
  save: (changed: Partial<Pick<Secrets, 'publishableKey' | 'secretKey'>>) => Promise<void>,
  /** Loads keys that another process of the same folder made. */
  follow?: (take: TakeKeys) => void,
): Secrets {
  let { publishableKey, secretKey } = secrets;
  follow?.((keys) => {
    ({ publishableKey, secretKey } = keys);
  });
  const rotate = async (kind: RotatableKey) => {
    const fresh = newOpaqueKey(kind);
    await save(kind === 'secret' ? { secretKey: fresh } : { publishableKey: fresh });
    if (kind === 'secret') secretKey = fresh;
    else publishableKey = fresh;
    return fresh;
  };
  const live: Secrets = {
    ...secrets,
    get publishableKey() {
      return publishableKey;
    },
    get secretKey() {
      return secretKey;
    },
  };
  // Beside the secrets, not one of them: who lists or compares them does not meet it.
  return Object.freeze(Object.defineProperty(live, 'rotate', { value: rotate }));
}

function newOpaqueKey(kind: RotatableKey): string {
  return kind === 'secret'
    ? `sb_secret_${randomBytes(32).toString('base64url')}`
    : `sb_publishable_${randomBytes(24).toString('base64url')}`;
}

async function createStored(path: string): Promise<StoredSecrets> {
  const jwtSecret = randomBytes(48).toString('base64url');
  const createdAtS = Math.floor(Date.now() / 1000);
  const fresh: StoredSecrets = {
    createdAtS,
    jwtSecret,
    anonKey: signApiKey('anon', jwtSecret, createdAtS),
    serviceRoleKey: signApiKey('service_role', jwtSecret, createdAtS),
    publishableKey: newOpaqueKey('publishable'),
    secretKey: newOpaqueKey('secret'),
    databasePassword: randomBytes(24).toString('base64url'),
  };
  await noteFirstStart(dirname(path));
  if (await createFileOnce(path, `${JSON.stringify(fresh, null, 2)}\n`, 0o600)) return fresh;
  const winner = await readStored(path);
  if (!winner) throw new Error(`${path} disappeared while it was being read. Start again.`);
  return winner;
}

async function readStored(path: string): Promise<StoredSecrets | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new Error(`The secrets in ${path} cannot be read (${String(code ?? error)}).`, { cause: error });
  }
  const stored = parseStored(text);
  if (!stored) {
    throw new Error(
      `The secrets in ${path} are damaged. Restore the file from a backup: without it, the database and the sessions in this folder cannot be opened.`,
    );
  }
  return stored;
}

function parseStored(text: string): StoredSecrets | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const record = value as Record<string, unknown>;
    const isWhole =
      typeof record.createdAtS === 'number' &&
      FIELDS.every((field) => typeof record[field] === 'string' && record[field] !== '');
    return isWhole ? (record as unknown as StoredSecrets) : undefined;
  } catch {
    return undefined;
  }
}

/** The two API keys of a Supabase project are long-lived HS256 tokens that name a role. */
function signApiKey(role: 'anon' | 'service_role', jwtSecret: string, issuedAtS: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ alg: 'HS256', typ: 'JWT' });
  const payload = encode({ iss: 'onda', role, iat: issuedAtS, exp: issuedAtS + TEN_YEARS_S });
  const signature = createHmac('sha256', jwtSecret).update(`${header}.${payload}`).digest('base64url');
  return `${header}.${payload}.${signature}`;
}
