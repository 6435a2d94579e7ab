import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createChunkMaker } from '../audio/chunk.ts';
import { createAudience, type ListenerSession } from './audience.ts';
import { createHls } from './hls.ts';
import { ICY_INTERVAL_BYTES, icyBlock } from './icy-metadata.ts';
import { createMount } from './mount.ts';
import { streamHead } from './stream-head.ts';

const HEAD = Buffer.from('HEAD\r\n\r\n');

/** A frame header with a body that distinguishes frames; needs no earlier bytes. */
function frame(number: number): Uint8Array {
  const bytes = Buffer.alloc(417);
  bytes.set([0xff, 0xfb, 0x90, 0x00]);
  bytes.writeUInt32BE(number, 40);
  return bytes;
}

function tunedIn(number: number) {
  const chunks: Buffer[] = [];
  const socket = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { socket, bytes: () => Buffer.concat(chunks), chunks, number };
}

function stuck() {
  return new Writable({ write: () => undefined, highWaterMark: 1 });
}

function station(options: { turnsFrom?: number; turnCount?: number } = {}) {
  const mount = createMount({ monotonicMs: () => 0, ...options });
  const maker = createChunkMaker();
  let number = 0;
  const play = (count: number) => {
    const made = Array.from({ length: count }, () => frame(number++));
    mount.push(maker.make(made, 'air'));
  };
  return { mount, play };
}

/** The numbers of the frames in what a listener received. */
function receivedFrames(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = HEAD.length; at < bytes.length; at += 417) numbers.push(bytes.readUInt32BE(at + 40));
  return numbers;
}

const isRow = (numbers: number[]) =>
  numbers.every((value, i) => i === 0 || value === (numbers[i - 1] as number) + 1);

