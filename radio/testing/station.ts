// A station on the test's own clock, with tracks that consist only of frames.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AirItem } from '#contracts/radio.ts';
import { createRadio, type Radio } from '../create-radio.ts';
import type { ListenerSession } from '../mount/audience.ts';
import type { RadioOptions } from '../radio-options.ts';
import { emptyProgramme, type Programme, type Track } from '../schedule/programme.ts';
import { englishText } from '../station-text.ts';

/** A frame of the station's format with meaningless sound in it; reaches back nowhere. */
export function plainFrame(): Uint8Array {
  const bytes = new Uint8Array(417);
  bytes.fill(0x55);
  bytes.set([0xff, 0xfb, 0x90, 0x00, 0, 0]);
  return bytes;
}

export function frames(count: number): Uint8Array[] {
  return Array.from({ length: count }, plainFrame);
}

interface TestClock {
  monotonicMs(): number;
  wallMs(): number;
  pass(ms: number): void;
}

function createTestClock(startMs: number): TestClock {
  let passed = 0;
  return {
    monotonicMs: () => passed,
    wallMs: () => startMs + passed,
    pass: (ms) => {
      passed += ms;
    },
  };
}

export interface TestStation {
  folder: string;
  clock: TestClock;
  aired: AirItem[];
  left: ListenerSession[];
  alarms: string[];
  granted: string[];
  played: { airId: string; performances: number }[];
  open(rest?: Partial<RadioOptions>): Promise<Radio>;
  addTrack(id: string, seconds: number, rest?: Partial<Track>): Promise<Track>;
  remove(): Promise<void>;
}

export async function createTestStation(startMs = Date.parse('2026-11-15T12:00:00Z')): Promise<TestStation> {
  const folder = await mkdtemp(join(tmpdir(), 'onda-station-'));
  await mkdir(join(folder, 'tracks'));
  const clock = createTestClock(startMs);
  const station: TestStation = {
    folder,
    clock,
    aired: [],
    left: [],
    alarms: [],
    granted: [],
    played: [],
    open: (rest) =>
      createRadio({
        folder,
        siteUrl: 'http://studio.test',
        fallbackFrames: frames(100),
        clock,
        chance: luck(),
        stationLog: {
          aired: (air) => station.aired.push(air),
          played: (airId, performances) => station.played.push({ airId, performances }),
          requestGranted: (id) => station.granted.push(id),
          listenerLeft: (session) => station.left.push(session),
          alarm: (alarm) => station.alarms.push(englishText(alarm)),
        },
        ...rest,
      }),
    async addTrack(id, seconds, rest = {}) {
      const file = `${id}.mp3`;
      const count = Math.round((seconds * 44_100) / 1152);
      const bytes = plainFrame();
      await writeFile(join(folder, 'tracks', file), Buffer.alloc(count * bytes.length, bytes));
      return {
        id,
        kind: 'music',
        title: id,
        artist: id,
        album: '',
        durationMs: seconds * 1000,
        cueInMs: 0,
        cueOutMs: seconds * 1000,
        file,
        cover: null,
        ...rest,
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  return station;
}

export function programmeOf(rest: Partial<Programme>): Programme {
  return { ...emptyProgramme, station: { name: 'onda', description: '', zone: 'Europe/Lisbon' }, ...rest };
}

/** The same random numbers in every run. */
function luck(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
