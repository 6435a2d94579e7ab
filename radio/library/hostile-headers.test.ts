// Files of sound whose headers lie: each is rejected with a sentence for people, or read as far as it is true; none costs
// more than it holds.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdtsScanner, withAdtsHead } from '../audio/adts.ts';
import { createMp3Encoding } from '../audio/encode-mp3.ts';
import { createFrameScanner } from '../audio/frame-scanner.ts';
import { createLoudnessMeter, createShortTermMeter } from '../audio/loudness.ts';
import { viewOpusPackets } from '../audio/ogg.ts';
import { createWebmOpusDecoder } from '../audio/webm-opus.ts';
import { encode, tone, wavOf } from '../testing/sounds.ts';
import { convertFile } from './convert-file.ts';

let folder: string;
let m4a: Buffer;
let mp3: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-hostile-'));
  m4a = await readFile(new URL('../testing/tone.m4a', import.meta.url));
  mp3 = Buffer.concat(await encode(tone(1)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(bytes: Buffer) {
  const from = join(folder, 'hostile');
  await writeFile(from, bytes);
  return convertFile(from, `${from}.mp3`);
}

/** A copy with some bytes changed. */
function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

const wav = (change: (copy: Buffer) => void, seconds = 1) => changed(wavOf(tone(seconds)), change);
/** `at` counts from the name of a table in the index. */
const inTable = (name: string, at: number, value: number) =>
  changed(m4a, (copy) => void copy.writeUInt32BE(value, copy.indexOf(name) + at));
const id3 = (...size: number[]) => Buffer.from([...Buffer.from('ID3\x04\0\0', 'latin1'), ...size]);
const flacOf = (sampleRate: number) => {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  info.writeUInt32BE((sampleRate << 12) >>> 0, 10);
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info, Buffer.alloc(20_000, 0xff)]);
};

const CLEAR = /^[A-Z][^{}\n]*[a-z][^{}\n]*\.$/;

