import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readM4a } from '../library/read-m4a.ts';
import { openSoundFile } from '../library/sound-file.ts';
import { createAdtsScanner } from './adts.ts';
import { createStreamDecoder, recogniseStream } from './stream-decoder.ts';

const fixture = (name: string) => readFile(new URL(`../testing/${name}`, import.meta.url));

async function decode(bytes: Uint8Array, trackBytes: number): Promise<Float32Array> {
  const decoder = await createStreamDecoder('aac');
  const blocks: Float32Array[] = [];
  for (let at = 0; at < bytes.length; at += trackBytes) {
    const sound = await decoder.decode(bytes.subarray(at, at + trackBytes));
    if (sound) blocks.push(sound.channels[0] as Float32Array);
  }
  const last = await decoder.flush();
  if (last) blocks.push(last.channels[0] as Float32Array);
  decoder.free();
  return Float32Array.from(blocks.flatMap((block) => [...block]));
}

describe('AAC', () => {
  it('decodes the same in chunks of any size', async () => {
    const bytes = await fixture('tone.aac');
    const [whole, chunked] = [await decode(bytes, bytes.length), await decode(bytes, 700)];
    expect(chunked.length).toBe(whole.length);
    expect(whole.length).toBe(createAdtsScanner()(bytes).length * 1024);
    const apart = whole.reduce(
      (max, sample, i) => Math.max(max, Math.abs(sample - (chunked[i] as number))),
      0,
    );
    expect(apart).toBeLessThan(1e-4);
  });

  it('a stream that begins in mid-frame, or behind a tag, is found', async () => {
    const bytes = await fixture('tone.aac');
    const frames = createAdtsScanner()(bytes);
    expect(createAdtsScanner()(bytes.subarray(10))).toHaveLength(frames.length - 1);
    const scan = createAdtsScanner();
    expect([...bytes].flatMap((byte) => scan(Uint8Array.of(byte)))).toHaveLength(frames.length);
    expect(recogniseStream(bytes)).toBe('aac');
    expect(recogniseStream(Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x04abcd', 'latin1'), bytes]))).toBe(
      'aac',
    );
  });

  it('the packets of an M4A are a stream of the same kind', async () => {
    const whole = openSoundFile(fileURLToPath(new URL('../testing/tone.m4a', import.meta.url)));
    onTestFinished(whole.close);
    const file = readM4a(whole);
    if (file.codec !== 'aac') throw new Error(file.name);
    const packets = [...file.packets];
    const frames = createAdtsScanner()(Buffer.concat(packets));
    expect(frames.map((frame) => frame.length)).toEqual(packets.map((packet) => packet.length));
    expect(frames.length).toBeGreaterThan(50);
  });
});
