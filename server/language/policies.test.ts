import { expect, test } from 'vitest';
import { policies } from '#app/site/policies/policies.ts';
import { inLanguage } from './current-language.ts';
import { readLanguages } from './read-catalogues.ts';

const contact = { email: 'hello@studio.example', phone: '+00 22 555 0140', address: 'Cais 14' };
const business = {
  legal_name: '',
  address: '',
  tax_number: '',
  register: '',
  vat_status: 'unknown',
  tax_note: '',
};
const others = {
  studioName: 'onda',
  usesOutsideAnalytics: false,
  usesTurnstile: false,
  business,
  rules: [{ name: 'Standard', full_until_h: 24, late_credit_percent: 50 }],
  takesTransfers: false,
  takesCards: false,
};

test.each([...readLanguages().keys()])('policies leave out what the studio does not have, in %s', (code) => {
  const textsOf = (known: Partial<typeof contact>) =>
    inLanguage(code, () =>
      policies.flatMap((policy) =>
        policy.write({ email: '', phone: '', address: '', ...known, ...others }).map(({ text }) => text),
      ),
    );
  const { email, phone, address } = contact;
  for (const known of [
    {},
    { email },
    { phone },
    { address },
    { email, phone },
    { address, phone },
    contact,
  ]) {
    const texts = textsOf(known);
    // A separator with nothing before or behind it.
    for (const text of texts)
      expect(text).not.toMatch(/[,،]\s*[,،.]|\s[.,،]|[:：]\s*\.| {2}|\u2066\u2069|select/);
    for (const value of Object.values(known)) expect(texts.join('\n')).toContain(value);
  }
});
