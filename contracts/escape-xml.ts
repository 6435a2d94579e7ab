// Text in XML and HTML documents.

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Older email programs do not know &apos;.
  "'": '&#39;',
};

/** Text for an element or an attribute of XML or HTML. Characters that XML forbids are left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
