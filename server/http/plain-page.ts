// A plain page that needs no build, no database and no further request. For what goes wrong before
// the site itself can answer.
import { createHash } from 'node:crypto';
import { currentLanguage } from '#app/language/messages.ts';

export interface PlainPage {
  title: string;
  message: string;
  /** What follows the message, as HTML. */
  more?: string;
  /** Runs on the page; allowed by its hash. */
  script?: string;
  /** Reloads the same address after so many seconds. */
  refreshAfterS?: number;
}

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.125rem/1.5 system-ui,sans-serif;color:#0a120d;background:#fff}
main{max-width:34rem;padding:2rem}h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem}p{margin:0 0 1rem}
button{font:inherit;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#00703a;color:#fff;cursor:pointer}a{color:inherit}
@media(prefers-color-scheme:dark){body{color:#f2f5f3;background:#0a120d}button{background:#00bb4f;color:#0a120d}}`;

/** The page, and the headers it is sent with. */
export function renderPlainPage({ title, message, more = '', script, refreshAfterS }: PlainPage): {
  html: string;
  headers: Record<string, string>;
} {
  const { code, direction } = currentLanguage();
  const refresh = refreshAfterS ? `<meta http-equiv="refresh" content="${refreshAfterS}">` : '';
  const html = `<!DOCTYPE html><html lang="${code}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">${refresh}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${message}</p>${more}</main>${script ? `<script>${script}</script>` : ''}</body></html>`;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(html)),
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
