// Whoever takes a message off the outbox: a mail server, or a sender of text messages. Tries once; when to try again
// is said by its waits and decided by the outbox.
import type { Mail } from './mail.ts';

export interface Carrier {
  /** Resolves with what the other side said, where it says something. */
  send(mail: Mail, about: { id: string; createdAt: Date }): Promise<string | undefined>;
  /** What went wrong as a sentence for the dashboard, without a password or key in it. */
  describe(error: unknown): Failure;
  /** Seconds to wait after the first, second ... failed try; after the last of them a message has failed. */
  waitsS: readonly number[];
  close(): void;
}

export interface Failure {
  sentence: string;
  /** The other side will say the same tomorrow: there is no such mailbox or number. */
  isPermanent: boolean;
}

export interface Carriers {
  mail: Carrier | undefined;
  sms: Carrier | undefined;
}

export const smsKinds: readonly string[] = ['sms', 'whatsapp'];

export function carrierOf(carriers: Carriers, { kind }: Pick<Mail, 'kind'>): Carrier | undefined {
  return smsKinds.includes(kind) ? carriers.sms : carriers.mail;
}

/** By which server emails leave, and in whose name. */
export interface MailRoute {
  smtpUrl: string | undefined;
  from: string | { name: string; address: string };
  /** Where answers go, unless an email says otherwise. */
  replyTo?: string;
}

export interface CarrierOptions extends MailRoute {
  smsWebhook?: { url: string; secret: string | undefined };
}
