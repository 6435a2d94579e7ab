import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createFileOutbox } from './file-outbox.ts';
import { type SmtpServer, startSmtpServer } from './testing/smtp-server.ts';

let folder: string;
let directory: string;
let smtp: SmtpServer;
const log = createLogger('silent');
const email = {
  kind: 'recovery',
  to: 'ana@example.com',
  subject: 'Hello',
  text: 'Code 123456',
  html: '<p>Code</p>',
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-outbox-'));
  directory = join(folder, 'outbox');
  smtp = await startSmtpServer();
});
afterEach(async () => {
  await smtp.close();
  await rm(folder, { recursive: true });
});
const open = (smtpUrl?: string) => createFileOutbox({ directory, smtpUrl, from: 'onda@example.com', log });
const files = () => readdir(directory).catch(() => []);

it('without a mail server each mail becomes a file for the owner of the machine alone', async () => {
  const outbox = open();
  await outbox.add(email);
  await outbox.add({ ...email, kind: 'sms', to: '4915112345678' });
  const [first = '', second = ''] = (await files()).sort();
  expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-recovery-[0-9a-f]{8}\.eml$/);
  expect(second).toMatch(/-sms-/);
  expect((await stat(join(directory, first))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  const text = await readFile(join(directory, first), 'utf8');
  expect(text).toContain('To: ana@example.com');
  expect(text).toContain('Code 123456');
  await outbox.close();
});

it('with a mail server mails are sent and leave no file', async () => {
  const outbox = open(smtp.url);
  await outbox.add(email);
  await expect.poll(() => smtp.mails.length).toBe(1);
  await outbox.close();
  expect(await files()).toEqual([]);
});

it('an email that is rejected permanently is saved as a file', async () => {
  smtp.answers.rcpt = '550 no such mailbox';
  const outbox = open(smtp.url);
  await outbox.add(email);
  await expect.poll(async () => (await files()).length).toBe(1);
  await outbox.close();
});

it('an email that waits for a retry when the program closes is saved as a file', async () => {
  smtp.answers.data = '451 later';
  const outbox = open(smtp.url);
  await outbox.add(email);
  await expect.poll(() => smtp.connections).toBe(1);
  await outbox.close();
  expect(await files()).toHaveLength(1);
});
