import { describe, expect, it } from 'vitest';
import { actorOf, addressOf, formatEvent, openCents, refundBadge } from './order.ts';

describe('what happened, as a sentence', () => {
  it.each([
    ['booked', { places: 1 }, 'booked one place'],
    ['booked', { places: 3 }, 'booked 3 places'],
    ['paid', { amount_cents: 2400, method: 'cash' }, 'took €24 in cash'],
    [
      'refunded',
      { amount_cents: 950, method: 'credit', reason: 'too loud' },
      'gave €9.50 back as credit: too loud',
    ],
    ['cancelled', { places: 1, names: ['Ama'], reason: 'ill' }, 'cancelled Ama: ill'],
    [
      'card refund failed',
      { amount_cents: 700, reason: 'the card expired' },
      'could not give €7 back to the card: the card expired',
    ],
    ['tried the refund again', { amount_cents: 700 }, 'tried again to give €7 back to the card'],
    ['something new', {}, 'something new'],
  ])('%s', (what, details, words) => {
    expect(formatEvent({ what, details }, 'EUR')).toBe(words);
  });
});

it('a guest’s own doing is the guest’s; what the program or the desk did is theirs', () => {
  const event = { what: 'booked', by: null, is_buyer: null, details: {} };
  expect(actorOf(event, 'Clara')).toBe('Clara');
  expect(actorOf({ ...event, what: 'confirmed' }, 'Clara')).toBe('The studio');
  expect(actorOf({ ...event, what: 'cancelled', details: { reason: 'ill' } }, 'Clara')).toBe('The studio');
  expect(actorOf({ ...event, what: 'paid', by: 'Marta' }, 'Clara')).toBe('Marta');
});

it('nothing is open on what was cancelled', () => {
  expect(openCents({ state: 'confirmed', total_cents: 2400, paid_cents: 400 })).toBe(2000);
  expect(openCents({ state: 'cancelled', total_cents: 2400, paid_cents: 0 })).toBe(0);
});

it('an address that leads nowhere is not shown as one', () => {
  expect(addressOf('nobody@invalid')).toBe('no address');
  expect(addressOf('ama@post.example')).toBe('ama@post.example');
});

it('a refund says how it stands until it is done', () => {
  const card = { state: 'due', method: 'card', problem: null } as const;
  expect(refundBadge(card)).toEqual({ tone: 'default', words: 'on its way' });
  expect(refundBadge({ ...card, method: 'desk' })).toEqual({ tone: 'default', words: 'still to do' });
  expect(refundBadge({ ...card, problem: 'Stripe answered 503' })).toMatchObject({ tone: 'danger' });
  expect(refundBadge({ ...card, state: 'failed', problem: 'no' })).toEqual({
    tone: 'danger',
    words: 'failed',
  });
  expect(refundBadge({ ...card, state: 'done' })).toBeNull();
});
