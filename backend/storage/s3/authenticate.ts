// Who sends a request of the S3 protocol: the service itself with its access key, or a user, whose token comes with the
// signature of the public key. Row policies hold for the second as for every other request.
import type { IdentifyCaller } from '#backend/gateway/identify-caller.ts';
import { InvalidToken } from '#backend/gateway/identify-caller.ts';
import type { Caller } from '#contracts/caller.ts';
import { StorageError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { readPayload } from './payload.ts';
import { s3Errors } from './s3-errors.ts';
import { signedHeadersOf } from './signed-headers.ts';
import { checkSignature, readSignature, type SignedParts } from './verify-signature.ts';

export interface S3Access {
  /** The pair of keys that acts as the service role; undefined: only users can sign. */
  serviceKey?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** What users sign with, besides their token: the public keys of the host. */
  publicKeys: () => string[];
}

export interface S3Sender {
  caller: Caller;
  /** Only those that count. */
  headers: Headers;
  /** The bytes as they were signed. */
  body: AsyncIterable<Uint8Array>;
  isStreaming: boolean;
}

const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Undefined when the request is not signed in its headers or address. */
export async function authenticate(
  request: Request,
  access: S3Access,
  identifyCaller: IdentifyCaller,
  now: Date,
): Promise<S3Sender | undefined> {
  const url = new URL(request.url);
  const parts = readSignature(request.headers, url.searchParams);
  if (!parts) return undefined;
  const signed = { method: request.method, url, headers: request.headers };
  const secret = findSecret(parts, access, (key) => checkSignature(signed, parts, key, now));
  const headers = signedHeadersOf(request.headers, url.searchParams, parts);
  return {
    caller: await callerOf(parts.sessionToken, identifyCaller),
    headers,
    body: readPayload(bodyOf(request) ?? emptyBody(), { parts, secretAccessKey: secret, headers }),
    isStreaming: parts.payload.startsWith('STREAMING-'),
  };
}

/** The secret that the signature was made with; `check` throws for any other. */
export function findSecret(
  { accessKeyId, sessionToken }: Pick<SignedParts, 'accessKeyId' | 'sessionToken'>,
  access: S3Access,
  check: (secretAccessKey: string) => void,
): string {
  if (sessionToken === null) {
    const { serviceKey } = access;
    if (serviceKey?.accessKeyId !== accessKeyId) throw s3Errors.unknownKey();
    check(serviceKey.secretAccessKey);
    return serviceKey.secretAccessKey;
  }
  // The keys of both kinds are public: any may be the one that was signed with.
  let failure = s3Errors.signatureMismatch();
  for (const key of access.publicKeys()) {
    try {
      check(key);
      return key;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

export async function callerOf(sessionToken: string | null, identifyCaller: IdentifyCaller): Promise<Caller> {
  if (sessionToken === null) return service;
  try {
    return await identifyCaller(new Headers({ authorization: `Bearer ${sessionToken}` }));
  } catch (error) {
    if (error instanceof InvalidToken) throw s3Errors.badToken();
    throw error;
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
