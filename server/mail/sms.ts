// Text messages. Until a studio plugs in a sender of its own, they wait in the outbox, where staff can read them out.
import type { Outbox } from './mail.ts';

export interface Sms {
  /** Digits, country code first. */
  to: string;
  text: string;
  channel: 'sms' | 'whatsapp';
  userId?: string;
}

export interface SmsSender {
  send(sms: Sms): Promise<void>;
}

export function createOutboxSmsSender(outbox: Outbox): SmsSender {
  return {
    send: ({ to, text, userId }) =>
      outbox.add({ kind: 'sms', to, subject: 'Text message', text, html: '', ...(userId && { userId }) }),
  };
}