describe('the mount', () => {
  it('[RADIO-6] gives a newcomer the last 64 KiB at once and everything after it, in order', () => {
    const { mount, play } = station();
    for (let i = 0; i < 40; i++) play(6);
    const one = tunedIn(1);
    mount.join(one.socket, { head: HEAD, wantsIcy: false });
    expect(one.bytes().subarray(0, HEAD.length)).toEqual(HEAD);
    expect(one.bytes().length).toBeGreaterThan(60_000);
    expect(one.bytes().length).toBeLessThanOrEqual(65_536 + HEAD.length);
    for (let i = 0; i < 10; i++) play(6);
    expect(isRow(receivedFrames(one.bytes()))).toBe(true);
    expect(receivedFrames(one.bytes()).at(-1)).toBe(50 * 6 - 1);
  });

  it('[RADIO-7] hands the same bytes to all of them, not a copy each', () => {
    const { mount, play } = station();
    play(6);
    const listeners = [tunedIn(1), tunedIn(2)];
    for (const { socket } of listeners) mount.join(socket, { head: HEAD, wantsIcy: false });
    play(6);
    const [a, b] = listeners.map(({ chunks }) => chunks.at(-1));
    expect(a?.buffer).toBe(b?.buffer);
    expect(a?.byteOffset).toBe(b?.byteOffset);
  });

  it('[RADIO-7] drops who does not read, and nobody else notices', () => {
    const { mount, play } = station();
    play(6);
    const good = tunedIn(1);
    const bad = stuck();
    const reasons: string[] = [];
    mount.join(bad, { head: HEAD, wantsIcy: false, onLeave: (why) => reasons.push(why) });
    mount.join(good.socket, { head: HEAD, wantsIcy: false });
    let maxHeld = 0;
    for (let i = 0; i < 300; i++) {
      play(6);
      maxHeld = Math.max(maxHeld, bad.writableLength);
    }
    expect(reasons).toEqual(['too slow']);
    expect(bad.destroyed).toBe(true);
    expect(maxHeld).toBeLessThan(300_000);
    expect(mount.size).toBe(1);
    expect(isRow(receivedFrames(good.bytes()))).toBe(true);
    expect(receivedFrames(good.bytes())).toHaveLength(301 * 6);
  });

  it('serves many in turns: fewer writes, no frame lost, no player that runs out', () => {
    const { mount, play } = station({ turnsFrom: 10, turnCount: 10 });
    for (let i = 0; i < 100; i++) play(6);
    const listeners = Array.from({ length: 20 }, (_, number) => tunedIn(number));
    for (const { socket } of listeners) mount.join(socket, { head: HEAD, wantsIcy: false });
    const aheadOf = (one: ReturnType<typeof tunedIn>, ticks: number) =>
      receivedFrames(one.bytes()).length - ticks * 6;
    const burst = Math.floor(65_536 / 417 / 6) * 6;
    for (let i = 1; i <= 40; i++) {
      play(6);
      for (const [number, one] of listeners.entries())
        expect(aheadOf(one, i)).toBeGreaterThanOrEqual(number < 10 ? burst - 5 * 6 : burst);
    }
    for (const [number, one] of listeners.entries()) {
      expect(isRow(receivedFrames(one.bytes()))).toBe(true);
      expect(one.chunks.length).toBeLessThanOrEqual(number < 10 ? 2 + 8 + 2 : 2 + 4 + 1);
    }
  });

  it('lets a newcomer in between two groups of a turn, and loses no frame when the next tick comes meanwhile', async () => {
    const { mount, play } = station({ turnsFrom: 10, turnCount: 10 });
    play(6);
    const listeners = Array.from({ length: 1200 }, (_, number) => tunedIn(number));
    for (const { socket } of listeners) mount.join(socket, { head: HEAD, wantsIcy: false });
    const isServed = (one: ReturnType<typeof tunedIn>) => one.chunks.length > 2;
    play(6);
    expect(listeners.filter(isServed)).toHaveLength(50);
    const newcomer = tunedIn(1200);
    mount.join(newcomer.socket, { head: HEAD, wantsIcy: false });
    expect(receivedFrames(newcomer.bytes()).at(-1)).toBe(11);
    for (let i = 0; i < 20; i++) play(6);
    for (let group = 0; group < 3; group++) await new Promise((resolve) => setImmediate(resolve));
    for (const one of [...listeners, newcomer]) {
      expect(isRow(receivedFrames(one.bytes()))).toBe(true);
      expect(receivedFrames(one.bytes()).at(-1)).toBeGreaterThanOrEqual(11 * 6);
    }
  });

  it('[RADIO-8] puts a title after every 16,000 bytes, empty until it changes', () => {
    const { mount, play } = station();
    mount.announce('air', icyBlock("Ruth - It's late", 'http://studio.test'));
    play(40);
    const one = tunedIn(1);
    mount.join(one.socket, { head: Buffer.alloc(0), wantsIcy: true });
    for (let i = 0; i < 20; i++) play(6);
    mount.announce('air', icyBlock('Jonas - Post', ''));
    for (let i = 0; i < 20; i++) play(6);
    const titles: string[] = [];
    const sound: Buffer[] = [];
    const all = one.bytes();
    let at = 0;
    while (at + ICY_INTERVAL_BYTES < all.length) {
      sound.push(all.subarray(at, at + ICY_INTERVAL_BYTES));
      at += ICY_INTERVAL_BYTES;
      const length = (all[at] as number) * 16;
      titles.push(
        all
          .subarray(at + 1, at + 1 + length)
          .toString()
          .replaceAll('\0', ''),
      );
      at += 1 + length;
    }
    sound.push(all.subarray(at));
    expect(titles[0]).toBe("StreamTitle='Ruth - It’s late';StreamUrl='http://studio.test';");
    expect(titles.slice(1).filter(Boolean)).toEqual(["StreamTitle='Jonas - Post';StreamUrl='';"]);
    expect(isRow(receivedFrames(Buffer.concat([HEAD, ...sound])))).toBe(true);
  });

  it('a station’s name cannot write headers', () => {
    const head = streamHead(
      { name: 'onda\r\nset-cookie: a=b', description: '', genre: '', url: '' },
      { mount: 'mp3', wantsIcy: true },
    );
    expect(head.toString()).toContain('icy-name: onda set-cookie: a=b\r\n');
    expect(head.toString()).toContain('icy-metaint: 16000\r\n');
  });
});

describe('HLS', () => {
  it('[RADIO-9] cuts where the item changes, stamps each segment and keeps its number', () => {
    let now = 1_000_000_000_000;
    const hls = createHls({ wallMs: () => now });
    const air = (id: string) => ({ id, title: `title ${id}`, artist: 'someone' });
    for (let i = 0; i < 30; i++) {
      hls.push(
        Array.from({ length: 10 }, (_, n) => frame(n)),
        air(i < 16 ? 'a' : 'b'),
      );
      now += 261;
    }
    const playlist = hls.playlist('/radio/hls/') ?? '';
    const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, s]) => Number(s));
    expect(playlist).toMatch(
      /^#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:3\n#EXT-X-MEDIA-SEQUENCE:1000000000\n/,
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3);
    expect(lengths).toHaveLength(3);
    const second = hls.segment(1_000_000_001);
    const third = hls.segment(1_000_000_002);
    expect(second?.toString('latin1')).toContain('title a');
    expect(third?.toString('latin1')).toContain('title b');
    const stampAt = (bytes: Buffer | undefined) => (bytes?.indexOf('Timestamp\0') ?? 0) + 10;
    expect(second?.readBigUInt64BE(stampAt(second))).toBe(BigInt(Math.round(114 * 26.12244898 * 90)));
    expect(hls.segment(1)).toBeUndefined();
  });
});

