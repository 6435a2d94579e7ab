// The depth and number of values of a JSON text, from its bytes before parsing: a megabyte of "{}," costs the parser
// and the database hundreds of times what the same megabyte of text does. Does not judge whether it is valid JSON.

export interface JsonLimits {
  /** Arrays and objects inside each other. */
  maxDepth: number;
  /** Values in all: members, items, and the arrays and objects that hold them. */
  maxValues: number;
}

export type JsonExcess = 'depth' | 'values';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Which limit the text goes beyond, if any. */
export function findJsonExcess(
  bytes: Uint8Array,
  { maxDepth, maxValues }: JsonLimits,
): JsonExcess | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1);
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1;
        values += 1;
        if (depth > maxDepth) return 'depth';
        if (values > maxValues) return 'values';
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        if (values > maxValues) return 'values';
        break;
    }
  }
  return undefined;
}

/** Where the string's closing quote is. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