describe('a header that lies', () => {
  it.each<[string, () => Buffer, RegExp]>([
    ['a WAV of 0 Hz', () => wav((head) => head.writeUInt32LE(0, 24)), /0 Hz/],
    ['a WAV of 1 Hz', () => wav((head) => head.writeUInt32LE(1, 24)), /1 Hz/],
    ['a WAV of 4 Hz', () => wav((head) => head.writeUInt32LE(4, 24)), /4 Hz/],
    ['a WAV of 5,999 Hz', () => wav((head) => head.writeUInt32LE(5999, 24)), /5999 Hz/],
    ['a WAV of 4 GHz', () => wav((head) => head.writeUInt32LE(0xffffffff, 24)), /4294967295 Hz/],
    ['a WAV without channels', () => wav((head) => head.writeUInt16LE(0, 22)), /0 channels/],
    ['a WAV of 65,535 channels', () => wav((head) => head.writeUInt16LE(65_535, 22)), /65535 channels/],
    ['a WAV of 0 bit', () => wav((head) => head.writeUInt16LE(0, 34)), /not supported/],
    ['a WAV of 65,535 bit', () => wav((head) => head.writeUInt16LE(65_535, 34)), /not supported/],
    ['a WAV of 12 bit', () => wav((head) => head.writeUInt16LE(12, 34)), /not supported/],
    ['a WAV with a format of 4 GB', () => wav((head) => head.writeUInt32LE(0xffffffff, 16)), /no samples/],
    ['a WAV with a format of 2 bytes', () => wav((head) => head.writeUInt32LE(2, 16)), /sample format/],
    [
      'a WAV of chunk heads',
      () => Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(80_000)]),
      /no samples/,
    ],
    ['a WAV that is only a name', () => Buffer.from('RIFF'), /not a WAV/],
    ['an M4A with 4 billion packets', () => inTable('stsz', 12, 0xffffffff), /damaged|incomplete/],
    [
      'an M4A with 4 billion packets of one size',
      () =>
        changed(inTable('stsz', 8, 1), (copy) => copy.writeUInt32BE(0xffffffff, copy.indexOf('stsz') + 12)),
      /four hours/,
    ],
    ['an M4A with 4 billion chunks', () => inTable('stco', 8, 0xffffffff), /damaged|incomplete/],
    ['an M4A with 4 billion runs', () => inTable('stsc', 8, 0xffffffff), /damaged|incomplete/],
    ['an M4A with chunks behind its end', () => inTable('stco', 12, 0xfffffff0), /incomplete/],
    ['an M4A with a packet of 4 GB', () => inTable('stsz', 16, 0xffffffff), /incomplete/],
    ['an M4A with a packet of 9,000 bytes', () => inTable('stsz', 16, 9000), /damaged|incomplete/],
    ['an M4A whose index is 4 GB', () => inTable('moov', -4, 0xffffffff), /too large|incomplete|damaged/],
    ['an M4A whose index is 7 bytes', () => inTable('moov', -4, 7), /incomplete/],
    ['an M4A of empty boxes', () => Buffer.concat([m4a.subarray(0, 12), Buffer.alloc(80_000)]), /incomplete/],
    [
      'an M4A of boxes in boxes',
      () => {
        const depth = 20_000;
        const inside = Buffer.alloc(depth * 8);
        for (let i = 0; i < depth; i++) {
          inside.writeUInt32BE((depth - i) * 8, i * 8);
          inside.write('trak', i * 8 + 4);
        }
        const moov = Buffer.alloc(8);
        moov.writeUInt32BE(8 + inside.length);
        moov.write('moov', 4);
        return Buffer.concat([Buffer.from('0000000c667479704d344120', 'hex'), moov, inside]);
      },
      /no audio/,
    ],
    ['an M4A of 12 bytes', () => Buffer.from('0000000c667479704d344120', 'hex'), /incomplete/],
    ['a tag of 256 MB and nothing behind', () => id3(0x7f, 0x7f, 0x7f, 0x7f), /no audio|not supported/],
    ['a tag that covers the sound', () => Buffer.concat([id3(0x7f, 0x7f, 0x7f, 0x7f), mp3]), /no audio/],
    ['a FLAC of 1 Hz', () => flacOf(1), /no audio|Hz|decoded|damaged/],
    ['a FLAC of 0 Hz', () => flacOf(0), /no audio|Hz|decoded|damaged/],
    ['a FLAC that is only a name', () => Buffer.from('fLaC'), /no audio|decoded/],
    [
      'an Ogg of empty pages',
      () => Buffer.concat([Buffer.from('OggS\0\0OpusHead'), Buffer.alloc(9000)]),
      /no audio|decoded/,
    ],
    [
      'an Ogg with pages of 255 segments',
      () => Buffer.concat([Buffer.from('OggS\0\x02OpusHead'), Buffer.alloc(9000, 0xff)]),
      /no audio|decoded/,
    ],
    [
      'a WebM with a block of 8 petabytes',
      () => Buffer.from('1a45dfa3801853806701ffffffffffffffa301ffffffffffffff', 'hex'),
      /too long|no audio/,
    ],
    [
      'an ADTS head that says it is 0 long',
      () => Buffer.from('fff15080001ffc'.repeat(900), 'hex'),
      /no audio|decoded/,
    ],
    [
      'an ADTS head of rate 15',
      () => Buffer.from('fff17c80ffff'.repeat(900), 'hex'),
      /no audio|decoded|supported/,
    ],
  ])('%s is rejected with a sentence', async (_what, make, message) => {
    const error = await convert(make()).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.message).toMatch(message);
    expect(error?.message).toMatch(CLEAR);
  });

  it.each<[string, () => Buffer]>([
    ['a WAV with more samples than it has', () => wav((head) => head.writeUInt32LE(0xfffffff0, 40))],
    ['an M4A whose index goes to the end', () => inTable('moov', -4, 0)],
    ['a WAV of 384 kHz', () => wav((head) => head.writeUInt32LE(384_000, 24), 9)],
    ['a WAV of 6 kHz', () => wav((head) => head.writeUInt32LE(6000, 24))],
    [
      'an MP3 that says it lasts three hours',
      () => {
        const info = Buffer.from(mp3.subarray(0, 417)).fill(0, 4);
        info.write('Xing', 36);
        info.writeUInt32BE(1, 40);
        info.writeUInt32BE(413_437, 44);
        return Buffer.concat([info, mp3]);
      },
    ],
    [
      'an MP3 behind a tag with frames of 4 GB',
      () =>
        Buffer.concat([
          id3(0, 0, 0, 20),
          Buffer.from('APIC\xff\xff\xff\xff\0\0TIT2\xff\xff\xff\xff', 'latin1'),
          mp3,
        ]),
    ],
    [
      'an MP3 behind 1,000 empty tags',
      () => Buffer.concat([...Array.from({ length: 1000 }, () => id3(0, 0, 0, 0)), mp3]),
    ],
  ])('%s lasts as long as it sounds', async (_what, make) => {
    const { durationMs } = await convert(make());
    expect(durationMs).toBeGreaterThan(500);
    expect(durationMs).toBeLessThan(8000);
  });
});

describe('a stream that lies', () => {
  it.each([0, 1, 4, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12])(
    'of %d Hz is neither measured nor encoded',
    async (rate) => {
      expect(() => createLoudnessMeter(rate, 2)).toThrow(/sampling rate/);
      expect(() => createShortTermMeter(rate, 2)).toThrow(/sampling rate/);
      await expect(createMp3Encoding({ sampleRate: rate })).rejects.toThrow(/sampling rate/);
    },
  );

  it('holds no more than one frame or block of it', async () => {
    const scan = createFrameScanner();
    const adts = createAdtsScanner();
    const webm = await createWebmOpusDecoder();
    const noise = Buffer.alloc(65_536, 0xff);
    for (let i = 0; i < 20; i++) {
      expect(scan.push(noise)).toEqual([]);
      expect(adts(noise)).toEqual([]);
    }
    // A block of 60 kB of which nothing comes, then one that is too long.
    await webm.decode(Buffer.from('1a45dfa38018538067ff1f43b675ffa300ea60', 'hex')).catch(() => undefined);
    await expect(webm.decode(Buffer.from('a3ff'.repeat(80_000), 'hex'))).rejects.toThrow(/too long|damaged/);
    webm.free();
    expect(viewOpusPackets(Buffer.from(`4f676753${'ff'.repeat(2000)}`, 'hex'))).toEqual([]);
    expect(() => withAdtsHead(Buffer.alloc(9000), { profile: 2, rateIndex: 4, channels: 2 })).toThrow(
      /damaged/,
    );
  });
});
