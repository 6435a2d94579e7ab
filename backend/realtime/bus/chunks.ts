// Messages between processes as PostgreSQL notifications, which hold 8000 bytes: longer ones are split and joined
// again. Plain ASCII, so that a split never divides a character. Each is signed with a key that is not in the database: there,
// anyone who can run a statement can notify.
import { createHmac, timingSafeEqual } from 'node:crypto';

const chunkCharacters = 7_600;
const maxCharacters = 64_000_000;

export type BusKey = Buffer;

export function createBusKey(secret: string): BusKey {
  return createHmac('sha256', secret).update('realtime bus').digest();
}

/** The notifications of one message: `<signature>/<node>/<number>/<index>/<count>:<part>`. */
export function cutMessage(key: BusKey, node: string, number: number, message: unknown): string[] {
  const text = JSON.stringify(message).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const count = Math.max(1, Math.ceil(text.length / chunkCharacters));
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * chunkCharacters, (index + 1) * chunkCharacters);
    const signed = `${node}/${number}/${index}/${count}:${part}`;
    return `${sign(key, signed)}/${signed}`;
  });
}

/** A reader of notifications: gives a message with the notification that completes it. */
export function createMessageJoiner(
  key: BusKey,
): (notification: string) => { node: string; message: unknown } | undefined {
  // The parts of a message leave in one transaction, so those of one process never mix.
  const begun = new Map<string, { number: string; parts: string[]; characters: number }>();
  return (given) => {
    const notification = given.slice(given.indexOf('/') + 1);
    if (!isSigned(key, given, notification)) return undefined;
    const colon = notification.indexOf(':');
    const [node = '', number = '', index, count] = notification.slice(0, colon).split('/');
    const part = notification.slice(colon + 1);
    if (count === '1') return { node, message: read(part) };
    const known = begun.get(node);
    const current = known?.number === number ? known : { number, parts: [], characters: 0 };
    begun.set(node, current);
    if (Number(index) !== current.parts.length || current.characters > maxCharacters) {
      begun.delete(node);
      return undefined;
    }
    current.parts.push(part);
    current.characters += part.length;
    if (current.parts.length < Number(count)) return undefined;
    begun.delete(node);
    return { node, message: read(current.parts.join('')) };
  };
}

function sign(key: BusKey, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

function isSigned(key: BusKey, given: string, notification: string): boolean {
  const signature = Buffer.from(given.slice(0, given.length - notification.length - 1));
  const expected = Buffer.from(sign(key, notification));
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
