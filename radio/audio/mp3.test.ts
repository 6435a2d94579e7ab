import { beforeAll, describe, expect, it } from 'vitest';
import { createMp3Encoding } from './encode-mp3.ts';
import { createFrameScanner } from './frame-scanner.ts';
import { isEmptyFrame, readFrameHeader, reservoirBytes } from './mp3-frame.ts';
import { leadFrames, neededReservoir } from './splice.ts';
import { viewFrames } from './station-file.ts';
import { isStationFrame, STATION } from './station-format.ts';

const SECONDS = 4;
let frames: Uint8Array[];

beforeAll(async () => {
  const left = new Float32Array(44_100 * SECONDS);
  const right = left.map((_, i) => 0.3 * Math.sin(i * 0.02));
  for (let i = 0; i < left.length; i++) left[i] = 0.3 * Math.sin(i * 0.03 + 3 * Math.sin(i * 0.0001));
  const encoding = await createMp3Encoding({ sampleRate: 44_100 });
  frames = [...encoding.encode([left, right]), ...encoding.finish()];
});

describe('frames', () => {
  it('[RADIO-1] are all of the station’s format', () => {
    expect(frames.length).toBeGreaterThan((SECONDS * 44_100) / STATION.samplesPerFrame);
    expect(frames.every(isStationFrame)).toBe(true);
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    expect(bytes / ((frames.length * STATION.samplesPerFrame) / STATION.sampleRate)).toBeCloseTo(16_000, -2);
  });

  it.each([1, 7, 100, 1000, 100_000])(
    'are found in chunks of %i bytes, behind a tag and past noise',
    (size) => {
      const tag = Buffer.concat([
        Buffer.from('ID3\x04\0\0', 'latin1'),
        Buffer.from([0, 0, 1, 0]),
        Buffer.alloc(128, 0xff),
      ]);
      const noise = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
      const all = Buffer.concat([tag, noise, ...frames.slice(0, 40)]);
      const scanner = createFrameScanner();
      const found: Uint8Array[] = [];
      for (let at = 0; at < all.length; at += size) found.push(...scanner.push(all.subarray(at, at + size)));
      found.push(...scanner.flush());
      expect(Buffer.concat(found).equals(Buffer.concat(frames.slice(0, 40)))).toBe(true);
      expect(scanner.skippedBytes).toBe(noise.length);
    },
  );

  it('of a file are views on it, and a cut file ends with its last whole frame', () => {
    const file = Buffer.concat(frames);
    expect(viewFrames(file)).toHaveLength(frames.length);
    expect(viewFrames(file)[5]?.buffer).toBe(file.buffer);
    expect(viewFrames(file.subarray(0, file.length - 1))).toHaveLength(frames.length - 1);
  });

  it('of digital silence are known without decoding', async () => {
    const encoding = await createMp3Encoding({ sampleRate: 48_000 });
    const silence = [
      ...encoding.encode([new Float32Array(48_000), new Float32Array(48_000)]),
      ...encoding.finish(),
    ];
    expect(silence.every(isEmptyFrame)).toBe(true);
    expect(frames.slice(4, -4).some(isEmptyFrame)).toBe(false);
  });

  it('that are invalid are rejected', () => {
    for (const bytes of [
      [],
      [0xff],
      [0xff, 0xfb, 0xf0, 0],
      [0xff, 0xfb, 0x9c, 0],
      [0xff, 0xe9, 0x90, 0],
      [1, 2, 3, 4],
    ]) {
      expect(readFrameHeader(Uint8Array.from(bytes))).toBeUndefined();
    }
  });
});

describe('cutting without decoding', () => {
  it('[RADIO-6] a listener who joins in the middle gets what the first frame needs', () => {
    const at = frames.findIndex((frame, index) => index > 20 && reservoirBytes(frame) > 0);
    const before = frames.slice(at - 3, at);
    const needed = neededReservoir(frames[at] as Uint8Array, before);
    expect(needed).toHaveLength(reservoirBytes(frames[at] as Uint8Array));
    const leads = leadFrames(frames[at] as Uint8Array, before);
    expect(leads.length).toBeGreaterThan(0);
    for (const lead of leads) {
      expect(isStationFrame(lead)).toBe(true);
      expect(isEmptyFrame(lead)).toBe(true);
    }
    const scanner = createFrameScanner();
    const joined = scanner.push(Buffer.concat([...leads, ...frames.slice(at)]));
    expect([...joined, ...scanner.flush()]).toHaveLength(leads.length + frames.length - at);
    expect(neededReservoir(frames[at] as Uint8Array, leads)).toEqual(needed);
  });
});
