// The page that links in emails lead to where the backend runs without the site. It asks for a click: mail scanners
// open every link, and one that acts by itself would be used up before its reader opens it.
import { hash } from 'node:crypto';
import { currentLanguage, t } from '#app/language/messages.ts';
import { escapeXml } from '#contracts/escape-xml.ts';

export const CONFIRM_PATH = '/auth/v1/confirm';

const STYLE =
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}' +
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-inline-size:28rem;margin:18vh auto;padding:0 1.5rem}' +
  'h1{font-size:1.75rem;line-height:1.2;margin:0 0 1.5rem;text-wrap:balance}' +
  'a{display:inline-block;padding:.75rem 1.5rem;border-radius:.5rem;background:CanvasText;color:Canvas;text-decoration:none}' +
  'a:focus-visible{outline:3px solid Highlight;outline-offset:3px}';
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface PageText {
  heading: string;
  button: string;
}

/** Undefined for an address that no email has. */
export function renderConfirmPage(url: URL, { appName }: { appName: string }): Response | undefined {
  const token = url.searchParams.get('token_hash') ?? '';
  const type = url.searchParams.get('type') ?? '';
  const text = textOf(type, appName);
  if (!text || !/^[\w-]{1,200}$/.test(token)) return undefined;
  const query = new URLSearchParams({ token, type });
  const redirectTo = url.searchParams.get('redirect_to');
  if (redirectTo) query.set('redirect_to', redirectTo);
  const { code, direction } = currentLanguage();
  const html =
    `<!doctype html><html lang="${escapeXml(code)}" dir="${direction}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${escapeXml(text.heading)}</title><style>${STYLE}</style></head><body><main>` +
    `<h1>${escapeXml(text.heading)}</h1><p><a rel="nofollow noreferrer" href="verify?${escapeXml(query.toString())}">` +
    `${escapeXml(text.button)}</a></p></main></body></html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // The address holds the token.
      'referrer-policy': 'no-referrer',
    },
  });
}

function textOf(type: string, studio: string): PageText | undefined {
  switch (type) {
    case 'signup':
      return { heading: t('email.auth.signup_heading'), button: t('email.auth.signup_button') };
    case 'invite':
      return { heading: t('email.auth.invite_heading', { studio }), button: t('email.auth.invite_button') };
    case 'magiclink':
      return { heading: t('email.auth.magiclink_subject', { studio }), button: t('email.auth.sign_in') };
    case 'recovery':
      return { heading: t('email.auth.recovery_heading'), button: t('email.auth.recovery_button') };
    case 'email_change':
      return { heading: t('email.auth.new_address_heading'), button: t('email.auth.new_address_button') };
  }
}