describe('the audience', () => {
  it('[RADIO-10] counts a listener once, whichever way, and leaves out machines', () => {
    let now = 0;
    const left: ListenerSession[] = [];
    const audience = createAudience({ wallMs: () => now, onLeft: (session) => left.push(session) });
    const away = audience.joined({ mount: 'aac', address: '192.0.2.1', client: 'VLC' });
    audience.joined({ mount: 'mp3', address: '192.0.2.2', client: 'Googlebot/2.1' });
    audience.polled({ address: '192.0.2.3', client: 'AppleCoreMedia' });
    audience.polled({ address: '192.0.2.3', client: 'AppleCoreMedia' });
    expect(audience.current).toBe(2);
    expect(audience.onMount('aac')).toEqual({ current: 1, peak: 1 });
    now = 12_000;
    audience.polled({ address: '192.0.2.3', client: 'AppleCoreMedia' });
    away();
    away();
    now = 60_000;
    audience.sweep();
    expect(audience.current).toBe(0);
    expect(audience.peak).toBe(2);
    expect(left.map(({ way, seconds }) => [way, seconds])).toEqual([
      ['aac', 12],
      ['hls', 12],
    ]);
  });

  it.each([
    ['other names at every stream', (n: number) => `player ${n}`, 'mp3'],
    ['other names at every playlist', (n: number) => `player ${n}`, 'hls'],
    ['other names that look alike', (n: number) => `VLC/3.0.${n}`, 'aac'],
    ['one name', () => 'VLC', 'opus'],
    ['another address of its network each time', () => 'VLC', 'hls'],
  ] as const)('[RADIO-10] counts 1,000 from one network with %s as 60 at most', (_what, clientOf, way) => {
    let now = 0;
    const left: ListenerSession[] = [];
    const audience = createAudience({
      wallMs: () => now,
      onLeft: (session) => left.push(session),
      networkOf: (address) => address.split(':').slice(0, 4).join(':'),
    });
    const listen = (n: number) => {
      const listener = { address: `2001:db8:0:1::${n.toString(16)}`, client: clientOf(n) };
      if (way === 'hls') audience.polled(listener);
      else audience.joined({ ...listener, mount: way });
    };
    for (let again = 0; again < 3; again++) {
      for (let n = 0; n < 1000; n++) listen(n);
      now += 6000;
    }
    expect([audience.current, audience.peak, audience.joins]).toEqual([60, 60, 60]);
    audience.polled({ address: '2001:db8:0:2::1', client: 'VLC' });
    expect(audience.current).toBe(61);
    audience.close();
    expect(left.length).toBeLessThanOrEqual(60);
  });

  it('[RADIO-10] counts who connects again and again, under whatever name, as no more performances', () => {
    let now = 0;
    const audience = createAudience({ wallMs: () => now, onLeft: () => undefined });
    for (let n = 0; n < 1000; n++) {
      const leave = audience.joined({ mount: 'mp3', address: '192.0.2.1', client: `player ${n % 70}` });
      now += 6000;
      leave();
    }
    // Within ten minutes each name comes back once at least.
    expect(audience.joins).toBe(60);
    now += 86_400_000;
    audience.joined({ mount: 'mp3', address: '192.0.2.1', client: 'player 1' });
    expect(audience.joins).toBe(61);
  });

  it('knows country and show of a session, and continues a session of a day as another one', () => {
    let now = 0;
    const left: ListenerSession[] = [];
    const audience = createAudience({
      wallMs: () => now,
      onLeft: (session) => left.push(session),
      countryOf: (address) => (address === '192.0.2.1' ? 'PT' : null),
      currentShowId: () => (now === 0 ? 'early' : 'late'),
    });
    audience.joined({ mount: 'mp3', address: '192.0.2.1', client: 'VLC' });
    now = 4000;
    audience.joined({ mount: 'opus', address: '192.0.2.2', client: 'mpv' });
    // Who has listened for less than five seconds may be a player that only tries.
    now = 8000;
    expect(audience.sessions()).toMatchObject([{ country: 'PT', showId: 'early', seconds: 8 }]);
    now = 86_400_000;
    const [day] = audience.sessions();
    now += 60_000;
    const [next] = audience.sessions();
    expect(day).toMatchObject({ seconds: 86_400, isContinued: false });
    expect(next).toMatchObject({ seconds: 60, isContinued: true, startedAtMs: 86_400_000, showId: 'late' });
    expect([next?.id === day?.id, next?.visitor === day?.visitor]).toEqual([false, false]);
    audience.close();
    expect(left).toMatchObject([{ seconds: 60, country: 'PT' }]);
    expect([audience.current, audience.joins]).toEqual([0, 2]);
  });
});
