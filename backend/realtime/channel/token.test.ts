import { expect, test } from 'vitest';
import { InvalidToken, type InvalidTokenKind } from '../../gateway/invalid-token.ts';
import { identifyBearer } from './token.ts';

const tokenError = (kind: InvalidTokenKind, message: string) =>
  identifyBearer(
    async () => {
      throw new InvalidToken(kind, message);
    },
    'a.b.c',
    { isApiKey: false },
  ).catch((error: unknown) => error);

test.each([
  ['scope', 'issued to an application', 'Unauthorized', 403],
  ['claims', "The JWT 'role' claim is missing or wrong", 'InvalidJWTToken', 401],
  ['undecodable', 'JWT cryptographic operation failed', 'JwtSignatureError', 401],
] as const)('a token that is not good by its %s opens no channel', async (kind, message, code, status) => {
  expect(await tokenError(kind, message)).toMatchObject({ code, status });
});
