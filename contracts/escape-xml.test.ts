import { describe, expect, it } from 'vitest';
import { escapeXml } from './escape-xml.ts';

describe('text in XML and HTML', () => {
  it('cannot open a tag, close an attribute or begin an entity', () => {
    expect(escapeXml(`<a href="x">Tom & 'Jerry'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/a&gt;',
    );
  });

  it('preserves text, line breaks and emoji, and drops what XML forbids', () => {
    expect(escapeXml('Maré\n🌊\u0000\u0007\ud800!')).toBe('Maré\n🌊!');
  });
});
