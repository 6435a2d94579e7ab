// The format of broadcasts between processes.
import type { BroadcastMessage } from '../hub/hub.ts';

export function wireOfBroadcast(message: BroadcastMessage): Record<string, unknown> {
  if (message.kind === 'envelope') return { json: message.json };
  const { event, encoding, bytes, meta } = message;
  const body = encoding === 'json' ? { text: bytes.toString('utf8') } : { base64: bytes.toString('base64') };
  return { event, ...body, ...(meta ? { meta } : {}) };
}

export function broadcastOfWire(value: unknown): BroadcastMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { json, event, text, base64, meta } = value as Record<string, unknown>;
  if (typeof json === 'string') return { kind: 'envelope', json };
  if (typeof event !== 'string') return undefined;
  const body =
    typeof base64 === 'string'
      ? { encoding: 'binary' as const, bytes: Buffer.from(base64, 'base64') }
      : { encoding: 'json' as const, bytes: Buffer.from(String(text)) };
  return { kind: 'user', event, ...body, ...(meta ? { meta: meta as Record<string, unknown> } : {}) };
}
