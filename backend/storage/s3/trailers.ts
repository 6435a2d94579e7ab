// What follows the last chunk of a body: checksums, and a signature over them. All that was announced must come, and
// nothing else. Checksums that we cannot compute are not compared.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { s3Errors } from './s3-errors.ts';

interface Checksum {
  update(part: Uint8Array): void;
  digest(): Buffer;
}

const CHECKSUMS: Record<string, () => Checksum> = {
  'x-amz-checksum-crc32': crc32Checksum,
  'x-amz-checksum-sha1': () => createHash('sha1'),
  'x-amz-checksum-sha256': () => createHash('sha256'),
};
const SIGNATURE = 'x-amz-trailer-signature';

export class Trailers {
  readonly #announced: string[];
  readonly #checksums: [name: string, sum: Checksum][];
  readonly #read = new Map<string, string>();

  /** `announced`: the names of x-amz-trailer, null when nothing may follow. */
  constructor(announced: string | null) {
    this.#announced = (announced ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '');
    this.#checksums = this.#announced.flatMap((name) => {
      const begin = CHECKSUMS[name];
      return begin ? [[name, begin()] as [string, Checksum]] : [];
    });
  }

  update(part: Uint8Array): void {
    for (const [, sum] of this.#checksums) sum.update(part);
  }

  read(line: string): void {
    const [, given = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    const name = given.toLowerCase();
    const isExpected = this.#announced.includes(name) || (name === SIGNATURE && this.#announced.length > 0);
    // The signature is over all others, so it is the last.
    if (!isExpected || this.#read.has(name) || this.#read.has(SIGNATURE)) throw s3Errors.malformedTrailer();
    this.#read.set(name, value.trim());
  }

  check(): void {
    if (!this.#announced.every((name) => this.#read.has(name))) throw s3Errors.malformedTrailer();
    for (const [name, sum] of this.#checksums)
      if (sum.digest().toString('base64') !== this.#read.get(name)) throw s3Errors.badDigest();
  }

  get signature(): string {
    return this.#read.get(SIGNATURE) ?? '';
  }

  /** What is signed. */
  get text(): string {
    return [...this.#read]
      .filter(([name]) => name !== SIGNATURE)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('');
  }
}

function crc32Checksum(): Checksum {
  let sum = 0;
  return {
    update(part) {
      sum = crc32(part, sum);
    },
    digest() {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(sum);
      return bytes;
    },
  };
}
