// The wire form of channel messages, both ways: protocol 1.0.0 (a JSON object) and 2.0.0 (a JSON array, and binary
// frames for broadcasts). Pure: a frame that cannot be read is undefined, never a throw.
import { parseJsonObject } from '#contracts/json-object.ts';

export type ProtocolVersion = '1.0.0' | '2.0.0';

/** A message of a client. */
export interface ClientMessage {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: ClientPayload;
}

type ClientPayload = { kind: 'json'; value: unknown } | UserBroadcast;

/** A broadcast as the binary frames carry it: its payload stays bytes from sender to receiver. */
export interface UserBroadcast {
  kind: 'user';
  event: string;
  encoding: 'json' | 'binary';
  bytes: Buffer;
  meta?: Record<string, unknown>;
}

const pushKind = 3;
const broadcastKind = 4;
const pushHeaderBytes = 7;
const maxFieldLength = 255;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function readTextFrame(text: string, version: ProtocolVersion): ClientMessage | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  const [joinRef, ref, topic, event, payload] =
    version === '2.0.0' ? (Array.isArray(frame) ? frame : []) : fieldsOf(frame);
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined;
  return {
    joinRef: refOf(joinRef),
    ref: refOf(ref),
    topic,
    event,
    payload: { kind: 'json', value: payload ?? {} },
  };
}

function fieldsOf(frame: unknown): unknown[] {
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return [];
  const { join_ref, ref, topic, event, payload } = frame as Record<string, unknown>;
  return [join_ref, ref, topic, event, payload];
}

function refOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A broadcast push, the only binary frame that clients send. */
export function readBinaryFrame(frame: Buffer): ClientMessage | undefined {
  if (frame.length < pushHeaderBytes || frame[0] !== pushKind) return undefined;
  const lengths = [frame[1], frame[2], frame[3], frame[4], frame[5]] as number[];
  let at = pushHeaderBytes;
  const fields: string[] = [];
  try {
    for (const length of lengths) {
      if (at + length > frame.length) return undefined;
      fields.push(decoder.decode(frame.subarray(at, at + length)));
      at += length;
    }
  } catch {
    return undefined;
  }
  const [joinRef, ref, topic = '', event = '', metadata = ''] = fields;
  const isJson = frame[6] === 1;
  if (!isJson && frame[6] !== 0) return undefined;
  const bytes = frame.subarray(at);
  if (isJson && !isJsonText(bytes)) return undefined;
  const meta = metadata === '' ? undefined : parseJsonObject(metadata);
  return {
    joinRef: refOf(joinRef),
    ref: refOf(ref),
    topic,
    event: 'broadcast',
    payload: {
      kind: 'user',
      event,
      encoding: isJson ? 'json' : 'binary',
      bytes,
      ...(meta ? { meta } : {}),
    },
  };
}

// Other clients parse what is passed on: invalid JSON would break them, not the sender.
function isJsonText(bytes: Buffer): boolean {
  try {
    JSON.parse(decoder.decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** A text frame whose payload is JSON already. */
export function textFrame(
  version: ProtocolVersion,
  message: { joinRef?: string | null; ref?: string | null; topic: string; event: string; payload: string },
): string {
  const topic = JSON.stringify(message.topic);
  const event = JSON.stringify(message.event);
  const ref = JSON.stringify(message.ref ?? null);
  if (version === '1.0.0') {
    return `{"ref":${ref},"topic":${topic},"event":${event},"payload":${message.payload}}`;
  }
  return `[${JSON.stringify(message.joinRef ?? null)},${ref},${topic},${event},${message.payload}]`;
}

/** A broadcast for receivers, in the form their protocol has for it; undefined where it has none. */
export function broadcastFrame(
  version: ProtocolVersion,
  topic: string,
  broadcast: UserBroadcast,
): string | Buffer | undefined {
  if (version === '2.0.0') {
    const binary = binaryBroadcast(topic, broadcast);
    if (binary) return binary;
  }
  if (broadcast.encoding === 'binary') return undefined;
  return textFrame(version, { topic, event: 'broadcast', payload: envelopeOf(broadcast) });
}

/** The JSON that receivers see as the message. */
function envelopeOf({ event, bytes, meta }: UserBroadcast): string {
  const tail = meta ? `,"meta":${JSON.stringify(meta)}` : '';
  return `{"event":${JSON.stringify(event)},"payload":${bytes.toString('utf8')},"type":"broadcast"${tail}}`;
}

function binaryBroadcast(topic: string, { event, encoding, bytes, meta }: UserBroadcast): Buffer | undefined {
  const fields = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text));
  // Each length is one byte; longer names are sent as text.
  if (fields.some((field) => field.length > maxFieldLength)) return undefined;
  const header = [broadcastKind, ...fields.map((field) => field.length), encoding === 'json' ? 1 : 0];
  return Buffer.concat([Buffer.from(header), ...fields, bytes]);
}
