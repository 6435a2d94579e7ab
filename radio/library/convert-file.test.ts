import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { measureLoudness, TARGET_LUFS } from '../audio/level-sound.ts';
import { viewFrames } from '../audio/station-file.ts';
import { isStationFrame } from '../audio/station-format.ts';
import { createStreamDecoder } from '../audio/stream-decoder.ts';
import { tone, wavOf } from '../testing/sounds.ts';
import { convertFile } from './convert-file.ts';
import { measureTrack } from './measure-track.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onda-convert-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hasFfmpeg = !spawnSync('ffmpeg', ['-version']).error;

/** Two seconds of sound between one second of silence and another. */
function padded(): Float32Array {
  const samples = new Float32Array(4 * 44_100);
  samples.set(tone(2, { level: 0.1 }), 44_100);
  return samples;
}

function wavesIn(samples: Float32Array): number {
  return samples.filter((sample, i) => i > 0 && (samples[i - 1] as number) < 0 && sample >= 0).length;
}

async function convert(bytes: Buffer) {
  const [from, to] = [join(folder, 'in'), join(folder, 'out.mp3')];
  await writeFile(from, bytes);
  const done = await convertFile(from, to);
  return { done, frames: viewFrames(await readFile(to)) };
}

describe('converting', () => {
  it('[RADIO-5] trims silence, brings the loudness to -16 LUFS and makes station frames', async () => {
    const { done, frames } = await convert(wavOf(padded()));
    expect(done.durationMs).toBeGreaterThan(1990);
    expect(done.durationMs).toBeLessThan(2250);
    expect(frames.every(isStationFrame)).toBe(true);
    const decoder = await createStreamDecoder('mp3');
    const sound = await decoder.decode(Buffer.concat(frames));
    expect(sound).toBeDefined();
    if (sound) expect(measureLoudness(sound).integratedLufs).toBeCloseTo(TARGET_LUFS, 0);
    expect(done.gainDb).toBeCloseTo(TARGET_LUFS - done.loudnessLufs, 0);
    decoder.free();
    // The tone itself, 30 ms behind the trimmed start and as much later as encoder and decoder make it.
    expect(done.shape.cueInMs).toBeGreaterThanOrEqual(30);
    expect(done.shape.cueInMs).toBeLessThanOrEqual(60);
    expect(done.shape.cueOutMs).toBeGreaterThanOrEqual(2030);
    expect(done.shape.cueOutMs).toBeLessThan(2150);
    expect(await measureTrack(Buffer.concat(frames))).toMatchObject({
      cueInMs: expect.closeTo(done.shape.cueInMs, -1.7),
      cueOutMs: expect.closeTo(done.shape.cueOutMs, -1.7),
    });
  });

  it('[RADIO-5] lowers peaks for the loudness by at most 8 dB, and none passes -1 dB', async () => {
    const heard = async (level: number) => {
      const samples = tone(3, { level });
      for (let at = 22_050; at < samples.length; at += 22_050) samples.fill(0.9, at, at + 40);
      const { done, frames } = await convert(wavOf(samples));
      const decoder = await createStreamDecoder('mp3');
      const sound = await decoder.decode(Buffer.concat(frames));
      decoder.free();
      if (!sound) throw new Error('nothing decoded');
      return { gainDb: done.gainDb, ...measureLoudness(sound) };
    };
    // Some decibels above the ceiling without the limiter.
    const loud = await heard(0.1);
    expect(loud.integratedLufs).toBeGreaterThan(TARGET_LUFS - 1);
    expect(loud.gainDb).toBeGreaterThan(3);
    expect(loud.peak).toBeLessThan(1);
    const quiet = await heard(0.01);
    expect(quiet.gainDb).toBeCloseTo(8 - 1 - 20 * Math.log10(0.9), 0);
    expect(quiet.peak).toBeLessThan(1);
  });

  it.each([
    ['nothing', Buffer.from('this is a letter, not a song')],
    ['a WAV without samples', wavOf(new Float32Array(0))],
    ['silence', wavOf(new Float32Array(44_100))],
    ['a click', wavOf(tone(0.1))],
    ['a broken MP3', Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(300, 7)])],
  ])('rejects %s with a reason', async (_what, bytes) => {
    await expect(convert(bytes)).rejects.toThrow(/no audio|silent|shorter|not supported/i);
  });

  it.each([
    ['AAC', 'tone.aac', {}],
    ['M4A with tags', 'tone.m4a', { title: 'Maré', artist: 'Inês' }],
  ])('takes %s without any other program', async (_what, name, tags) => {
    const bytes = await readFile(new URL(`../testing/${name}`, import.meta.url));
    vi.stubEnv('PATH', '');
    const { done, frames } = await convert(bytes).finally(() => vi.unstubAllEnvs());
    expect(frames.every(isStationFrame)).toBe(true);
    expect(done.durationMs).toBeGreaterThan(1150);
    expect(done.durationMs).toBeLessThan(1400);
    expect(done.tags).toMatchObject(tags);
    const decoder = await createStreamDecoder('mp3');
    const sound = await decoder.decode(Buffer.concat(frames));
    decoder.free();
    // 500 Hz, as recorded: the number of waves must match.
    expect(wavesIn(sound?.channels[0]?.subarray(4410, 4410 + 44_100) ?? new Float32Array())).toBeCloseTo(
      500,
      -1,
    );
  });

  it('rejects an incomplete M4A and one with another codec, with a reason', async () => {
    const whole = await readFile(new URL('../testing/tone.m4a', import.meta.url));
    await expect(convert(whole.subarray(0, 3000))).rejects.toThrow(/incomplete/);
    const other = Buffer.from(whole);
    other.write('alac', other.indexOf('mp4a', other.indexOf('stsd')));
    vi.stubEnv('PATH', '');
    await expect(convert(other).finally(() => vi.unstubAllEnvs())).rejects.toThrow(/not plain AAC \(alac\)/);
  });

  it.skipIf(!hasFfmpeg).each([
    [
      'MP3 with tags and cover',
      'mp3',
      ['-c:a', 'libmp3lame', '-metadata', 'title=Maré', '-metadata', 'artist=Inês'],
    ],
    ['FLAC of 48 kHz', 'flac', ['-ar', '48000', '-metadata', 'title=Maré', '-metadata', 'artist=Inês']],
    ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis', '-metadata', 'title=Maré', '-metadata', 'artist=Inês']],
    ['Opus', 'opus', ['-c:a', 'libopus', '-metadata', 'title=Maré', '-metadata', 'artist=Inês']],
    ['M4A', 'm4a', ['-c:a', 'aac', '-metadata', 'title=Maré', '-metadata', 'artist=Inês']],
    ['mono AAC', 'aac', ['-c:a', 'aac', '-ac', '1']],
    ['WebM, as browsers record it', 'webm', ['-c:a', 'libopus']],
    ['WAV of 24 bit', 'wav', ['-c:a', 'pcm_s24le']],
  ])('takes %s (made by ffmpeg)', async (_what, extension, options) => {
    const wav = join(folder, 'source.wav');
    const path = join(folder, `made.${extension}`);
    await writeFile(wav, wavOf(padded()));
    expect(spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...options, path]).stderr.toString()).toBe(
      '',
    );
    const { done, frames } = await convert(await readFile(path));
    expect(frames.every(isStationFrame)).toBe(true);
    expect(done.durationMs).toBeGreaterThan(1950);
    expect(done.durationMs).toBeLessThan(2400);
    if (options.includes('title=Maré')) expect(done.tags).toMatchObject({ title: 'Maré', artist: 'Inês' });
  });
});
