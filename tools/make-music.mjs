// Makes the music of the sample station and the signal that plays when nothing else can (radio/demo).
// Run by hand (`npm run music`, or with slugs for some of it; it needs ffmpeg) when a score changes; its output is committed.
import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMp3Encoding } from '../radio/audio/encode-mp3.ts';
import { RATE } from './compose-music/instruments.ts';
import { makeTrack } from './compose-music/make-track.ts';
import { scores } from './compose-music/scores.ts';

const folder = new URL('../radio/demo/', import.meta.url);
const wanted = process.argv.slice(2);
// All of it stays below 6 MB.
const OPUS_BITRATE = '26k';

async function writeMp3(path, parts) {
  const encoding = await createMp3Encoding({ sampleRate: RATE });
  writeFileSync(
    path,
    Buffer.concat([...parts.flatMap((part) => encoding.encode(part)), ...encoding.finish()]),
  );
}

function writeOpus(path, parts) {
  const input = ['-f', 'f32le', '-ar', `${RATE}`, '-ac', '2', '-i', 'pipe:0'];
  const output = [
    '-c:a',
    'libopus',
    '-b:a',
    OPUS_BITRATE,
    '-vbr',
    'constrained',
    '-bitexact',
    '-map_metadata',
    '-1',
    path,
  ];
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output], { input: interleave(parts) });
}

function interleave(parts) {
  const samples = new Float32Array(2 * parts.reduce((sum, [left]) => sum + left.length, 0));
  let at = 0;
  for (const [left, right] of parts)
    for (let i = 0; i < left.length; i++) {
      samples[at++] = left[i];
      samples[at++] = right[i];
    }
  return Buffer.from(samples.buffer);
}

for (const [slug, score] of Object.entries(scores)) {
  if (wanted.length > 0 && !wanted.includes(slug)) continue;
  const parts = makeTrack(score);
  // The signal plays before anything can be decoded.
  const file = slug === 'interval' ? `${slug}.mp3` : `${slug}.opus`;
  const path = fileURLToPath(new URL(file, folder));
  if (slug === 'interval') await writeMp3(path, parts);
  else writeOpus(path, parts);
  console.log(`${file}  ${Math.round(statSync(path).size / 1024)} kB`);
}
