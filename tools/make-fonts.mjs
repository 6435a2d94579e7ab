// Makes the two web fonts and the letterforms of the wordmark from the Fontsource packages.
// Run by hand (`npm run fonts`) when a font version changes; its output is committed.
// Why subsets: a first visit pays 69 kB of type instead of 131.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';

const root = new URL('..', import.meta.url);
const source = (name, file) =>
  readFileSync(new URL(`node_modules/@fontsource-variable/${name}/files/${file}`, root));
const georama = source('georama', 'georama-latin-wdth-normal.woff2');
const radioCanada = source('radio-canada', 'radio-canada-latin-wdth-normal.woff2');

const range = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join('');
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”…•€−×→←↑↓ŒœŠšŽžŸ`;

// The display face speaks by width, so its weight is fixed; that halves the file.
const display = await subsetFont(georama, latin, { targetFormat: 'woff2', variationAxes: { wght: 640 } });
const text = await subsetFont(radioCanada, latin, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(new URL('app/fonts/georama-latin.woff2', root), display);
writeFileSync(new URL('app/fonts/radio-canada-latin.woff2', root), text);
for (const name of ['georama', 'radio-canada'])
  copyFileSync(
    new URL(`node_modules/@fontsource-variable/${name}/LICENSE`, root),
    new URL(`app/fonts/${name}-OFL.txt`, root),
  );

// The wordmark is drawn, not set: outlines at the three widths of its rhythm, so that the
// hero and the intro stand at the first paint, before any font has arrived.
const small = `${range(0x61, 0x7a)}àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ`;
const letters = `${small}${small.toUpperCase()}${range(0x30, 0x39)}ß &-.'’`;
const sfnt = await subsetFont(georama, letters, { targetFormat: 'sfnt' });
const face = new Face(new Blob(sfnt.buffer.slice(sfnt.byteOffset, sfnt.byteOffset + sfnt.byteLength)));
const letterforms = {};
for (const width of [150, 84, 72]) {
  const font = new Font(face);
  font.setVariations([new Variation('wght', 760), new Variation('wdth', width)]);
  const scale = 1000 / face.upem;
  letterforms[width] = Object.fromEntries(
    [...letters].map((letter) => {
      const glyph = font.nominalGlyph(letter.codePointAt(0));
      const d = font
        .glyphToPath(glyph)
        .replace(/-?\d+(\.\d+)?/g, (n) => String(Math.round(Number(n) * scale)));
      return [letter, { advance: Math.round(font.glyphHAdvance(glyph) * scale), d }];
    }),
  );
}
writeFileSync(
  new URL('app/features/wordmark/letterforms.json', root),
  `${JSON.stringify({ unitsPerEm: 1000, widths: letterforms })}\n`,
);
console.log(
  `display ${display.length} bytes, text ${text.length} bytes, letterforms ${JSON.stringify(letterforms).length}`,
);
