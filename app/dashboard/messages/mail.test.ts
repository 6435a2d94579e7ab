import { describe, expect, it } from 'vitest';
import { framedHtml, linkPieces, recipient } from './mail.ts';

describe('a mail as text', () => {
  it('keeps every character and makes its links followable', () => {
    const text = 'Confirm:\nhttps://onda.example/confirm?token_hash=a&type=signup\n\nBye';
    const pieces = linkPieces(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter((piece) => piece.href).map((piece) => piece.href)).toEqual([
      'https://onda.example/confirm?token_hash=a&type=signup',
    ]);
  });

  it('links nothing but web addresses', () => {
    expect(linkPieces('javascript:alert(1) mailto:a@b.c')).toEqual([
      { at: 0, text: 'javascript:alert(1) mailto:a@b.c' },
    ]);
  });
});

describe('a mail in a frame', () => {
  it('brings no style sheet and no script, and opens links elsewhere', () => {
    const html = framedHtml(
      '<html><head><style>p{}</style></head><p style="color:red">x</p><script>1</script></html>',
    );
    expect(html).toBe('<html><head><base target="_blank"></head><p style="color:red">x</p></html>');
    expect(framedHtml('<p>x</p>')).toBe('<base target="_blank"><p>x</p>');
  });
});

it('a phone number is written as people write it', () => {
  expect(recipient({ kind: 'sms', to_address: '351912345678' })).toBe('+351912345678');
  expect(recipient({ kind: 'signup', to_address: 'ana@example.com' })).toBe('ana@example.com');
});
