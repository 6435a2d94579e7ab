const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an XML element or attribute. Characters that XML forbids are removed. */
export function xmlText(text: string): string {
  const allowed = [...text].filter((character) => !isForbidden(character.codePointAt(0) ?? 0)).join('');
  return allowed.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff;
}
