import { expect, it } from 'vitest';
import { codeText } from './code-text.ts';

const [mail, phone] = [{ email: 'ana@post.example' }, { phone: '351912345678' }] as const;

it('promises a code only by a way that something leaves by', () => {
  for (const [contact, sends] of [
    [mail, { mail: true, phone: false }],
    [phone, { mail: false, phone: true }],
  ] as const) {
    expect(codeText(contact, sends).ifKnown).toContain('on its way');
    expect(codeText(contact, sends).how).not.toContain('desk');
    const none = codeText(contact, { mail: !sends.mail, phone: !sends.phone });
    expect(JSON.stringify(none)).not.toMatch(/on its way|We wrote/);
    expect(none.how).toContain('ask for the code at the studio');
  }
});
