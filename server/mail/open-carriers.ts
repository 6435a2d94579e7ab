// Who carries what, as the environment says: mails by SMTP_URL, text messages by SMS_WEBHOOK_URL. Neither is needed.
import type { Carrier, CarrierOptions, Carriers, MailRoute } from './carrier.ts';
import { createSmsWebhook } from './sms-webhook.ts';
import { createSmtp } from './smtp.ts';

export function openCarriers({ smsWebhook, ...route }: CarrierOptions): Carriers {
  return { mail: openMailCarrier(route), sms: smsWebhook && createSmsWebhook(smsWebhook) };
}

export function openMailCarrier({ smtpUrl, ...route }: MailRoute): Carrier | undefined {
  return smtpUrl === undefined ? undefined : createSmtp({ ...route, smtpUrl });
}
