import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as serverDeriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';

it.each([
  [1, 16, 20],
  [2, 16, 63],
  [500, 16, 64],
  [3, 16, 65],
  [3, 130, 200],
])(
  'derives the same key as the server: %i rounds, %i bytes of salt, %i of password',
  async (cost, salted, long) => {
    const [salt, password] = [randomBytes(salted), randomBytes(long)];
    const { derivedKey } = await deriveKey({ cost, keyLength: 32 }, salt, password);
    expect(Buffer.from(derivedKey)).toEqual(pbkdf2Sync(password, salt, cost, 32, 'sha256'));
  },
);

it('solves a puzzle that the server accepts, in a time that a person waits', async () => {
  const secret = { hmacSignatureSecret: 'a secret of this test' };
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 500,
    keyPrefix: '00',
    deriveKey: serverDeriveKey,
    ...secret,
  });
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 });
  if (!solution) throw new Error('not solved');
  expect(await verifySolution({ challenge, solution, deriveKey: serverDeriveKey, ...secret })).toMatchObject({
    verified: true,
  });
});
