import { describe, expect, it } from 'vitest';
import type { AuthMailKind } from '#backend/auth/options.ts';
import { composeAuthMail, span } from './auth-mail.ts';
import { composeAuthSms } from './auth-sms.ts';

const kinds: AuthMailKind[] = [
  'signup',
  'magiclink',
  'recovery',
  'invite',
  'email_change_current',
  'email_change_new',
  'reauthentication',
];
const setting = { studioName: 'harbour', siteUrl: 'https://harbour.example', lifeS: 3600 };
const actionUrl =
  'https://harbour.example/confirm?token_hash=abc&type=signup&redirect_to=https%3A%2F%2Fharbour.example';
const compose = (
  kind: AuthMailKind,
  patch: Partial<Parameters<typeof composeAuthMail>[0]> = {},
  about = setting,
) =>
  composeAuthMail(
    {
      kind,
      to: 'ana@example.com',
      code: '482913',
      tokenHash: 'abc',
      actionUrl: kind === 'reauthentication' ? '' : actionUrl,
      redirectTo: '',
      userId: 'a-person',
      ...patch,
    },
    about,
  );

describe.each(kinds)('the mail for %s', (kind) => {
  const mail = compose(kind);

  it('says whose it is, what the code is, how long it holds and what to do when it was not you', () => {
    expect(mail.subject).toMatch(/harbour/);
    expect(mail).toMatchObject({ kind, to: 'ana@example.com', userId: 'a-person' });
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('482913');
      expect(body).toContain('one hour');
      expect(body).toContain('do nothing');
      expect(body).toContain('harbour');
    }
  });

  it('has at most one button, and the same address in the text', () => {
    const buttons = mail.html.match(/href="[^"]*\/confirm[^"]*"/g) ?? [];
    expect(buttons).toHaveLength(kind === 'reauthentication' ? 0 : 1);
    expect(mail.text.includes(actionUrl)).toBe(kind !== 'reauthentication');
  });

  it('loads nothing from elsewhere and runs nothing', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('lang="en"');
  });

  it('is small enough not to be cut off by mail programs', () => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  });
});

it('a mail about an address in use has no code and leads to the sign-in page', () => {
  const mail = compose('address_in_use', {
    code: '',
    tokenHash: '',
    actionUrl: 'https://harbour.example/sign-in',
  });
  expect(mail.subject).toBe('Someone tried to sign up at harbour with your address');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('https://harbour.example/sign-in');
    expect(body).not.toMatch(/hold for|\bcode\b/);
  }
});

it('what somebody chose as a name or address stays text', () => {
  const { html, subject } = compose(
    'email_change_current',
    { newEmail: '<b>"x"</b>@example.com', actionUrl: 'https://harbour.example/confirm?a="><script>' },
    { ...setting, studioName: '<i>&harbour' },
  );
  expect(html).not.toMatch(/<b>|<i>|<script>/);
  expect(html).toContain('&lt;i&gt;&amp;harbour');
  expect(subject).toContain('<i>&harbour');
});

it('a text message is one part long and holds the code first', () => {
  const text = composeAuthSms({ code: '482913' }, { studioName: 'harbour', lifeS: 300 });
  expect(text).toMatch(/^482913 is your code for harbour/);
  expect(text.length).toBeLessThanOrEqual(160);
});

it.each([
  [3600, 'one hour'],
  [7200, '2 hours'],
  [60, 'one minute'],
  [300, '5 minutes'],
])('%d s are %s', (seconds, words) => {
  expect(span(seconds)).toBe(words);
});
