// Calls a hook over HTTP: signed, limited in time and size, tried again while the network fails or it asks for patience.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonValue } from '../http/fields.ts';
import { hookErrors } from './hook-errors.ts';
import type { Hook } from './hook-settings.ts';
import { signWebhook } from './sign-webhook.ts';

const limitMs = 5_000;
const backOffMs = 2_000;
const maxAttempts = 3;
const answerLimitBytes = 200 * 1024;

export async function callHttpHook(
  { url, secrets }: Extract<Hook, { kind: 'http' }>,
  payload: JsonValue,
): Promise<JsonValue | undefined> {
  const body = JSON.stringify(payload);
  const signal = AbortSignal.timeout(limitMs);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const response = await post(url, { body, secrets, signal });
    if (!response) {
      if (attempt === maxAttempts) throw hookErrors.unreachable();
      await sleep(backOffMs, undefined, { signal }).catch(throwTimeout);
      continue;
    }
    if ([200, 202, 204].includes(response.status)) return await readAnswer(response);
    await response.body?.cancel();
    const mayRetry = response.headers.has('retry-after');
    if (response.status !== 429 && response.status !== 503) throw hookErrors.badStatus(response.status);
    if (!mayRetry) throw hookErrors.unavailable();
  }
  throw hookErrors.unavailable();
}

/** Undefined when the network failed; a time limit that is over is an error. */
async function post(
  url: string,
  { body, secrets, signal }: { body: string; secrets: readonly string[]; signal: AbortSignal },
): Promise<Response | undefined> {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    return await fetch(url, {
      method: 'POST',
      body,
      signal,
      // Signed for one receiver: nobody else gets it.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'onda',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(secrets, { id, timestamp, body }),
      },
    });
  } catch {
    if (signal.aborted) throwTimeout();
    return undefined;
  }
}

function throwTimeout(): never {
  throw hookErrors.timeout(limitMs);
}

async function readAnswer(response: Response): Promise<JsonValue | undefined> {
  const type = response.headers.get('content-type');
  if (type === null) {
    if (response.status === 204) return undefined;
    throw hookErrors.badContentType('Invalid Content-Type: Missing Content-Type header');
  }
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw hookErrors.badContentType(`Invalid JSON response. Received content-type: ${type}`);
  const text = await readWithin(response);
  try {
    return JSON.parse(text);
  } catch {
    throw hookErrors.notJson();
  }
}

async function readWithin(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > answerLimitBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throwTimeout();
  }
  if (size > answerLimitBytes) throw hookErrors.answerTooLarge(answerLimitBytes);
  return Buffer.concat(chunks).toString('utf8');
}
