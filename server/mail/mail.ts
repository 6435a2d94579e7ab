// A message to one person, and the place that takes it: nobody waits for a mail server.

export interface Mail {
  /** Its number, when somebody was told it already; else the outbox gives it one. */
  id?: string;
  /** What it is for: an AuthMailKind, 'sms' or 'whatsapp', or a word of the product. */
  kind: string;
  /** One address, or the digits of a phone number for an SMS. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The account it belongs to, if any. */
  userId?: string;
  attachments?: MailAttachment[];
  /** Such as List-Unsubscribe; one line each. */
  headers?: Record<string, string>;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Outbox {
  /** Takes the mail into safe keeping; sending happens later and elsewhere. */
  add(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

const longestAddress = 320;

/** One line, one address: a line break would begin a header of its own, a comma a second recipient. */
export function checkMail(mail: Mail): Mail {
  if (!/^[^\s,;<>"]+$/.test(mail.to) || mail.to.length > longestAddress) {
    throw new Error('a mail goes to exactly one address');
  }
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)]);
  return { ...mail, subject: oneLine(mail.subject), headers: Object.fromEntries(headers) };
}

export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
