// What of an email opens something: the code that it brings, and its links. An email is stored without them; the whole
// of it lies beside it, encrypted with a key that is not in the database, until it was sent or the code is over.
import { publicAddress } from '#contracts/public-address.ts';
import { createTextCipher } from './encrypt-text.ts';
import type { Mail, MailAttachment } from './mail.ts';

export interface EmailContents {
  subject: string;
  text: string;
  html: string;
  attachments: MailAttachment[];
  headers: Record<string, string>;
}

export interface EmailSeal {
  /** What is stored to be read, and the whole of it, encrypted; undefined: nothing in it opens anything. */
  seal(mail: Mail): { readable: EmailContents; sealed: string | undefined };
  /** Undefined when it was encrypted with another key. */
  open(sealed: string): EmailContents | undefined;
}

const HIDDEN_CODE = '••••••';
// Of passes, vouchers and credits, see private.new_number.
const PAYING_CODE = /\b[CPV][ACDEFGHJKLMNPQRTUVWXY3479]{11}\b/g;
const ADDRESS = /https?:\/\/[^\s"'<>\\)\]]+/gi;

export function createEmailSeal(secret: string): EmailSeal {
  const cipher = createTextCipher(secret, 'emails of the outbox');
  return {
    seal({ subject, text, html, attachments = [], headers = {}, code }) {
      const whole = { subject, text, html, attachments, headers };
      const hide = (part: string) =>
        (code ? part.replaceAll(code, HIDDEN_CODE) : part)
          .replace(PAYING_CODE, HIDDEN_CODE)
          .replace(ADDRESS, publicAddress);
      const readable = {
        subject: hide(subject),
        text: hide(text),
        html: hide(html),
        // Calendars fold long lines, in the middle of a link too.
        attachments: attachments.map((one) => ({ ...one, content: '' })),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(value)])),
      };
      const written = JSON.stringify(whole);
      return { readable, sealed: written === JSON.stringify(readable) ? undefined : cipher.encrypt(written) };
    },
    open(sealed) {
      const written = cipher.decrypt(sealed);
      return written === undefined ? undefined : (JSON.parse(written) as EmailContents);
    },
  };
}
