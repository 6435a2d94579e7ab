export type MailState = 'waiting' | 'held' | 'sent' | 'failed' | 'discarded';

export interface ListedMail {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  state: MailState;
  attempts: number;
  last_error: string | null;
  next_attempt_at: string;
  created_at: string;
  sent_at: string | null;
}

export interface WholeMail extends ListedMail {
  text_body: string;
  html_body: string;
}

export const stateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  failed: 'Failed',
  discarded: 'Discarded',
};

/** Phone numbers are kept as digits; people write them with a plus. */
export function recipient({ kind, to_address }: Pick<ListedMail, 'kind' | 'to_address'>): string {
  return kind === 'sms' || kind === 'whatsapp' ? `+${to_address}` : to_address;
}

export interface TextPiece {
  /** Where in the text it begins. */
  at: number;
  text: string;
  href?: string;
}

/** A text in pieces: words, and the addresses in them that can be followed. */
export function linkPieces(text: string): TextPiece[] {
  let at = 0;
  return text.split(/(https?:\/\/[^\s<>"']+)/).flatMap((piece) => {
    const begins = at;
    at += piece.length;
    if (piece === '') return [];
    return [{ at: begins, text: piece, ...(/^https?:\/\//.test(piece) && { href: piece }) }];
  });
}

export type Scheme = 'light' | 'dark';

const DARK = /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/gi;

/** A mail's own sheet for one scheme, whatever this machine prefers: what it says of the dark holds there, and only there. */
export function sheetOf(html: string, scheme: Scheme): string {
  const own = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].map(([, rules]) => rules).join('\n');
  return `${own.replace(DARK, (_, rules: string) => (scheme === 'dark' ? rules : ''))}\n:root { color-scheme: ${scheme}; }`;
}

/**
 * A mail's HTML as a frame may show it. The page's policy allows no style sheets of others in the markup, so a mail's
 * own is left out (its inline styles stay) and adopted by the frame once it stands; links open in a new tab, because a frame without rights cannot lead the page away.
 */
export function framedHtml(html: string): string {
  const plain = html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/<script[\s\S]*?<\/script>/gi, '');
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(plain)
    ? plain.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${plain}`;
}
