export type MailState = 'waiting' | 'sent' | 'failed';

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

export const stateWords: Record<MailState, string> = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' };

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

/**
 * A mail's HTML as a frame may show it. The page's policy allows no style sheets of others, so a mail's own are left
 * out (its inline styles stay); links open in a new tab, because a frame without rights cannot lead the page away.
 */
export function framedHtml(html: string): string {
  const plain = html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/<script[\s\S]*?<\/script>/gi, '');
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(plain)
    ? plain.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${plain}`;
}
