// A small DNS server for tests: answers questions for TXT records, says of other names that they do not exist, or is silent.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** "127.0.0.1:12345" */
  address: string;
  /** TXT records by name, in lower case. */
  records: Record<string, string[]>;
  isSilent: boolean;
  close(): Promise<void>;
}

const TXT = 16;

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const dns: DnsServer = {
    address: '',
    records: {},
    isSilent: false,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
  socket.on('message', (question, from) => {
    if (dns.isSilent) return;
    socket.send(answerTo(question, dns.records), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  dns.address = `127.0.0.1:${socket.address().port}`;
  return dns;
}

function answerTo(question: Buffer, records: DnsServer['records']): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const asked = question.subarray(12, at + 5);
  const texts = records[labels.join('.').toLowerCase()];
  const header = Buffer.from(question.subarray(0, 12));
  // An answer, with recursion; 3: there is no such name.
  header.writeUInt16BE(0x8180 | (texts ? 0 : 3), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, asked, ...(texts ?? []).map(recordOf)]);
}

function recordOf(text: string): Buffer {
  // Long texts are stored in parts of 255 bytes.
  const parts = text.match(/.{1,255}/gs) ?? [''];
  const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
