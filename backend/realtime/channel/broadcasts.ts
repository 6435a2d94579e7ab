// Broadcasts that a client sends on its channel: checked, kept if it asks for that, passed on, and answered when it
// wants an answer.
import { longestKeepS } from '../bus/stored-messages.ts';
import { RealtimeError } from '../errors.ts';
import type { BroadcastMessage } from '../hub/hub.ts';
import type { ClientMessage, UserBroadcast } from '../socket/frames.ts';
import type { ChannelContext } from './channel-parts.ts';

export function createBroadcasts(context: ChannelContext) {
  const { parts, socket, member } = context;

  function handle(message: ClientMessage): Promise<void> | void {
    const allowed = context.mayWrite('broadcast');
    const keeping = message.payload.kind === 'user' ? keepFor(message.payload.meta?.persist) : undefined;
    if (allowed === true && keeping === undefined) return send(message);
    return sendAfter(message, allowed, keeping);
  }

  async function sendAfter(
    message: ClientMessage,
    allowed: Promise<boolean> | true,
    keepS: number | undefined,
  ): Promise<void> {
    // As the official service: who may not write is not told, and nobody hears it.
    if (!(await allowed)) return;
    if (keepS === undefined || message.payload.kind !== 'user') return send(message);
    const { meta: _persist, ...broadcast } = message.payload;
    const refusal = refusePersist(broadcast);
    if (refusal) {
      socket.reply(message, 'error', { error: refusal });
      return;
    }
    try {
      const id = await parts.stored.store(context.topic.name, broadcast, keepS);
      send(message, { ...broadcast, meta: { id } });
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      socket.reply(message, 'error', { error: error.message });
    }
  }

  function refusePersist({ bytes }: UserBroadcast): string | undefined {
    if (!context.topic.isPrivate) return 'A message on a public channel cannot be stored';
    return bytes.length > parts.limits.payloadBytes ? 'payload_size_exceeded' : undefined;
  }

  function send(message: ClientMessage, as?: UserBroadcast): void {
    const { acks, self } = context.request.broadcast;
    const broadcast = as ?? broadcastOf(message);
    if (!broadcast) {
      if (acks) socket.reply(message, 'error', { reason: 'invalid_payload' });
      return;
    }
    const bytes = broadcast.kind === 'user' ? broadcast.bytes.length : broadcast.json.length;
    if (bytes > parts.limits.payloadBytes) {
      if (acks) socket.reply(message, 'error', { reason: 'payload_size_exceeded' });
      return;
    }
    parts.publish(context.topic, broadcast, self ? undefined : member);
    if (acks || as) socket.reply(message, 'ok', {});
  }

  return { handle };
}

function broadcastOf({ payload }: ClientMessage): BroadcastMessage | undefined {
  if (payload.kind === 'user') {
    const { meta: _unused, ...broadcast } = payload;
    return broadcast;
  }
  const { value } = payload;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { kind: 'envelope', json: JSON.stringify(value) };
}

/** Seconds to keep a message; undefined when it is not to be kept. */
export function keepFor(persist: unknown): number | undefined {
  if (persist === true) return longestKeepS;
  if (typeof persist !== 'object' || persist === null) return undefined;
  const ttl = 'ttl' in persist ? Number(persist.ttl) : longestKeepS;
  return Number.isFinite(ttl) && ttl > 0 ? Math.min(ttl, longestKeepS) : longestKeepS;
}
