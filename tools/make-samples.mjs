// Makes the pictures and sounds of the sample studio: draws them, and writes what the studio is filled with.
// Run by hand (`npm run samples`, or with slugs for some of them) when a drawing changes; its output is committed.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { Blob, Face, Font, Buffer as Run, shape, Variation } from 'harfbuzzjs';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import { createMp3Encoder } from 'wasm-media-encoders';
import { dominantColour } from '../app/features/media/dominant-colour.ts';
import { SAMPLE_RATE } from './draw-samples/sound/piece.ts';
import { makePiece, PIECES } from './draw-samples/sound/pieces.ts';
import { samplePictures } from './sample-pictures.ts';

const root = new URL('..', import.meta.url);
const folder = new URL('supabase/samples/', root);
const wanted = process.argv.slice(2);
const isWanted = (slug) => wanted.length === 0 || wanted.includes(slug);
const MP3_KBIT = 40;
// The texts are written by hand; sizes and colours are written here.
const samples = JSON.parse(readFileSync(new URL('samples.json', folder), 'utf8'));

const faces = {
  display: await openFace('georama', -25),
  text: await openFace('radio-canada', 0),
};

/** Fontsource splits a family by alphabet; the Latin file has every letter that is set here. */
async function openFace(name, tracking) {
  const path = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wdth-normal.woff2`;
  const letters = Array.from({ length: 0x180 - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
  const sfnt = await subsetFont(readFileSync(new URL(path, root)), `${letters}–‘’“”…×`, {
    targetFormat: 'sfnt',
  });
  const bytes = sfnt.buffer.slice(sfnt.byteOffset, sfnt.byteOffset + sfnt.byteLength);
  return { face: new Face(new Blob(bytes)), tracking };
}

function setText(text, { width, weight }, name = 'display') {
  const { face, tracking } = faces[name];
  const font = new Font(face);
  font.setVariations([new Variation('wght', weight), new Variation('wdth', width)]);
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  const scale = 1000 / face.upem;
  let x = 0;
  let d = '';
  for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of run.getGlyphInfosAndPositions()) {
    d += font.glyphToPath(codepoint).replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, px, py) => {
      const at = [(Number(px) + xOffset) * scale + x, (Number(py) + yOffset) * scale];
      return at.map((value) => Math.round(value * 10) / 10).join(' ');
    });
    x += xAdvance * scale + tracking;
  }
  return { d, width: x - tracking };
}

/** Flat drawings are smaller and sharper without loss, halftones with it. */
async function encode(drawn) {
  const flat = await sharp(drawn).png({ palette: true, colours: 24, dither: 0 }).toBuffer();
  const exact = await sharp(flat).webp({ lossless: true, effort: 6 }).toBuffer();
  const lossy = await sharp(drawn).avif({ quality: 45, effort: 4 }).toBuffer();
  return exact.length < lossy.length
    ? { bytes: exact, extension: 'webp' }
    : { bytes: lossy, extension: 'avif' };
}

async function writePicture(slug, draw) {
  const { svg, width, height } = draw(setText);
  const drawn = await sharp(Buffer.from(svg), { limitInputPixels: 50_000_000, unlimited: true })
    .png()
    .toBuffer();
  const { bytes, extension } = await encode(drawn);
  const file = `${slug}.${extension}`;
  writeFileSync(new URL(file, folder), bytes);
  const pixels = await sharp(bytes).resize(48, 48, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
  Object.assign(samples[slug], { file, width, height, colour: dominantColour(pixels) });
  return file;
}

async function writeSound(slug) {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: MP3_KBIT });
  const first = encoder.encode([makePiece(slug).samples]).slice();
  const rest = encoder.finalize().slice();
  writeFileSync(new URL(`${slug}.mp3`, folder), Buffer.concat([first, rest]));
}

let bytes = 0;
const report = (name) => {
  const { size } = statSync(new URL(name, folder));
  bytes += size;
  console.log(`${name}  ${Math.round(size / 1024)} kB`);
};
for (const [slug, draw] of Object.entries(samplePictures)) {
  if (!isWanted(slug)) continue;
  report(await writePicture(slug, draw));
}
for (const slug of PIECES) {
  if (!isWanted(slug)) continue;
  await writeSound(slug);
  report(`${slug}.mp3`);
}
writeFileSync(new URL('samples.json', folder), `${JSON.stringify(samples, null, 2)}\n`);
console.log(`${Math.round(bytes / 1024)} kB in all`);
