// The receiver of a hook, as a project would write one: checks the signature, then adds claims.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ClaimsHook {
  url: string;
  secret: string;
  /** Whether a request had a wrong signature. */
  isForged(): boolean;
  close(): Promise<void>;
}

export async function startClaimsHook(): Promise<ClaimsHook> {
  const key = randomBytes(32);
  let isForged = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { headers } = request;
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
      if (headers['webhook-signature'] !== expected) isForged = true;
      const { claims, authentication_method: how } = JSON.parse(text);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ claims: { ...claims, plan: 'gold', how } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/claims`,
    secret: `v1,whsec_${key.toString('base64')}`,
    isForged: () => isForged,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
