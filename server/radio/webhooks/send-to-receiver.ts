// Sends one message and says what became of it, in words for the dashboard: never with a secret in them.
import { PrivateAddressError } from '#backend/background/allowed-address.ts';
import type { CodedText } from '#contracts/coded-text.ts';
import { hideSecrets } from '../../hide-secrets.ts';
import { type OutsideAnswer, sendOutside } from '../../webhooks/send-webhook.ts';
import { type Occasion, type Receiver, renderRequest } from './render-request.ts';
import { webhookText } from './webhook-text.ts';

export interface Outcome {
  isTaken: boolean;
  /** The receiver will not accept it later either. */
  isFinal: boolean;
  isGone: boolean;
  status: number | null;
  reason: CodedText;
  /** The receiver asks to wait at least this long. */
  retryAfterS: number;
}

interface SendOptions {
  allowsPrivate: boolean;
  tuneInUrl?: string | undefined;
}

const MAX_RETRY_AFTER_S = 3600;
const MAX_REPLY_CHARACTERS = 200;

export async function sendToReceiver(
  receiver: Receiver,
  occasion: Occasion,
  { allowsPrivate, tuneInUrl }: SendOptions,
): Promise<Outcome> {
  const request = renderRequest(receiver, occasion, tuneInUrl);
  const place = new URL(request.url).host;
  try {
    return judge(receiver, place, await sendOutside(request, { allowsPrivate }));
  } catch (error) {
    return {
      isTaken: false,
      isFinal: false,
      isGone: false,
      status: null,
      reason: describe(error, place),
      retryAfterS: 0,
    };
  }
}

function judge({ kind, secrets }: Receiver, place: string, answer: OutsideAnswer): Outcome {
  const { headers, text } = answer;
  const status = kind === 'tunein' && isSuccess(answer.status) ? tuneInStatus(text) : answer.status;
  const isTaken = isSuccess(status);
  const isGone = status === 410;
  // Standard Webhooks: anything may pass but "gone". The others say by 4xx that the message or the key is wrong.
  const isFinal =
    isGone || (kind !== 'standard' && status >= 400 && status < 500 && ![408, 429].includes(status));
  const retryAfterS = Math.min(MAX_RETRY_AFTER_S, Math.max(0, Number(headers['retry-after']) || 0));
  return { isTaken, isFinal, isGone, status, reason: reasonOf(), retryAfterS };

  function reasonOf(): CodedText {
    if (isTaken) return webhookText('accepted', { place, status });
    if (isGone) return webhookText('gone', { place });
    if (status >= 300 && status < 400) return webhookText('redirected', { place });
    const reply = replyOf(text, secrets);
    return reply
      ? webhookText('rejected_with_reply', { place, status, reply })
      : webhookText('rejected', { place, status });
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** TuneIn answers 200 and says in the document whether it is meant. */
function tuneInStatus(xml: string): number {
  return Number(/<status>\s*(\d{3})\s*<\/status>/i.exec(xml)?.[1] ?? 200);
}

/** The sentence of the other server: the error of a JSON answer, or the beginning of a text. */
function replyOf(text: string, secrets: readonly string[]): string {
  let reply = text;
  try {
    const { error, message } = JSON.parse(text) as { error?: unknown; message?: unknown };
    reply = [error, message].find((one) => typeof one === 'string') ?? '';
  } catch {
    reply = /<fault>([^<]*)<\/fault>/i.exec(text)?.[1] ?? text.replaceAll(/<[^>]*>/g, ' ');
  }
  const shown = secrets.reduce((line, secret) => line.replaceAll(secret, '[secret]'), reply);
  return hideSecrets(shown.replaceAll(/\s+/g, ' ').trim()).slice(0, MAX_REPLY_CHARACTERS);
}

function describe(error: unknown, place: string): CodedText {
  if (error instanceof PrivateAddressError) return webhookText('private', { place });
  if (!(error instanceof Error)) return webhookText('away', { place });
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return webhookText('slow', { place });
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return webhookText('unknown', { place });
  if (error.message.startsWith('The answer is larger')) return webhookText('too_large', { place });
  return webhookText('away', { place });
}
