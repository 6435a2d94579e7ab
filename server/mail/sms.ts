// Text messages. They go through the outbox like emails: the studio's own gateway (SMS_WEBHOOK_URL) sends them; without
// one, staff read them out.
import { t } from '#app/language/messages.ts';
import type { Outbox } from './mail.ts';

interface Sms {
  /** The id that the API returned for it. */
  id: string;
  /** Digits, country code first. */
  to: string;
  text: string;
  channel: 'sms' | 'whatsapp';
  code: string;
  /** How long the code is valid. */
  validS: number;
  userId?: string;
}

export interface SmsSender {
  send(sms: Sms): Promise<void>;
}

export function createOutboxSmsSender(outbox: Outbox): SmsSender {
  return {
    send: ({ id, to, text, channel, code, validS, userId }) =>
      outbox.add({
        id,
        kind: channel,
        to,
        subject: t('email.auth.text_message_subject'),
        text,
        html: '',
        code,
        validS,
        ...(userId && { userId }),
      }),
  };
}
