// Paths, as the standard library's path modules give them.
import path from 'node:path/posix';

export const {
  basename,
  delimiter,
  dirname,
  extname,
  format,
  isAbsolute,
  join,
  normalize,
  parse,
  relative,
  resolve,
  sep,
} = path;
export { fileURLToPath as fromFileUrl, pathToFileURL as toFileUrl } from 'node:url';
