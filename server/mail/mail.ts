// An email to one person, and the outbox that accepts it, so that no request waits for a mail server.

export interface Mail {
  /** Its id, if the caller already uses one; otherwise the outbox creates it. */
  id?: string;
  /** What it is for: an AuthMailKind, 'sms' or 'whatsapp', or a kind of the product's own. */
  kind: string;
  /** One address, or the digits of a phone number for an SMS. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The account it belongs to, if any. */
  userId?: string;
  attachments?: MailAttachment[];
  /** A code in its text that opens an account, and how long code and links are valid. */
  code?: string;
  validS?: number;
  /** Such as List-Unsubscribe; one line each. */
  headers?: Record<string, string>;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Outbox {
  /** Stores the email; it is sent later. */
  add(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

const MAX_ADDRESS_LENGTH = 320;

/** One line, one address: a line break would start another header, a comma another recipient. */
export function checkMail(mail: Mail): Mail {
  if (!/^[^\s,;<>"]+$/.test(mail.to) || mail.to.length > MAX_ADDRESS_LENGTH) {
    throw new Error('an email needs exactly one recipient');
  }
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)]);
  return { ...mail, subject: oneLine(mail.subject), headers: Object.fromEntries(headers) };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
