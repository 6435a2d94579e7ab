import { expect, it } from 'vitest';
import { deliveryText as wordedText } from '#app/dashboard/coded-text.ts';
import { hasMessage } from '#app/language/messages.ts';
import { inLanguage } from '../language/current-language.ts';
import { DELIVERY_CODES, englishText, withReply } from './delivery-text.ts';

it('every result of a delivery is worded, in English as the log says it', () => {
  const values = {
    place: 'smtp.example',
    reply: '550 No',
    code: 'EX',
    status: 400,
    domain: 'a.example',
    record: 'v=spf1 ~all',
    include: 'include:b.example',
    selector: 's1',
    name: '_dmarc.a.example',
  };
  for (const code of DELIVERY_CODES) {
    expect(hasMessage(`dashboard.delivery.${code}`), code).toBe(true);
    expect(wordedText({ code, values })).toBe(englishText({ code, values }));
  }
  expect(inLanguage('de', () => wordedText(withReply('address_rejected', 'smtp.example', '550 No')))).toBe(
    'Der Mailserver smtp.example hat die Adresse abgelehnt. Seine Antwort: 550 No',
  );
});
