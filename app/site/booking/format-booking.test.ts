import { describe, expect, it } from 'vitest';
import type { OrderView } from '#contracts/booking.ts';
import { formatLinkNote, formatStatus } from './format-booking.ts';

const order = (more: Partial<OrderView>) =>
  ({
    state: 'confirmed',
    kind: 'booking',
    method: 'studio',
    total_cents: 2400,
    paid_cents: 0,
    refunds: [],
    buyer: { name: 'Ana', email: 'ana@post.example', phone: '' },
    ...more,
  }) as unknown as OrderView;

const kinds: Partial<OrderView>[] = [
  {},
  { method: 'transfer' },
  { method: 'pass' },
  { kind: 'pass' },
  { kind: 'pass', paid_cents: 2400 },
];

describe('what a booking says first', () => {
  it.each(kinds)('names the address only where a mail leaves for it: %j', (kind) => {
    const about = { transferBy: 'Tue 17 Nov, 18:00' };
    const [with_, without] = [true, false].map((sendsMail) =>
      formatStatus(order(kind), { ...about, sendsMail }),
    );
    expect(with_).toContain('ana@post.example');
    expect(without).not.toMatch(/ana@post|on its way|\bemail\b/);
    const atDesk = order({ ...kind, buyer: { name: 'Ana', email: '', phone: '' } });
    expect(formatStatus(atDesk, { ...about, sendsMail: true })).toBe(without);
    expect(formatLinkNote(atDesk, { sendsMail: true, isOwner: false })).not.toMatch(/email/);
  });

  it('says how to pay in both cases, and that this page is the confirmation where there is no other', () => {
    const text = formatStatus(order({ method: 'transfer' }), {
      transferBy: 'Tue 17 Nov, 18:00',
      sendsMail: false,
    });
    expect(text).toMatch(/^This page is your confirmation.*arrives by Tue 17 Nov, 18:00\.$/);
    for (const method of ['transfer', 'studio'] as const)
      expect(
        formatStatus(order({ method, paid_cents: 2400 }), { transferBy: null, sendsMail: false }),
      ).not.toMatch(/\bpay\b/i);
    expect(formatLinkNote(order({}), { sendsMail: true, isOwner: false })).toContain(
      'in the email to ana@post.example',
    );
    expect(formatLinkNote(order({}), { sendsMail: false, isOwner: false })).toContain(
      'The studio cannot send email',
    );
    expect(formatLinkNote(order({}), { sendsMail: false, isOwner: true })).toContain('under your bookings');
  });
});
