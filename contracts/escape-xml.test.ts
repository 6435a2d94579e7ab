import { describe, expect, it } from 'vitest';
import { xmlText } from './xml.ts';

describe('text in XML', () => {
  it('cannot open a tag, close an attribute or begin an entity', () => {
    expect(xmlText(`<a href="x">Tom & 'Jerry'</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;Tom &amp; &apos;Jerry&apos;&lt;/a&gt;',
    );
  });

  it('keeps letters, line breaks and pictures, and drops what XML forbids', () => {
    expect(xmlText('Maré\n🌊\u0000\u0007\ud800!')).toBe('Maré\n🌊!');
  });
});
