// Who sends a request of the S3 protocol: the service itself with its access key, or a user, whose token comes with the
// signature of the public key. Row policies hold for the second as for every other request.
import type { IdentifyCaller } from '#backend/gateway/identify-caller.ts';
import { InvalidToken } from '#backend/gateway/identify-caller.ts';
import type { Caller } from '#contracts/caller.ts';
import { bodyOf } from '../http/request-body.ts';
import { readPayload } from './payload.ts';
import { s3Errors } from './s3-errors.ts';
import { checkSignature, readSignature } from './verify-signature.ts';

export interface S3Access {
  /** The pair of keys that acts as the service role; undefined: only users can sign. */
  serviceKey?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** What users sign with, besides their token: the public keys of the host. */
  publicKeys: () => string[];
}

export interface S3Sender {
  caller: Caller;
  /** The bytes as they were signed. */
  body: AsyncIterable<Uint8Array>;
  isStreaming: boolean;
}

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

export async function authenticate(
  request: Request,
  access: S3Access,
  identifyCaller: IdentifyCaller,
  now = new Date(),
): Promise<S3Sender> {
  const url = new URL(request.url);
  const parts = readSignature(request.headers, url.searchParams);
  if (!parts) throw s3Errors.unsigned();
  const signed = { method: request.method, url, headers: request.headers };
  const secret = findSecret();
  checkSignature(signed, parts, secret, now);
  const caller = parts.sessionToken === null ? service : await callerOf(parts.sessionToken, identifyCaller);
  return {
    caller,
    body: readPayload(bodyOf(request) ?? emptyBody(), parts, secret),
    isStreaming: parts.payload.startsWith('STREAMING-'),
  };

  function findSecret(): string {
    if (!parts) throw s3Errors.unsigned();
    if (parts.sessionToken === null) {
      const { serviceKey } = access;
      if (serviceKey?.accessKeyId !== parts.accessKeyId) throw s3Errors.unknownKey();
      return serviceKey.secretAccessKey;
    }
    const keys = access.publicKeys();
    const [first = ''] = keys;
    // The keys of both kinds are public: any may be the one that was signed with.
    return keys.find((key) => isSignedWith(key)) ?? first;
  }

  function isSignedWith(key: string): boolean {
    if (!parts) return false;
    try {
      checkSignature(signed, parts, key, now);
      return true;
    } catch {
      return false;
    }
  }
}

async function callerOf(token: string, identifyCaller: IdentifyCaller): Promise<Caller> {
  try {
    return await identifyCaller(new Headers({ authorization: `Bearer ${token}` }));
  } catch (error) {
    if (error instanceof InvalidToken) throw s3Errors.badToken();
    throw error;
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
