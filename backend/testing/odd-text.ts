// What generated requests are made of: numbers from a seed, choices among them, and text that breaks careless readers.

export type Pick = <T>(...choices: T[]) => T;

export function createPick(random: () => number): Pick {
  return (...choices) => choices[Math.floor(random() * choices.length)] as (typeof choices)[number];
}

/** Text that breaks careless readers: quotes, zero bytes, half characters, long runs, SQL, paths. */
export function createOddText(random: () => number, pick: Pick): () => string {
  const alphabet = [
    'a',
    'Z',
    '0',
    '.',
    ',',
    '(',
    ')',
    '"',
    "'",
    '\\',
    '/',
    '%',
    ' ',
    '\u0000',
    '\n',
    'é',
    '👋',
    '\ud800',
    ':',
    '!',
    '{',
    '}',
    '[',
    ']',
    '&',
    '=',
    ';',
    '-',
    '*',
    '$1',
  ];
  return () => {
    if (random() < 0.3) {
      return pick(
        "'; drop table books; --",
        '" or 1=1',
        '..',
        '../..',
        'x'.repeat(3_000),
        '{{{{{{',
        '))))',
        '1e999',
        'NaN',
        '__proto__',
        'constructor',
        'null',
        'undefined',
        '\u202e',
        '%00',
        '%',
        '*',
        '-9223372036854775809',
        'a'.repeat(300),
      );
    }
    return Array.from({ length: Math.floor(random() * 10) }, () => pick(...alphabet)).join('');
  };
}

export function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Left as it is where an address may hold it at all. */
export function bare(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '%');
}

/** What a header may hold at all. */
export function headerText(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .trim()
    .slice(0, 500);
}

/** Mulberry32: small, and the same numbers for the same seed everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
