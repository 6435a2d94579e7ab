// Password authentication: SCRAM-SHA-256 (RFC 5802, 7677), MD5 and clear text.
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { MessageWriter } from './message-writer.ts';

const derive = promisify(pbkdf2);

export interface Login {
  user: string;
  password: string;
}

/** Reads one authentication message at a time and sends the reply, if any. */
export function createAuthenticator(login: Login, socket: Pick<Socket, 'write' | 'destroy'>) {
  const nonce = randomBytes(18).toString('base64');
  let serverSignature: Buffer | undefined;

  async function scramAnswer(serverFirst: string): Promise<string> {
    const fields = scramFields(serverFirst);
    const serverNonce = fields.get('r') ?? '';
    const iterations = Number(fields.get('i'));
    if (!serverNonce.startsWith(nonce) || !(iterations > 0))
      throw new Error('the server’s SCRAM answer is not valid');
    const salted = await derive(
      login.password.normalize('NFKC'),
      Buffer.from(fields.get('s') ?? '', 'base64'),
      iterations,
      32,
      'sha256',
    );
    const clientKey = hmac(salted, 'Client Key');
    const withoutProof = `c=biws,r=${serverNonce}`;
    const message = `n=*,r=${nonce},${serverFirst},${withoutProof}`;
    const signature = hmac(createHash('sha256').update(clientKey).digest(), message);
    const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
    serverSignature = hmac(hmac(salted, 'Server Key'), message);
    return `${withoutProof},p=${proof.toString('base64')}`;
  }

  async function reply(body: Buffer, writer: MessageWriter): Promise<void> {
    const rest = body.subarray(4);
    switch (body.readInt32BE(0)) {
      case 0:
        return;
      case 3:
        writer.password(login.password);
        return;
      case 5:
        writer.password(`md5${md5(Buffer.concat([Buffer.from(md5(login.password + login.user)), rest]))}`);
        return;
      case 10:
        if (!rest.toString('utf8').split('\0').includes('SCRAM-SHA-256')) {
          throw new Error('the server requires an unsupported authentication method');
        }
        writer.saslStart('SCRAM-SHA-256', `n,,n=*,r=${nonce}`);
        return;
      case 11:
        writer.saslContinue(await scramAnswer(rest.toString('utf8')));
        return;
      case 12: {
        const proof = Buffer.from(scramFields(rest.toString('utf8')).get('v') ?? '', 'base64');
        // A server that cannot prove that it knows the password is not ours.
        if (
          !serverSignature ||
          proof.length !== serverSignature.length ||
          !timingSafeEqual(proof, serverSignature)
        ) {
          throw new Error('the server could not prove that it knows the password');
        }
        return;
      }
      default:
        throw new Error('the server requires an unsupported authentication method');
    }
  }

  return (body: Buffer): void => {
    const writer = new MessageWriter();
    reply(body, writer).then(
      () => {
        const answer = writer.take();
        if (answer.length > 0) socket.write(answer);
      },
      (error) => socket.destroy(error),
    );
  };
}

function scramFields(message: string): Map<string, string> {
  return new Map(message.split(',').map((field) => [field.slice(0, 1), field.slice(2)]));
}

function hmac(key: Buffer, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest();
}

function md5(data: string | Buffer): string {
  return createHash('md5').update(data).digest('hex');
}
