import { describe, expect, it } from 'vitest';
import { readContact } from './read-contact.ts';

describe('one field for email or phone', () => {
  it.each([
    ['  ana@onda.example ', { email: 'ana@onda.example' }],
    ['+351 912 345 678', { phone: '+351912345678' }],
    ['00351 912-345-678', { phone: '+351912345678' }],
    ['(351) 912.345.678', { phone: '+351912345678' }],
    ['351912345678', { phone: '+351912345678' }],
  ])('reads %j', (typed, contact) => {
    expect(readContact(typed)).toEqual(contact);
  });

  it.each(['ana', 'ana@', '@onda', 'a b@c', '12', '+1234567890123456', '12 ab 34'])(
    'does not guess at %j',
    (typed) => {
      expect(readContact(typed)).toBe('unclear');
    },
  );

  it.each(['', '   '])('knows when nothing was typed', (typed) => {
    expect(readContact(typed)).toBeNull();
  });
});
