// A long text as bytes. A page holds a few characters beyond Latin-1, a dash or a currency, and such a string Node
// encodes five times slower by itself than by way of its UTF-16 bytes.
import { transcode } from 'node:buffer';

export function utf8Bytes(text: string): Buffer {
  // Half a surrogate pair has no bytes: only the slow path writes a replacement for it.
  if (!text.isWellFormed()) return Buffer.from(text);
  return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');
}
