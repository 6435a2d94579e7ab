import type { CodedText } from '../coded-text.ts';

export type EmailState = 'waiting' | 'held' | 'sent' | 'failed' | 'discarded';

export interface ListedEmail {
  id: string;
  kind: string;
  to_address: string;
  subject: string;
  state: EmailState;
  attempts: number;
  last_error: CodedText | null;
  next_attempt_at: string;
  created_at: string;
  sent_at: string | null;
}

/** Phone numbers are stored as digits and shown with a plus. */
export function recipient({ kind, to_address }: Pick<ListedEmail, 'kind' | 'to_address'>): string {
  return kind === 'sms' || kind === 'whatsapp' ? `+${to_address}` : to_address;
}

export interface TextPart {
  /** Offset in the text. */
  at: number;
  text: string;
  href?: string;
}

/** Splits a text into plain text and web addresses. */
export function splitLinks(text: string): TextPart[] {
  let at = 0;
  return text.split(/(https?:\/\/[^\s<>"']+)/).flatMap((part) => {
    const begins = at;
    at += part.length;
    if (part === '') return [];
    return [{ at: begins, text: part, ...(/^https?:\/\//.test(part) && { href: part }) }];
  });
}

export type Scheme = 'light' | 'dark';

const DARK = /@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/gi;

/** The email's own style sheet for one colour scheme, whatever the system prefers. */
export function sheetOf(html: string, scheme: Scheme): string {
  const own = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)].map(([, rules]) => rules).join('\n');
  return `${own.replace(DARK, (_, rules: string) => (scheme === 'dark' ? rules : ''))}\n:root { color-scheme: ${scheme}; }`;
}

/**
 * An email's HTML for the sandboxed frame. The content security policy forbids its style sheet, so it is removed here
 * (inline styles stay) and adopted once the frame has loaded. Links open in a new tab: the frame may not navigate.
 */
export function framedHtml(html: string): string {
  const plain = html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/<script[\s\S]*?<\/script>/gi, '');
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(plain)
    ? plain.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${plain}`;
}
