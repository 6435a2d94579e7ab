import { describe, expect, it } from 'vitest';
import { actorOf, formatEvent, openCents, refundBadge } from './order.ts';

describe('formatEvent', () => {
  it.each([
    ['booked', { places: 1 }, 'booked 1 place'],
    ['booked', { places: 3 }, 'booked 3 places'],
    ['paid', { amount_cents: 2400, method: 'cash' }, 'recorded a payment of €24 in cash'],
    [
      'refunded',
      { amount_cents: 950, method: 'credit', reason: 'too loud' },
      'refunded €9.50 as credit: too loud',
    ],
    ['cancelled', { places: 1, names: ['Ama'], reason: 'ill' }, 'cancelled Ama: ill'],
    [
      'card refund failed',
      { amount_cents: 700, reason: 'the card expired' },
      'could not refund €7 to the card: the card expired',
    ],
    ['tried the refund again', { amount_cents: 700 }, 'retried the refund of €7 to the card'],
    ['something new', {}, 'something new'],
  ])('%s', (what, details, text) => {
    expect(formatEvent({ what, details }, 'EUR')).toBe(text);
  });
});

it('names the guest for their own actions and the studio for its actions', () => {
  const event = { what: 'booked', by: null, is_buyer: null, details: {} };
  expect(actorOf(event, 'Clara')).toBe('Clara');
  expect(actorOf({ ...event, what: 'confirmed' }, 'Clara')).toBe('The studio');
  expect(actorOf({ ...event, what: 'cancelled', details: { reason: 'ill' } }, 'Clara')).toBe('The studio');
  expect(actorOf({ ...event, what: 'paid', by: 'Marta' }, 'Clara')).toBe('Marta');
});

it('nothing is due on a cancelled order', () => {
  expect(openCents({ state: 'confirmed', total_cents: 2400, paid_cents: 400 })).toBe(2000);
  expect(openCents({ state: 'cancelled', total_cents: 2400, paid_cents: 0 })).toBe(0);
});

it('shows the status of a refund until it is complete', () => {
  const card = { state: 'due', method: 'card', problem: null } as const;
  expect(refundBadge(card)).toEqual({ tone: 'default', label: 'in progress' });
  expect(refundBadge({ ...card, method: 'studio' })).toEqual({ tone: 'default', label: 'to do' });
  expect(refundBadge({ ...card, problem: 'Stripe answered 503' })).toMatchObject({ tone: 'danger' });
  expect(refundBadge({ ...card, state: 'failed', problem: 'no' })).toEqual({
    tone: 'danger',
    label: 'failed',
  });
  expect(refundBadge({ ...card, state: 'done' })).toBeNull();
});
