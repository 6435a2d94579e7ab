// Presence on one channel: its client tracks and untracks itself and receives who is present.
import { errors } from '../errors.ts';
import type { ClientMessage } from '../socket/frames.ts';
import type { ChannelContext } from './channel-parts.ts';

export function createPresences(context: ChannelContext) {
  const { parts, socket, channelId, fullTopic } = context;
  let tracked: string | undefined;

  function sendState(): void {
    const state = parts.presence.state(context.topic);
    socket.push({ topic: fullTopic, event: 'presence_state', payload: JSON.parse(state) });
  }

  async function handle(message: ClientMessage): Promise<void> {
    const { event, payload } = fieldsOf(message);
    if (!context.presenceCalls.isWithin()) throw errors.tooManyPresenceCalls();
    if (event === 'untrack') {
      leave();
      socket.reply(message, 'ok', {});
      return;
    }
    if (event !== 'track') {
      socket.reply(message, 'error', { reason: 'Unknown presence event' });
      return;
    }
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      socket.reply(message, 'error', { reason: 'Presence track payload must be a map' });
      return;
    }
    const text = JSON.stringify(payload);
    if (text.length > Math.min(parts.limits.presenceBytes, parts.limits.payloadBytes))
      throw errors.trackTooLarge();
    if (!(await context.mayWrite('presence'))) {
      socket.reply(message, 'error', { reason: errors.unauthorizedWrite(context.topic.name).message });
      return;
    }
    if (text !== tracked) {
      const fields = payload as Record<string, unknown>;
      const outcome = parts.presence.track(context.topic, channelId, context.request.presence.key, fields);
      if (outcome === 'full') {
        socket.reply(message, 'error', { reason: 'Too many presences on this Channel topic' });
        return;
      }
      tracked = text;
    }
    socket.reply(message, 'ok', {});
    // A client that tracks itself wants to see the others, whatever its join said.
    if (context.request.presence.isEnabled) return;
    context.request.presence.isEnabled = true;
    if (context.readsPresence()) sendState();
  }

  function leave(): void {
    tracked = undefined;
    parts.presence.untrack(context.topic, channelId);
  }

  /** Removes a client that may no longer be shown. */
  async function checkRight(): Promise<void> {
    if (tracked !== undefined && !(await context.mayWrite('presence'))) leave();
  }

  return { handle, leave, sendState, checkRight };
}

function fieldsOf({ payload }: ClientMessage): { event: string; payload: unknown } {
  const value = payload.kind === 'json' ? payload.value : undefined;
  if (typeof value !== 'object' || value === null) return { event: '', payload: undefined };
  const { event, payload: own = {} } = value as Record<string, unknown>;
  return { event: typeof event === 'string' ? event.toLowerCase() : '', payload: own };
}
