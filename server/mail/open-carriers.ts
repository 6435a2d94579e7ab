// Who carries what, as the environment says: mails by SMTP_URL, text messages by SMS_WEBHOOK_URL. Neither is needed.
import type { CarrierOptions, Carriers } from './carrier.ts';
import { createSmsWebhook } from './sms-webhook.ts';
import { createSmtp } from './smtp.ts';

export function openCarriers({ smtpUrl, from, smsWebhook }: CarrierOptions): Carriers {
  return {
    mail: smtpUrl === undefined ? undefined : createSmtp({ smtpUrl, from }),
    sms: smsWebhook && createSmsWebhook(smsWebhook),
  };
}
