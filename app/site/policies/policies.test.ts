import { describe, expect, it } from 'vitest';
import { isCalendarDay } from '#app/language/calendar-day.ts';
import { findPolicy, policies } from './policies.ts';
import type { PolicyFacts } from './policy.ts';

const facts: PolicyFacts = {
  studioName: 'onda',
  email: 'hello@onda.example',
  phone: '+00 22 555 0140',
  address: 'Cais da Maré 14',
  usesOutsideAnalytics: false,
  usesTurnstile: false,
};
const textOf = (slug: string, patch: Partial<PolicyFacts> = {}) =>
  findPolicy(slug)
    ?.write({ ...facts, ...patch })
    .map((section) => section.text)
    .join('\n');

describe('the policies', () => {
  it.each(policies.map((policy) => [policy.slug, policy] as const))(
    '%s has text in every section and a date',
    (_slug, policy) => {
      const sections = policy.write(facts);
      expect(sections.length).toBeGreaterThan(0);
      for (const section of sections) expect(section.text.trim()).not.toBe('');
      expect(isCalendarDay(policy.since)).toBe(true);
    },
  );

  it('names outside companies exactly when they are switched on', () => {
    expect(textOf('privacy')).not.toMatch(/Google|Cloudflare/);
    expect(textOf('privacy', { usesOutsideAnalytics: true })).toContain('Google Analytics');
    expect(textOf('privacy', { usesTurnstile: true })).toContain('Cloudflare Turnstile');
  });

  it('does not know a policy that is not there', () => {
    expect(findPolicy('cookies')).toBeUndefined();
  });
});
