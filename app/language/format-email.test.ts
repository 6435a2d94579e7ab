import { expect, it } from 'vitest';
import { formatEmail } from './format-email.ts';

it('does not show placeholder email addresses', () => {
  expect(formatEmail('nobody@invalid')).toBe('no email address');
  expect(formatEmail('ama@post.example')).toBe('ama@post.example');
});
