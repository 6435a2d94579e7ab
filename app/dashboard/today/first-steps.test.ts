import { describe, expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const nothing = {
  hasClass: false,
  hasBooking: false,
  hasSentMail: false,
  hasSamples: false,
  hasTransferAccount: false,
};
const open = (...given: Parameters<typeof firstSteps>) =>
  firstSteps(...given)
    .filter(({ isDone }) => !isDone)
    .map(({ title }) => title);

describe('the first steps of a studio', () => {
  it('are all open in an empty studio, its contact details first', () => {
    expect(open(nothing, { address: '', email: '' })).toEqual([
      'Add your contact details',
      'Publish a class',
      'Set up email',
      'Make a test booking',
      'Add a bank account',
    ]);
  });

  it('do not accept the sample studio’s own email address', () => {
    const studio = { address: 'Cais da Maré 14', email: 'hello@onda.example' };
    expect(open({ ...nothing, hasSamples: true }, studio)).toContain('Add your contact details');
    expect(open(nothing, { ...studio, email: 'desk@quay.house' })).not.toContain('Add your contact details');
  });

  it('end when the sample content is removed and everything else is done', () => {
    const all = {
      hasClass: true,
      hasBooking: true,
      hasSentMail: true,
      hasSamples: true,
      hasTransferAccount: true,
    };
    const studio = { address: 'Quay 1', email: 'desk@quay.house' };
    expect(open(all, studio)).toEqual(['Remove the sample content']);
    expect(open({ ...all, hasSamples: false }, studio)).toEqual([]);
  });
});
