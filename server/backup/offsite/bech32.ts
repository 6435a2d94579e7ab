// Bech32 (BIP 173) as age writes its keys: a readable prefix, the bytes in groups of five bits, a checksum. Pure.
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LENGTH = 6;

export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const groups = regroup([...bytes], { from: 8, to: 5, pad: true }) ?? [];
  const padded = [...expandPrefix(prefix), ...groups, ...new Array<number>(CHECKSUM_LENGTH).fill(0)];
  const checksum = polymod(padded) ^ 1;
  const tail = Array.from({ length: CHECKSUM_LENGTH }, (_, index) => (checksum >> (5 * (5 - index))) & 31);
  return `${prefix}1${[...groups, ...tail].map((group) => ALPHABET[group]).join('')}`;
}

/** Undefined where the text is not Bech32 with this prefix: mixed case, a mistyped character, another kind of key. */
export function decodeBech32(prefix: string, text: string): Buffer | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
  const lower = text.toLowerCase();
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const groups = [...lower.slice(prefix.length + 1)].map((symbol) => ALPHABET.indexOf(symbol));
  if (groups.length < CHECKSUM_LENGTH || groups.includes(-1)) return undefined;
  if (polymod([...expandPrefix(prefix), ...groups]) !== 1) return undefined;
  const bytes = regroup(groups.slice(0, -CHECKSUM_LENGTH), { from: 5, to: 8, pad: false });
  return bytes && Buffer.from(bytes);
}

function expandPrefix(prefix: string): number[] {
  const codes = [...prefix].map((symbol) => symbol.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function polymod(values: number[]): number {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [index, generator] of GENERATOR.entries()) if ((top >> index) & 1) checksum ^= generator;
  }
  return checksum;
}

function regroup(
  values: number[],
  { from, to, pad }: { from: number; to: number; pad: boolean },
): number[] | undefined {
  const result: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const value of values) {
    buffer = (buffer << from) | value;
    bits += from;
    while (bits >= to) {
      bits -= to;
      result.push((buffer >> bits) & (2 ** to - 1));
    }
    buffer &= 2 ** bits - 1;
  }
  if (pad) {
    if (bits > 0) result.push((buffer << (to - bits)) & (2 ** to - 1));
    return result;
  }
  // Left-over bits are padding: less than a group, and zero.
  return bits < from && buffer === 0 ? result : undefined;
}
