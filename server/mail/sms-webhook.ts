// Sends one text message to the studio's own gateway: POST SMS_WEBHOOK_URL with { id, to, channel, text }. Any 2xx
// means that it was accepted.
import { deliveryText } from './delivery-text.ts';
import type { Failure, Transport } from './transport.ts';

const sendMs = 10_000;
// A code is good for minutes: a message that comes later only confuses.
const goodForMs = 300_000;
const waitsS = [5, 20, 60, 120];

class StatusError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

class CodeExpired extends Error {}

export function createSmsWebhook({ url, secret }: { url: string; secret: string | undefined }): Transport {
  return {
    waitsS,
    async send({ kind, to, text }, { id, createdAt }) {
      if (Date.now() - createdAt.getTime() > goodForMs) throw new CodeExpired();
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // The same at every try: a sender that took it just before we lost the answer need not send it twice.
          'idempotency-key': id,
          ...(secret && { authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify({ id, to: `+${to}`, channel: kind, text }),
        // The key must not travel on to wherever an answer points.
        redirect: 'manual',
        signal: AbortSignal.timeout(sendMs),
      });
      await response.body?.cancel();
      if (!response.ok) throw new StatusError(response.status);
      return undefined;
    },
    describe: (error) => describeSmsFailure(error, new URL(url).host),
    close() {},
  };
}

function describeSmsFailure(error: unknown, place: string): Failure {
  if (error instanceof CodeExpired) {
    return { reason: deliveryText('text_message_expired'), isPermanent: true };
  }
  if (error instanceof StatusError) {
    const { status } = error;
    const isPermanent = status < 500 && ![408, 425, 429].includes(status);
    return { reason: deliveryText('text_service_rejected', { place, status }), isPermanent };
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { reason: deliveryText('text_service_slow', { place }), isPermanent: false };
  }
  return { reason: deliveryText('text_service_away', { place }), isPermanent: false };
}
