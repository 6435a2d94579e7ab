// Puts a brotli and a gzip copy beside every text file of a folder, as small as they get,
// so that the server never compresses a file that does not change. Formats that are compressed already are left alone.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set('.css .html .ico .js .json .map .mjs .svg .txt .wasm .webmanifest .xml .xsl'.split(' '));
const compressors = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

export async function precompress(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name).toLowerCase()));
  // zlib works on Node's own threads: all at once keeps every one of them busy.
  const sizes = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      const bytes = await readFile(path);
      const compressed = await Promise.all(
        Object.entries(compressors).map(async ([suffix, compress]) => {
          const result = await compress(bytes);
          // A copy that is no smaller would only cost the browser time.
          if (result.length < bytes.length) await writeFile(path + suffix, result);
          return Math.min(result.length, bytes.length);
        }),
      );
      return { bytes: bytes.length, brotliBytes: compressed[0] };
    }),
  );
  return {
    files: files.length,
    bytes: sizes.reduce((sum, size) => sum + size.bytes, 0),
    brotliBytes: sizes.reduce((sum, size) => sum + size.brotliBytes, 0),
  };
}
