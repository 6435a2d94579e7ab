// The outbox of a backend without product tables. Without a mail server each mail becomes a file that the owner of the
// machine can open (mode 600: mails hold codes). With one, mails are sent; what could not be sent is saved as a file.

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logger.ts';
import { englishText } from './delivery-text.ts';
import { checkMail, type Mail, type Outbox } from './mail.ts';
import { openTransports } from './open-transports.ts';
import { type Transport, type TransportOptions, transportFor } from './transport.ts';

export interface FileOutboxOptions extends TransportOptions {
  directory: string;
  log: Logger;
}

interface StoredEmail extends Mail {
  id: string;
  createdAt: Date;
  attempts: number;
}

const closeMs = 5000;

export function createFileOutbox({ directory, log, ...options }: FileOutboxOptions): Outbox {
  const { from } = options;
  const transports = openTransports(options);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const waiting = new Map<StoredEmail, NodeJS.Timeout>();
  const sending = new Map<StoredEmail, Promise<void>>();

  async function saveToFile(email: StoredEmail): Promise<void> {
    const { message } = await composer.sendMail({
      from,
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.text,
      html: email.html,
      date: email.createdAt,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const moment = email.createdAt.toISOString().replaceAll(/[:.]/g, '-');
    const path = join(directory, `${moment}-${email.kind}-${email.id.slice(0, 8)}.eml`);
    await writeFile(path, message as Buffer, { flag: 'wx', mode: 0o600 });
  }

  async function send(email: StoredEmail, transport: Transport): Promise<void> {
    email.attempts += 1;
    try {
      await transport.send(email, email);
      log.info({ mail: email.id, kind: email.kind }, 'email sent');
    } catch (error) {
      const { reason, isPermanent } = transport.describe(error);
      const waitS = isPermanent ? undefined : transport.waitsS[email.attempts - 1];
      log.warn(
        { mail: email.id, kind: email.kind, attempt: email.attempts, reason: englishText(reason) },
        'email could not be sent',
      );
      if (waitS === undefined) return saveToFile(email);
      const timer = setTimeout(() => {
        waiting.delete(email);
        start(email, transport);
      }, waitS * 1000).unref();
      waiting.set(email, timer);
    }
  }

  function start(email: StoredEmail, transport: Transport): void {
    const work = send(email, transport)
      .catch((error: unknown) => log.error({ err: error }, 'an email could not be saved'))
      .finally(() => sending.delete(email));
    sending.set(email, work);
  }

  return {
    async add(mail) {
      const email: StoredEmail = {
        id: randomUUID(),
        ...checkMail(mail),
        createdAt: new Date(),
        attempts: 0,
      };
      const transport = transportFor(transports, email);
      if (!transport) return saveToFile(email);
      start(email, transport);
    },
    async close() {
      const limit = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([Promise.all(sending.values()), limit]);
      transports.mail?.close();
      transports.sms?.close();
      for (const timer of waiting.values()) clearTimeout(timer);
      // Rather twice in a mailbox than nowhere.
      await Promise.all([...sending.keys(), ...waiting.keys()].map(saveToFile));
    },
  };
}
