import { expect, it } from 'vitest';
import { askWithNewToken, chooseTokens } from './captcha-tokens.ts';

function counted(name: string) {
  let made = 0;
  return async () => `${name} ${++made}`;
}

it('asks once more with a new token when the first was used or too old, and only then', async () => {
  const tokens: (string | undefined)[] = [];
  const answerWith =
    (...codes: (string | null)[]) =>
    (token: string | undefined) => {
      tokens.push(token);
      const code = codes.shift() ?? null;
      return Promise.resolve({ error: code === null ? null : { code } });
    };
  const getToken = counted('token');
  expect((await askWithNewToken(answerWith('captcha_failed', null), getToken)).error).toBeNull();
  expect((await askWithNewToken(answerWith('weak_password'), getToken)).error?.code).toBe('weak_password');
  expect(
    (await askWithNewToken(answerWith('captcha_failed', 'captcha_failed'), getToken)).error,
  ).not.toBeNull();
  expect(tokens).toEqual(['token 1', 'token 2', 'token 3', 'token 4', 'token 5']);
});

it.each([
  ['', null, 'verified 1'],
  ['', 'a key', 'verified 1'],
  ['https://project.supabase.co', null, undefined],
  ['https://project.supabase.co', 'a key', 'raw 1'],
])('a backend at "%s" with Turnstile %s gets %s', async (backendUrl, turnstileSiteKey, expected) => {
  const from = { getToken: counted('verified'), runTurnstile: counted('raw') };
  expect(await chooseTokens({ backendUrl, turnstileSiteKey }, from)()).toBe(expected);
});
