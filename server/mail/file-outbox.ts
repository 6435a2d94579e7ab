// The outbox of a backend without product tables. Without a mail server each mail becomes a file that the owner of the
// machine can open (mode 600: mails hold codes). With one, mails are sent; what could not be sent is kept as a file.
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logger.ts';
import { type Carrier, type CarrierOptions, carrierOf } from './carrier.ts';
import { checkMail, type Mail, type Outbox } from './mail.ts';
import { openCarriers } from './open-carriers.ts';

export interface FileOutboxOptions extends CarrierOptions {
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
  const carriers = openCarriers(options);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const waiting = new Map<StoredEmail, NodeJS.Timeout>();
  const sending = new Map<StoredEmail, Promise<void>>();

  async function keep(letter: StoredEmail): Promise<void> {
    const { message } = await composer.sendMail({
      from,
      to: { name: '', address: letter.to },
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      date: letter.createdAt,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const moment = letter.createdAt.toISOString().replaceAll(/[:.]/g, '-');
    const path = join(directory, `${moment}-${letter.kind}-${letter.id.slice(0, 8)}.eml`);
    await writeFile(path, message as Buffer, { flag: 'wx', mode: 0o600 });
  }

  async function send(letter: StoredEmail, carrier: Carrier): Promise<void> {
    letter.attempts += 1;
    try {
      await carrier.send(letter, letter);
      log.info({ mail: letter.id, kind: letter.kind }, 'mail sent');
    } catch (error) {
      const { sentence, isPermanent } = carrier.describe(error);
      const waitS = isPermanent ? undefined : carrier.waitsS[letter.attempts - 1];
      log.warn(
        { mail: letter.id, kind: letter.kind, attempt: letter.attempts, reason: sentence },
        'mail not sent',
      );
      if (waitS === undefined) return keep(letter);
      const timer = setTimeout(() => {
        waiting.delete(letter);
        start(letter, carrier);
      }, waitS * 1000).unref();
      waiting.set(letter, timer);
    }
  }

  function start(letter: StoredEmail, carrier: Carrier): void {
    const work = send(letter, carrier)
      .catch((error: unknown) => log.error({ err: error }, 'a mail could not be kept'))
      .finally(() => sending.delete(letter));
    sending.set(letter, work);
  }

  return {
    async add(mail) {
      const letter: StoredEmail = {
        id: randomUUID(),
        ...checkMail(mail),
        createdAt: new Date(),
        attempts: 0,
      };
      const carrier = carrierOf(carriers, letter);
      if (!carrier) return keep(letter);
      start(letter, carrier);
    },
    async close() {
      const limit = new Promise((resolve) => setTimeout(resolve, closeMs).unref());
      await Promise.race([Promise.all(sending.values()), limit]);
      carriers.mail?.close();
      carriers.sms?.close();
      for (const timer of waiting.values()) clearTimeout(timer);
      // Rather twice in a mailbox than nowhere.
      await Promise.all([...sending.keys(), ...waiting.keys()].map(keep));
    },
  };
}
