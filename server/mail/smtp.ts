// Sends one email to the SMTP server of SMTP_URL, within a minute. The callers decide when to retry. Errors are
// sentences for the dashboard; they never contain the password of the URL.

import { createTransport } from 'nodemailer';
import type { CodedText } from '#contracts/coded-text.ts';
import { backOffS } from './back-off.ts';
import { deliveryText, withReply } from './delivery-text.ts';
import type { Failure, MailRoute, Transport } from './transport.ts';

const connectMs = 10_000;
const silenceMs = 30_000;
const sendMs = 60_000;

export function createSmtp({ smtpUrl, from, replyTo }: MailRoute & { smtpUrl: string }): Transport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    // Bodies never contain files or addresses to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const address = typeof from === 'string' ? from : from.address;
  const host = /@([^@>\s]+)>?\s*$/.exec(address)?.[1] ?? 'localhost';
  return {
    waitsS: backOffS,
    describe: (error) => describeMailFailure(error, smtpUrl),
    async send(mail, { id, createdAt }) {
      const sending = transport.sendMail({
        from,
        // As an object: nodemailer must not look for a list of addresses in user input.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: createdAt,
        // The same at every try: a mail that went out just before a crash is recognised as the same mail.
        messageId: `<${id}@${host}>`,
        attachments: mail.attachments?.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          content,
        })),
        ...(replyTo && !mail.headers?.['Reply-To'] && { replyTo: { name: '', address: replyTo } }),
        headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      });
      const { response } = await inTime(sending);
      return response?.slice(0, 300);
    },
    close: () => transport.close(),
  };
}

async function inTime<Sent>(sending: Promise<Sent>): Promise<Sent> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })),
      sendMs,
    ).unref();
  });
  try {
    return await Promise.race([sending, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function describeMailFailure(error: unknown, smtpUrl: string): Failure {
  const { code, responseCode, response, command, message } = partsOf(error);
  const place = new URL(smtpUrl).host;
  const isRejected = responseCode >= 500 && responseCode < 600;
  if (code === 'EAUTH') return retry(withReply('wrong_login', place, response));
  const said = { place, reply: response };
  if (responseCode === 530) return retry(deliveryText('login_needed', said));
  if (isRejected && command === 'MAIL FROM') return retry(deliveryText('sender_rejected', said));
  if (isRejected && /relay/i.test(response)) return retry(deliveryText('relay_denied', said));
  if (code === 'EENVELOPE' && isRejected)
    return { reason: withReply('address_rejected', place, response), isPermanent: true };
  if (responseCode > 0) return retry(withReply('not_accepted', place, response));
  if (code === 'ETIMEDOUT') return retry(deliveryText('mail_server_slow', { place }));
  if (code === 'EDNS') return retry(deliveryText('mail_server_unknown', { place }));
  if (/wrong version number|packet length too long/i.test(message))
    return retry(deliveryText('mail_server_wrong_encryption', { place }));
  if (/certificate|altnames/i.test(message)) return retry(deliveryText('mail_server_certificate', { place }));
  if (code === 'ETLS') return retry(deliveryText('mail_server_without_tls', { place }));
  if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ECONNREFUSED')
    return retry(deliveryText('mail_server_away', { place }));
  return retry(code ? deliveryText('not_sent_with_code', { code }) : deliveryText('not_sent'));
}

function retry(reason: CodedText): Failure {
  return { reason, isPermanent: false };
}

function partsOf(error: unknown) {
  const given = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    code: typeof given.code === 'string' ? given.code : '',
    responseCode: typeof given.responseCode === 'number' ? given.responseCode : 0,
    response: typeof given.response === 'string' ? given.response.slice(0, 300) : '',
    command: typeof given.command === 'string' ? given.command : '',
    message: typeof given.message === 'string' ? given.message : '',
  };
}
