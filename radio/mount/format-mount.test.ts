// The mounts as listeners get them, from a station whose tracks are real sound.
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { viewFrames } from '../audio/station-file.ts';
import type { Radio } from '../create-radio.ts';
import { encodePacketFile } from '../library/encode-packet-file.ts';
import type { Track } from '../schedule/programme.ts';
import { createDirectEncoder } from '../testing/direct-encoder.ts';
import { encode, music } from '../testing/sounds.ts';
import { createTestStation, programmeOf, type TestStation } from '../testing/station.ts';
import { initSegment } from './fmp4.ts';
import type { MountName } from './mount-facts.ts';

const hasFfmpeg = !spawnSync('ffmpeg', ['-version']).error;
const SECONDS = 8;
let station: TestStation;
let encoder: ReturnType<typeof createDirectEncoder>;

beforeEach(async () => {
  station = await createTestStation();
  encoder = createDirectEncoder();
});
afterEach(() => station.remove());

/** Made once for all tests: encoding takes longer than everything else here. */
const made = new Map<string, Promise<Buffer>>();
function once(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}
const mp3Of = (hz: number, seconds: number) =>
  once(`${hz} Hz, ${seconds} s`, async () => Buffer.concat(await encode(music(seconds, { hz }))));

async function addTrack(id: string, hz: number, isEncoded: boolean): Promise<Track> {
  const track = await station.addTrack(id, SECONDS, {
    cueInMs: 0,
    cueOutMs: SECONDS * 1000,
    title: `track ${id}`,
  });
  const mp3 = await mp3Of(hz, SECONDS);
  await writeFile(join(station.folder, 'tracks', track.file), mp3);
  for (const format of isEncoded ? (['aac', 'opus'] as const) : []) {
    const file = await once(`${hz} Hz, ${format}`, () => encodePacketFile(mp3, format));
    await writeFile(join(station.folder, 'tracks', `${id}.${format}`), file);
  }
  return track;
}

function listen(radio: Radio, mount: MountName, wantsIcy = false) {
  const received: Buffer[] = [];
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received.push(chunk);
      done();
    },
  });
  radio.join(socket, { mount, address: '192.0.2.1', client: 'VLC', wantsIcy });
  return {
    socket,
    body() {
      const all = Buffer.concat(received);
      return all.subarray(all.indexOf('\r\n\r\n') + 4);
    },
    head: () => Buffer.concat(received).toString('latin1').split('\r\n\r\n')[0] ?? '',
  };
}

async function pass(radio: Radio, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    station.clock.pass(250);
    radio.advance();
    await new Promise((resolve) => setTimeout(resolve, 2));
    await encoder.done();
  }
}

function decodedSeconds(bytes: Buffer, format: string): number {
  const { stdout, stderr } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', format, '-i', '-', '-f', 's16le', '-ac', '1', '-ar', '8000', '-'],
    { input: bytes, maxBuffer: 2 ** 28 },
  );
  expect(stderr.toString()).toBe('');
  return stdout.length / 16_000;
}

/** The types of the boxes, one after the other. */
function boxesOf(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}

async function openStation(isEncoded: boolean): Promise<Radio> {
  const radio = await station.open({ encoder, fallbackFrames: viewFrames(await mp3Of(500, 3)) });
  const tracks = [await addTrack('a', 220, isEncoded), await addTrack('b', 330, isEncoded)];
  await radio.refreshFiles();
  radio.setProgramme(programmeOf({ tracks }));
  radio.queue(['a', 'b']);
  radio.advance();
  await pass(radio, 1000);
  return radio;
}

