import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { broadcastFrame, readBinaryFrame, readTextFrame, textFrame } from './frames.ts';
import { webSocketFrame } from './outgoing-frames.ts';

describe('frames of clients', () => {
  test('any text is a message or nothing, never a throw', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.array(fc.jsonValue(), { maxLength: 6 }).map((list) => JSON.stringify(list)),
      fc
        .dictionary(fc.constantFrom('topic', 'event', 'ref', 'join_ref', 'payload'), fc.jsonValue())
        .map((o) => JSON.stringify(o)),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('1.0.0' as const, '2.0.0' as const), (frame, version) => {
        const message = readTextFrame(frame, version);
        return (
          message === undefined || (typeof message.topic === 'string' && typeof message.event === 'string')
        );
      }),
    );
  });

  test('any bytes are a broadcast or nothing, never a throw', () => {
    const bytes = fc
      .tuple(fc.constantFrom(3, 0, 4), fc.uint8Array({ maxLength: 60 }))
      .map(([kind, rest]) => Buffer.from([kind, ...rest]));
    fc.assert(fc.property(bytes, (frame) => readBinaryFrame(frame) === undefined || frame[0] === 3));
  });

  test('a broadcast push is read into its parts', () => {
    const fields = ['1', '22', 'realtime:olá', 'evènt', '{"persist":true}'].map((text) => Buffer.from(text));
    const frame = Buffer.concat([
      Buffer.from([3, ...fields.map((field) => field.length), 1]),
      ...fields,
      Buffer.from('{"a":1}'),
    ]);
    expect(readBinaryFrame(frame)).toEqual({
      joinRef: '1',
      ref: '22',
      topic: 'realtime:olá',
      event: 'broadcast',
      payload: {
        kind: 'user',
        event: 'evènt',
        encoding: 'json',
        bytes: Buffer.from('{"a":1}'),
        meta: { persist: true },
      },
    });
  });
});

describe('frames for clients', () => {
  const broadcast = (event: string) =>
    ({ kind: 'user', event, encoding: 'json', bytes: Buffer.from('{"a":1}') }) as const;

  test('names that do not fit a byte of length travel as text', () => {
    expect(broadcastFrame('2.0.0', 'realtime:a', broadcast('x'))).toEqual(
      Buffer.concat([Buffer.from([4, 10, 1, 0, 1]), Buffer.from('realtime:ax{"a":1}')]),
    );
    const long = 'é'.repeat(200);
    expect(broadcastFrame('2.0.0', 'realtime:a', broadcast(long))).toBe(
      `[null,null,"realtime:a","broadcast",{"event":"${long}","payload":{"a":1},"type":"broadcast"}]`,
    );
  });

  test('the older protocol has objects and no bytes', () => {
    expect(broadcastFrame('1.0.0', 't', { ...broadcast('x'), encoding: 'binary' })).toBeUndefined();
    expect(textFrame('1.0.0', { topic: 't', event: 'e', ref: '1', payload: '{}' })).toBe(
      '{"ref":"1","topic":"t","event":"e","payload":{}}',
    );
  });

  test.each([0, 125, 126, 65_535, 65_536])('a WebSocket frame of %i bytes says its length', (bytes) => {
    const frame = webSocketFrame(Buffer.alloc(bytes, 7));
    const header = bytes < 126 ? 2 : bytes < 65_536 ? 4 : 10;
    expect(frame.length).toBe(header + bytes);
    const declared =
      header === 2 ? frame[1] : header === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
    expect(declared).toBe(bytes);
    expect(webSocketFrame('é')).toEqual(Buffer.from([0x81, 2, 0xc3, 0xa9]));
  });
});
