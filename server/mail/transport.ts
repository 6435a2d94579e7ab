// Sends messages of the outbox: a mail server, or a text message service. Tries once; the outbox retries by its waits.
import type { CodedText } from '#contracts/coded-text.ts';
import type { Mail } from './mail.ts';

export interface Transport {
  /** Resolves with the response of the other side, if there is one. */
  send(mail: Mail, about: { id: string; createdAt: Date }): Promise<string | undefined>;
  /** What went wrong, for the dashboard, without a password or key in it. */
  describe(error: unknown): Failure;
  /** Seconds to wait after the first, second ... failed try; after the last of them a message has failed. */
  waitsS: readonly number[];
  close(): void;
}

export interface Failure {
  reason: CodedText;
  /** A permanent error: there is no such mailbox or number. */
  isPermanent: boolean;
}

export interface Transports {
  mail: Transport | undefined;
  sms: Transport | undefined;
}

export const smsKinds: readonly string[] = ['sms', 'whatsapp'];

export function transportFor(transports: Transports, { kind }: Pick<Mail, 'kind'>): Transport | undefined {
  return smsKinds.includes(kind) ? transports.sms : transports.mail;
}

/** The server that sends emails, and their sender. */
export interface MailRoute {
  smtpUrl: string | undefined;
  from: string | { name: string; address: string };
  /** The reply address, unless an email has its own. */
  replyTo?: string;
}

export interface TransportOptions extends MailRoute {
  smsWebhook?: { url: string; secret: string | undefined };
}
