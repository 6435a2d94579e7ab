// A small SMTP server for tests: stores every email it accepts, and rejects or stays silent on demand.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers unfolded, names in lower case. */
  headers: Map<string, string>;
  raw: string;
  /** All parts as they read, quoted-printable undone. */
  text: string;
}

export interface SmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** What to answer instead of yes; an empty text means never to answer. */
  answers: { greeting?: string; auth?: string; from?: string; rcpt?: string; data?: string };
  credentials: string[];
  connections: number;
  close(): Promise<void>;
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    smtp.connections += 1;
    converse(socket, smtp);
  });
  const smtp: SmtpServer = {
    url: '',
    mails: [],
    answers: {},
    credentials: [],
    connections: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return smtp;
}

function converse(socket: Socket, smtp: SmtpServer): void {
  let pending = '';
  let isData = false;
  let mail = { from: '', to: [] as string[] };
  const say = (line: string | undefined, otherwise: string) => {
    if (line !== '') socket.write(`${line ?? otherwise}\r\n`);
  };
  const receive = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO' || verb === 'HELO') socket.write('250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
    else if (verb === 'AUTH') {
      smtp.credentials.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8'));
      say(smtp.answers.auth, '235 welcome');
    } else if (verb === 'MAIL') {
      mail = { from: address, to: [] };
      say(smtp.answers.from, '250 yes');
    } else if (verb === 'RCPT') {
      mail.to.push(address);
      say(smtp.answers.rcpt, '250 yes');
    } else if (verb === 'DATA') {
      isData = true;
      say(undefined, '354 go on');
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n');
    } else say(undefined, '250 yes');
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    while (true) {
      const end = pending.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const part = pending.slice(0, end).replaceAll('\r\n..', '\r\n.');
      pending = pending.slice(end + (isData ? 5 : 2));
      if (!isData) {
        receive(part);
        continue;
      }
      isData = false;
      if (smtp.answers.data === undefined) smtp.mails.push(read(mail, part));
      say(smtp.answers.data, '250 accepted');
    }
  });
  say(smtp.answers.greeting, '220 test');
}

function read({ from, to }: { from: string; to: string[] }, raw: string): ReceivedMail {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { from, to, headers, raw, text: undoQuotedPrintable(body.join('\r\n\r\n')) };
}

function undoQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
