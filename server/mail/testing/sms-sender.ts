// A small text message service for tests: stores what it receives, and answers as set.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedSms {
  id: string;
  to: string;
  channel: string;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface SmsSenderServer {
  url: string;
  messages: ReceivedSms[];
  /** The status it answers with. */
  answer: number;
  close(): Promise<void>;
}

export async function startSmsSender(): Promise<SmsSenderServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Omit<ReceivedSms, 'headers'>;
    sender.messages.push({ ...body, headers: request.headers });
    const isElsewhere = sender.answer >= 300 && sender.answer < 400;
    response.writeHead(sender.answer, isElsewhere ? { location: `${sender.url}/elsewhere` } : {}).end();
  });
  const sender: SmsSenderServer = {
    url: '',
    messages: [],
    answer: 204,
    async close() {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sender.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  return sender;
}
