import { describe, expect, it } from 'vitest';
import { framedHtml, recipient, sheetOf, splitLinks } from './email.ts';

describe('an email as text', () => {
  it('keeps every character and turns addresses into links', () => {
    const text = 'Confirm:\nhttps://onda.example/confirm?token_hash=a&type=signup\n\nBye';
    const parts = splitLinks(text);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.filter((part) => part.href).map((part) => part.href)).toEqual([
      'https://onda.example/confirm?token_hash=a&type=signup',
    ]);
  });

  it('links nothing but web addresses', () => {
    expect(splitLinks('javascript:alert(1) mailto:a@b.c')).toEqual([
      { at: 0, text: 'javascript:alert(1) mailto:a@b.c' },
    ]);
  });
});

describe('an email in a frame', () => {
  it('has no style sheet and no script, and opens links in a new tab', () => {
    const html = framedHtml(
      '<html><head><style>p{}</style></head><p style="color:red">x</p><script>1</script></html>',
    );
    expect(html).toBe('<html><head><base target="_blank"></head><p style="color:red">x</p></html>');
    expect(framedHtml('<p>x</p>')).toBe('<base target="_blank"><p>x</p>');
  });
});

describe('the style sheet of an email', () => {
  const html =
    '<style>.a { color: red } @media (prefers-color-scheme: dark) { .a { color: blue } .b { color: pink } } @media (max-width: 9px) { .c { margin: 0 } }</style>';

  it('follows the chosen scheme, whatever the system prefers', () => {
    const [light, dark] = [sheetOf(html, 'light'), sheetOf(html, 'dark')];
    expect(dark).toMatch(/color: blue[\s\S]*color: pink[\s\S]*max-width: 9px[\s\S]*color-scheme: dark/);
    expect(light).toMatch(/color: red[\s\S]*max-width: 9px[\s\S]*color-scheme: light/);
    for (const value of ['blue', 'pink', 'prefers-color-scheme']) expect(light).not.toContain(value);
    expect(dark).not.toContain('prefers-color-scheme');
  });
});

it('shows phone numbers with a leading plus', () => {
  expect(recipient({ kind: 'sms', to_address: '351912345678' })).toBe('+351912345678');
  expect(recipient({ kind: 'signup', to_address: 'ana@example.com' })).toBe('ana@example.com');
});
