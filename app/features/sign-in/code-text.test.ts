import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { codeText } from './code-text.ts';

const [mail, phone] = [{ email: 'ana@post.example' }, { phone: '351912345678' }] as const;

function writtenText(...args: Parameters<typeof codeText>): string {
  const { ifKnown, written, again } = codeText(...args);
  return `${renderToStaticMarkup(createElement('p', null, ifKnown, written))} ${again}`;
}

it('promises a code only by a way that something leaves by', () => {
  for (const [contact, sends] of [
    [mail, { mail: true, phone: false }],
    [phone, { mail: false, phone: true }],
  ] as const) {
    const sent = writtenText(contact, sends);
    expect(sent).toContain('a code is on its way to it. Enter the code here');
    expect(sent).toContain(`We sent a code to <b>${Object.values(contact)[0]}</b>. Enter the code here`);
    expect(sent).not.toContain('ask for the code');
    const none = writtenText(contact, { mail: !sends.mail, phone: !sends.phone });
    expect(none).not.toMatch(/on its way|We sent/);
    expect(none).toContain('ask for the code at the studio');
  }
});
