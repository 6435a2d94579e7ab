// A live show sent by ffmpeg to the source port, and what listeners get of it over https: as MP3, as HLS, and its title by
// server-sent events. The show is a tone, so that it is clear whether the show or the programme is on air.
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NowPlaying } from '#contracts/radio.ts';
import { runToEnd } from '../web/programs.ts';

export interface LiveShow {
  url: string;
  sourcePort: number;
  folder: string;
  password: string;
  /** The source port takes TLS. */
  isTls: boolean;
  root: string;
}

const TONE_HZ = 1234;
const RATE = 44_100;
/** Samples that are looked at together, and how many of these in a row are the tone. */
const WINDOW = RATE / 2;
const WINDOWS_IN_A_ROW = 4;
const LIMIT_MS = 90_000;

/** Seconds from the start of ffmpeg until each kind of listener has the show. */
export async function broadcastLive(show: LiveShow): Promise<[string, number][]> {
  const [file, rootFile] = [join(show.folder, 'show.mp3'), join(show.folder, 'root.pem')];
  await writeFile(rootFile, show.root);
  await runToEnd({
    name: 'ffmpeg',
    command: 'ffmpeg',
    parameters: split(`-v error -f lavfi -i sine=frequency=${TONE_HZ}:duration=120 -b:a 128k ${file}`),
    limitMs: LIMIT_MS,
  });
  const running: ChildProcess[] = [];
  const stopping = new AbortController();
  const limit = setTimeout(() => stopping.abort(new Error('The show was not received in time.')), LIMIT_MS);
  const listen = (path: string) => {
    const input = `-v fatal -tls_verify 1 -ca_file ${rootFile} -i ${show.url}${path}`;
    const child = spawn('ffmpeg', split(`${input} -f s16le -ac 1 -ar ${RATE} -`), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    return untilTone(child, stopping.signal);
  };
  try {
    const mp3 = listen('/radio/live.mp3');
    const hls = listen('/radio/live.m3u8');
    const title = untilLive(show.url, stopping.signal);
    await Promise.all([mp3.hasSound, hls.hasSound, title.isOpen]);
    const beganMs = performance.now();
    const since = (ended: Promise<void>) => ended.then(() => (performance.now() - beganMs) / 1000);
    // The command of the guide.
    const target = `icecast://source:${show.password}@localhost:${show.sourcePort}/live`;
    const source = spawn(
      'ffmpeg',
      split(
        `-v error -re -i ${file} -c:a libmp3lame -b:a 128k -f mp3 -content_type audio/mpeg ${show.isTls ? '-tls 1 ' : ''}${target}`,
      ),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    running.push(source);
    const seconds = await Promise.all([since(title.hasShow), since(mp3.hasTone), since(hls.hasTone)]);
    return [
      ['live show by ffmpeg: in the now-playing events', seconds[0]],
      ['two seconds of it received, /radio/live.mp3', seconds[1]],
      ['two seconds of it received, /radio/live.m3u8', seconds[2]],
    ];
  } finally {
    clearTimeout(limit);
    stopping.abort(new Error('The show is over.'));
    for (const child of running) child.kill('SIGKILL');
  }
}

const split = (line: string) => line.split(' ');

function untilTone(child: ChildProcess, signal: AbortSignal) {
  const [sound, tone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let rest = Buffer.alloc(0);
  let inARow = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    sound.resolve();
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= WINDOW * 2) {
      inARow = isTone(rest) ? inARow + 1 : 0;
      rest = rest.subarray(WINDOW * 2);
      if (inARow === WINDOWS_IN_A_ROW) tone.resolve();
    }
  });
  const fail = (error: Error) => {
    sound.reject(error);
    tone.reject(error);
  };
  child.once('error', fail);
  child.once('exit', () => fail(new Error('ffmpeg ended before it received the show.')));
  signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  // The waiting caller gets the error; a listener nobody waits for any more is no error.
  for (const { promise } of [sound, tone]) promise.catch(() => undefined);
  return { hasSound: sound.promise, hasTone: tone.promise };
}

/** A sine goes through zero twice in each period, and nothing else of this strength does so as often. */
function isTone(samples: Buffer): boolean {
  let crossings = 0;
  let peak = 0;
  for (let at = 1; at < WINDOW; at += 1) {
    const [before, now] = [samples.readInt16LE((at - 1) * 2), samples.readInt16LE(at * 2)];
    if (before < 0 !== now < 0) crossings += 1;
    peak = Math.max(peak, Math.abs(now));
  }
  const expected = (2 * TONE_HZ * WINDOW) / RATE;
  return peak > 500 && Math.abs(crossings - expected) < expected * 0.02;
}

function untilLive(url: string, signal: AbortSignal) {
  const open = Promise.withResolvers<void>();
  const hasShow = (async () => {
    const response = await fetch(`${url}/api/radio/events`, { signal });
    let text = '';
    for await (const chunk of response.body ?? []) {
      open.resolve();
      text += Buffer.from(chunk).toString('utf8');
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data && (JSON.parse(data) as NowPlaying).isLive) return;
      }
    }
    throw new Error('The now-playing events ended.');
  })();
  hasShow.catch(open.reject);
  return { isOpen: open.promise, hasShow };
}
