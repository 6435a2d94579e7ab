// The code of a recording (ISO 3901): two letters, three letters or digits, seven digits. Stored without hyphens.

const ISRC = /^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$/;

/** As it is stored; undefined when it is not an ISRC. Nothing stays nothing. */
export function normalizeIsrc(text: string): string | undefined {
  const code = text
    .replace(/^\s*ISRC[\s:]*/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase();
  return code === '' || ISRC.test(code) ? code : undefined;
}
