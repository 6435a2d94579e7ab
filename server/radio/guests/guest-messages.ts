// Reads what browsers of guests and hosts send. Anything unknown is undefined and left out.
import * as v from 'valibot';
import {
  CODECS,
  type FromGuest,
  type FromHost,
  MAX_GUEST_NAME,
  MAX_GUESTS,
} from '#contracts/radio-guests.ts';
import { cleanText } from '#radio/live/clean-title.ts';

const decodes = v.pipe(v.array(v.picklist(CODECS)), v.maxLength(CODECS.length));
const seat = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_GUESTS - 1));
const sentAt = v.pipe(v.number(), v.finite());
const shortText = v.pipe(v.string(), v.maxLength(64));

const fromGuest = v.variant('type', [
  v.object({
    type: v.literal('join'),
    token: shortText,
    key: v.pipe(shortText, v.minLength(16)),
    name: v.pipe(
      v.string(),
      v.transform((name) => cleanText(name, MAX_GUEST_NAME)),
    ),
    decodes,
  }),
  v.object({ type: v.literal('pong'), sentAt }),
  v.object({ type: v.literal('leave') }),
]);

const fromHost = v.variant('type', [
  v.object({ type: v.literal('hello'), decodes }),
  v.object({ type: v.literal('invite') }),
  v.object({ type: v.literal('revoke'), id: shortText }),
  v.object({ type: v.literal('remove'), seat }),
  v.object({ type: v.literal('mute'), seat, isMuted: v.boolean() }),
  v.object({ type: v.literal('talkback'), isOn: v.boolean() }),
  v.object({ type: v.literal('ping'), seat, sentAt }),
  v.object({ type: v.literal('end') }),
]);

export const readFromGuest = (data: Buffer): FromGuest | undefined => read(fromGuest, data);
export const readFromHost = (data: Buffer): FromHost | undefined => read(fromHost, data);

function read<Message>(schema: v.GenericSchema<unknown, Message>, data: Buffer): Message | undefined {
  let given: unknown;
  try {
    given = JSON.parse(data.toString());
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(schema, given);
  return parsed.success ? parsed.output : undefined;
}
