// Password hashes: argon2id. Hashes of imported accounts (bcrypt, other argon2 settings) are accepted and marked
// for replacement. Unknown accounts take as long as known ones.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

// OWASP's first choice for argon2id; some 20 ms of one core.
const argon2id = 2;
const settings = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$';

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, settings));
}

export interface PasswordCheck {
  isRight: boolean;
  /** Right, but stored in an older format that should be replaced. */
  isOutdated: boolean;
}

let decoy: Promise<string> | undefined;

/** Without a stored hash a dummy hash is checked, so that the duration is the same as for a real account. */
export async function checkPassword(password: string, stored: string | null): Promise<PasswordCheck> {
  if (!stored) {
    decoy ??= hashPassword('nobody has this password');
    const known = await decoy;
    await inTurn(() => verify(known, password));
    return { isRight: false, isOutdated: false };
  }
  if (/^\$2[abxy]?\$/.test(stored)) {
    return { isRight: await compare(password, stored), isOutdated: true };
  }
  const isRight = await inTurn(() => verify(stored, password)).catch(() => false);
  return { isRight, isOutdated: !stored.startsWith(currentPrefix) };
}

// Each takes 19 MB while it runs, and more at once than there are cores are not sooner done.
const maxAtOnce = Math.min(4, availableParallelism());
const waiting: (() => void)[] = [];
let running = 0;

/** Who waited longest comes first. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < maxAtOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Whether a hash supplied by an administrator has a supported format. */
export function isPasswordHash(text: string): boolean {
  return (
    /^\$2[abxy]?\$\d{2}\$[./A-Za-z0-9]{53}$/.test(text) ||
    /^\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.test(text)
  );
}
