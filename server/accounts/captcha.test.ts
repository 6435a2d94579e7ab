// The human check before sign-ups and messages, with real puzzles and the official client.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioApp, startStudioApp } from '../testing/studio-app.ts';
import { goodPassword, newEmail } from './testing/people.ts';

let studio: StudioApp;
beforeAll(async () => {
  studio = await startStudioApp({ AUTH_CAPTCHA: 'on' });
});
afterAll(() => studio?.close());

async function solve(): Promise<string> {
  const response = await studio.fetch(new Request(`${studio.siteUrl}/api/bot-check/challenge`));
  const challenge = await response.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
const outboxCount = async () =>
  Number((await studio.sql`select count(*) as count from public.outbox`)[0]?.count);

describe('the human check', () => {
  it('is wanted by everything that opens an account or sends a message, as GoTrue says it', async () => {
    const { auth } = studio.newClient();
    const email = newEmail();
    const before = await outboxCount();
    const answers = [
      await auth.signUp({ email, password: goodPassword }),
      await auth.signUp({ phone: '+351910000001', password: goodPassword }),
      await auth.signInWithOtp({ email }),
      await auth.signInWithOtp({ phone: '+351910000001' }),
      await auth.resetPasswordForEmail(email),
      await auth.resend({ type: 'signup', email }),
      await auth.resend({ type: 'sms', phone: '+351910000001' }),
      await auth.signInAnonymously(),
    ];
    expect(answers.map(({ error }) => [error?.status, error?.code])).toEqual(
      answers.map(() => [400, 'captcha_failed']),
    );
    expect(answers[0]?.error?.message).toBe(
      'captcha protection: request disallowed (no captcha_token found)',
    );
    expect(await outboxCount()).toBe(before);
  });

  it('lets one request through for one solved puzzle, verified before by the page or not', async () => {
    const { auth } = studio.newClient();
    const captchaToken = await solve();
    const email = newEmail();
    const first = await auth.signUp({ email, password: goodPassword, options: { captchaToken } });
    expect(first.error).toBeNull();
    for (const variant of [
      captchaToken,
      `${captchaToken} `,
      ` ${captchaToken}`,
      captchaToken.replace(/=*$/, ''),
    ]) {
      const again = await auth.resetPasswordForEmail(newEmail(), { captchaToken: variant });
      expect(again.error?.code).toBe('captcha_failed');
    }
    const verified = await solve();
    await studio.fetch(
      new Request(`${studio.siteUrl}/cloudflare/verify-turnstile`, {
        method: 'POST',
        body: JSON.stringify({ token: verified }),
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect((await auth.resetPasswordForEmail(email, { captchaToken: verified })).error).toBeNull();
    expect((await auth.resetPasswordForEmail(email, { captchaToken: verified })).error?.code).toBe(
      'captcha_failed',
    );
  });

  it('lets one of many requests at once through', async () => {
    const captchaToken = await solve();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        studio.newClient().auth.resetPasswordForEmail(newEmail(), { captchaToken }),
      ),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('is not asked of the service role, nor before signing in with a password', async () => {
    const { elevated } = studio.clients;
    if (!elevated) throw new Error('no service role');
    const email = newEmail();
    const made = await elevated.auth.admin.createUser({ email, password: goodPassword, email_confirm: true });
    expect(made.error).toBeNull();
    expect((await elevated.auth.admin.inviteUserByEmail(newEmail())).error).toBeNull();
    expect((await elevated.auth.signUp({ email: newEmail(), password: goodPassword })).error).toBeNull();
    const { auth } = studio.newClient();
    expect((await auth.signInWithPassword({ email, password: goodPassword })).error).toBeNull();
    expect((await auth.refreshSession()).error).toBeNull();
    expect((await auth.updateUser({ data: { name: 'Nina' } })).error).toBeNull();
  });
});
