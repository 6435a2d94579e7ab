// The transports set in the environment: emails by SMTP_URL, text messages by SMS_WEBHOOK_URL. Both are optional.

import { createSmsWebhook } from './sms-webhook.ts';
import { createSmtp } from './smtp.ts';
import type { MailRoute, Transport, TransportOptions, Transports } from './transport.ts';

export function openTransports({ smsWebhook, ...route }: TransportOptions): Transports {
  return { mail: openMailTransport(route), sms: smsWebhook && createSmsWebhook(smsWebhook) };
}

export function openMailTransport({ smtpUrl, ...route }: MailRoute): Transport | undefined {
  return smtpUrl === undefined ? undefined : createSmtp({ ...route, smtpUrl });
}
