import { describe, expect, it } from 'vitest';
import { findPolicy, policies } from './policies.ts';
import type { PolicyFacts } from './policy.ts';

const facts: PolicyFacts = {
  studioName: 'onda',
  email: 'hello@onda.example',
  phone: '+00 22 555 0140',
  address: 'Cais da Maré 14',
  usesOutsideAnalytics: false,
  usesTurnstile: false,
  business: {
    legal_name: '',
    address: '',
    tax_number: '',
    register: '',
    vat_status: 'unknown',
    tax_note: '',
  },
  rules: [{ name: 'Standard', full_until_h: 24, late_credit_percent: 50 }],
  takesTransfers: false,
  takesCards: false,
};
const textOf = (slug: string, patch: Partial<PolicyFacts> = {}) =>
  findPolicy(slug)
    ?.write({ ...facts, ...patch })
    .map((section) => section.text)
    .join('\n');

describe('the policies', () => {
  it.each(policies.map((policy) => [policy.slug, policy] as const))(
    '%s has text in every section',
    (_slug, policy) => {
      const sections = policy.write(facts);
      expect(sections.length).toBeGreaterThan(0);
      for (const section of sections) expect(section.text.trim()).not.toBe('');
    },
  );

  it('names outside companies exactly when they are switched on', () => {
    expect(textOf('privacy')).not.toMatch(/Google|Cloudflare/);
    expect(textOf('privacy', { usesOutsideAnalytics: true })).toContain('Google Analytics');
    expect(textOf('privacy', { usesTurnstile: true })).toContain('Cloudflare Turnstile');
  });

  it('take their numbers from the rules, and promise nothing that they do not give', () => {
    const text = (full_until_h: number, late_credit_percent: number) => {
      const rules = [{ name: 'Standard', full_until_h, late_credit_percent }];
      return findPolicy('cancellation')
        ?.write({ ...facts, rules })
        .flatMap(({ heading, text }) => [heading, text])
        .join('\n');
    };
    expect(text(24, 50)).toMatch(/24 hours[\s\S]*50%/);
    expect(text(48, 30)).toMatch(/48 hours[\s\S]*30%/);
    expect(text(48, 30)).not.toMatch(/24 hours|50%|half/i);
    expect(text(72, 0)).not.toMatch(/credit|expire/i);
  });

  it('name each of several rules', () => {
    const rules = [
      { name: 'Standard', full_until_h: 24, late_credit_percent: 50 },
      { name: 'Strict', full_until_h: 168, late_credit_percent: 0 },
    ];
    const sections = findPolicy('cancellation')?.write({ ...facts, rules }) ?? [];
    expect(sections.slice(0, 2)).toEqual([
      { heading: 'Standard', text: expect.stringMatching(/24 hours[\s\S]*50%/) },
      { heading: 'Strict', text: expect.stringMatching(/168 hours[\s\S]*nothing back/) },
    ]);
    expect(sections[2]?.text).not.toContain('50%');
  });

  it('name only the ways to pay and the tax that are set', () => {
    expect(textOf('terms')).not.toMatch(/transfer|card|tax/i);
    expect(textOf('terms', { takesTransfers: true, takesCards: true })).toMatch(/transfer.*card/);
    const business = {
      ...facts.business,
      legal_name: 'Norte Lda',
      tax_number: 'PT 1',
      vat_status: 'charged',
    };
    expect(textOf('terms', { business })).toMatch(/Norte Lda[\s\S]*PT 1[\s\S]*include tax/);
  });

  it('does not know a policy that is not there', () => {
    expect(findPolicy('cookies')).toBeUndefined();
  });
});
