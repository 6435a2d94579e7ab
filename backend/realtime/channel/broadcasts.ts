// Broadcasts that a client sends on its channel: validated, stored if requested, passed on, and acknowledged when
// requested.
import { maxRetentionS } from '../bus/stored-messages.ts';
import { RealtimeError } from '../errors.ts';
import type { BroadcastMessage } from '../hub/hub.ts';
import type { ClientMessage, UserBroadcast } from '../socket/frames.ts';
import type { ChannelContext } from './channel-parts.ts';

export function createBroadcasts(context: ChannelContext) {
  const { parts, socket, member } = context;

  function handle(message: ClientMessage): Promise<void> | void {
    const allowed = context.mayWrite('broadcast');
    const storing = message.payload.kind === 'user' ? retentionOf(message.payload.meta?.persist) : undefined;
    if (allowed === true && storing === undefined) return send(message);
    return sendAfter(message, allowed, storing);
  }

  async function sendAfter(
    message: ClientMessage,
    allowed: Promise<boolean> | true,
    retentionS: number | undefined,
  ): Promise<void> {
    // Like the official service: a client that may not write gets no error, and no one receives the message.
    if (!(await allowed)) return;
    if (retentionS === undefined || message.payload.kind !== 'user') return send(message);
    const { meta: _persist, ...broadcast } = message.payload;
    const failure = rejectPersist(broadcast);
    if (failure) {
      socket.reply(message, 'error', { error: failure });
      return;
    }
    try {
      const id = await parts.stored.store(context.topic.name, broadcast, retentionS);
      send(message, { ...broadcast, meta: { id } });
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      socket.reply(message, 'error', { error: error.message });
    }
  }

  function rejectPersist({ bytes }: UserBroadcast): string | undefined {
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

/** Seconds to store a message; undefined when it is not to be stored. */
export function retentionOf(persist: unknown): number | undefined {
  if (persist === true) return maxRetentionS;
  if (typeof persist !== 'object' || persist === null) return undefined;
  const ttl = 'ttl' in persist ? Number(persist.ttl) : maxRetentionS;
  return Number.isFinite(ttl) && ttl > 0 ? Math.min(ttl, maxRetentionS) : maxRetentionS;
}