describe('mounts in small formats', () => {
  it.skipIf(!hasFfmpeg)(
    '[RADIO-35] Opus at 96 kbit/s is there while the studio offers it, with twice the data of Opus at 48',
    async () => {
      const radio = await openStation(true);
      expect(radio.mountNames).toEqual(['mp3', 'aac', 'opus']);
      expect(radio.nowPlaying().streams).not.toHaveProperty('opus96');
      const { programme } = radio;
      radio.setProgramme({ ...programme, station: { ...programme.station, hasOpus96: true } });
      expect(radio.mountNames).toEqual(['mp3', 'aac', 'opus', 'opus96']);
      expect(radio.nowPlaying().streams.opus96).toMatch(/\/radio\/live\.opus96$/);
      const large = listen(radio, 'opus96');
      const small = listen(radio, 'opus');
      // Files and encoders are opened on the real clock.
      await expect
        .poll(async () => {
          await pass(radio, 250);
          return Math.min(large.body().length, small.body().length);
        })
        .toBeGreaterThan(0);
      await pass(radio, 6000);
      expect(large.head()).toContain('icy-br: 96');
      const seconds = decodedSeconds(large.body(), 'ogg');
      expect(seconds).toBeGreaterThan(6);
      expect((large.body().length * 8) / seconds / 96_000).toBeCloseTo(1, 0);
      expect(large.body().length / small.body().length).toBeGreaterThan(1.5);
      radio.setProgramme(programme);
      await expect.poll(() => large.socket.destroyed).toBe(true);
      expect(small.socket.destroyed).toBe(false);
    },
    60_000,
  );

  it('[RADIO-33] do nothing until someone listens, then begin with the last seconds, and stop again', async () => {
    const radio = await openStation(true);
    await pass(radio, 7000);
    const before = encoder.runs;
    const aac = listen(radio, 'aac', true);
    const opus = listen(radio, 'opus', true);
    await expect.poll(() => Math.min(aac.body().length, opus.body().length)).toBeGreaterThan(10_000);
    // Within the last ten seconds the interval signal may have played: no file holds it.
    expect(encoder.runs - before).toBeLessThanOrEqual(2);
    expect(aac.head()).toContain('content-type: audio/aac');
    expect(aac.head()).toContain('icy-metaint: 16000');
    expect(opus.head()).toContain('content-type: audio/ogg');
    expect(opus.head()).not.toContain('icy-metaint:');
    expect(opus.body().toString('latin1', 0, 4)).toBe('OggS');
    const runs = encoder.runs;
    await pass(radio, 6000);
    expect(encoder.runs).toBe(runs);
    expect(radio.listenersOf('opus')).toEqual({ current: 1, peak: 1 });
    expect(opus.body().toString('utf8')).toContain('TITLE=track b');
    expect(aac.body().toString('utf8')).toContain("StreamTitle='a - track a'");
    aac.socket.destroy();
    opus.socket.destroy();
    await pass(radio, 60_000);
    expect(station.left.map(({ way }) => way).sort()).toEqual(['aac', 'opus']);
    await radio.close();
  });

  it.skipIf(!hasFfmpeg)(
    '[RADIO-1] [RADIO-33] decode without an error over tracks, titles and sound that no file holds (needs ffmpeg)',
    async () => {
      const radio = await openStation(false);
      const aac = listen(radio, 'aac');
      const opus = listen(radio, 'opus');
      await pass(radio, 8000);
      radio.skip();
      await pass(radio, 3000);
      // 11 s and what a new listener gets at once, without what is held back.
      for (const [bytes, format] of [
        [aac.body(), 'aac'],
        [opus.body(), 'ogg'],
      ] as const) {
        const seconds = decodedSeconds(bytes, format);
        expect(seconds).toBeGreaterThan(11);
        expect(seconds).toBeLessThan(18);
      }
      await radio.close();
    },
    60_000,
  );

  it('[RADIO-9] [RADIO-33] are HLS segments on the same time as the MP3', async () => {
    const radio = await openStation(true);
    await pass(radio, 12_000);
    expect(await radio.hls.playlist('aac', '')).toBeDefined();
    await pass(radio, 9000);
    const stamps = async (name: 'mp3' | 'aac') => {
      const playlist = (await radio.hls.playlist(name, '')) ?? '';
      const numbers = [...playlist.matchAll(new RegExp(`^(\\d+)\\.${name}$`, 'gm'))].map(([, n]) =>
        Number(n),
      );
      return numbers.map((number) => {
        const bytes = radio.hls.segment(name, number) as Buffer;
        return { stamp: Number(bytes.readBigUInt64BE(bytes.indexOf('Timestamp\0') + 10)), bytes };
      });
    };
    const [mp3, aac] = [await stamps('mp3'), await stamps('aac')];
    expect(aac.length).toBeGreaterThan(2);
    // Where a title changes both cut, within a packet; all lie within the same seconds.
    expect(Math.abs((aac.at(-1)?.stamp ?? 0) - (mp3.at(-1)?.stamp ?? 0))).toBeLessThan(4 * 90_000);
    expect(aac[0]?.bytes.includes('TIT2')).toBe(true);
    await radio.close();
  });

  it('[RADIO-9] [RADIO-33] are fragments of MP4 that follow each other and decode (with ffmpeg)', async () => {
    const radio = await openStation(true);
    await pass(radio, 12_000);
    await radio.hls.playlist('m4s', '');
    await pass(radio, 9000);
    const playlist = (await radio.hls.playlist('m4s', '/hls/')) ?? '';
    expect(playlist).toContain('#EXT-X-MAP:URI="/hls/init.mp4"');
    const numbers = [...playlist.matchAll(/^\/hls\/(\d+)\.m4s$/gm)].map(([, n]) => Number(n));
    const fragments = numbers.map((number) => radio.hls.segment('m4s', number) as Buffer);
    expect(fragments.length).toBeGreaterThan(2);
    expect(boxesOf(initSegment())).toEqual(['ftyp', 'moov']);
    let endSamples: number | undefined;
    for (const bytes of fragments) {
      expect(boxesOf(bytes)).toEqual(['styp', 'emsg', 'moof', 'mdat']);
      expect(bytes.includes('TIT2')).toBe(true);
      const startSamples = Number(bytes.readBigUInt64BE(bytes.indexOf('tfdt') + 8));
      if (endSamples !== undefined) expect(startSamples).toBe(endSamples);
      endSamples = startSamples + bytes.readUInt32BE(bytes.indexOf('trun') + 8) * 1024;
    }
    if (hasFfmpeg) {
      const packets = fragments.reduce((sum, one) => sum + one.readUInt32BE(one.indexOf('trun') + 8), 0);
      const seconds = decodedSeconds(Buffer.concat([initSegment(), ...fragments]), 'mp4');
      expect(Math.abs(seconds - (packets * 1024) / 44_100)).toBeLessThan(0.1);
    }
    await radio.close();
  });
});
