import { describe, expect, it } from 'vitest';
import type { AuthMailKind } from '#backend/auth/options.ts';
import { composeAuthMail, formatDuration } from './auth-mail.ts';
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
const setting = {
  studioName: 'harbour',
  siteUrl: 'https://harbour.example',
  defaultLanguage: 'en',
  lifeS: 3600,
};
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

  it('names the studio, the code, how long it is valid and what to do when it was not you', () => {
    expect(mail.subject).toMatch(/harbour/);
    expect(mail).toMatchObject({ kind, to: 'ana@example.com', userId: 'a-person' });
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('482913');
      expect(body).toContain('one hour');
      expect(body).toContain('ignore this email');
      expect(body).toContain('harbour');
    }
  });

  it('has at most one button, and the same link in the text part', () => {
    const buttons = mail.html.match(/href="[^"]*\/confirm[^"]*"/g) ?? [];
    expect(buttons).toHaveLength(kind === 'reauthentication' ? 0 : 1);
    expect(mail.text.includes(actionUrl)).toBe(kind !== 'reauthentication');
  });

  it('loads no remote content and runs no script', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('lang="en"');
  });

  it('is small enough not to be cut off by mail clients', () => {
    expect(Buffer.byteLength(mail.html)).toBeLessThan(100_000);
  });
});

it('links to the sign-in page, without a code, when the address already has an account', () => {
  const mail = compose('address_in_use', {
    code: '',
    tokenHash: '',
    actionUrl: 'https://harbour.example/sign-in',
  });
  expect(mail.subject).toBe('You already have an account at harbour');
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('https://harbour.example/sign-in');
    expect(body).not.toMatch(/valid for|\bcode\b/);
  }
});

it('escapes names and addresses that people chose', () => {
  const { html, subject } = compose(
    'email_change_current',
    { newEmail: '<b>"x"</b>@example.com', actionUrl: 'https://harbour.example/confirm?a="><script>' },
    { ...setting, studioName: '<i>&harbour' },
  );
  expect(html).not.toMatch(/<b>|<i>|<script>/);
  expect(html).toContain('&lt;i&gt;&amp;harbour');
  expect(subject).toContain('<i>&harbour');
});

it('fits into one text message and starts with the code', () => {
  const text = composeAuthSms({ code: '482913' }, { studioName: 'harbour', lifeS: 300 });
  expect(text).toMatch(/^482913 is your code for harbour/);
  expect(text.length).toBeLessThanOrEqual(160);
});

it.each([
  [3600, 'one hour'],
  [7200, '2 hours'],
  [60, 'one minute'],
  [300, '5 minutes'],
])('formats %d s as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
