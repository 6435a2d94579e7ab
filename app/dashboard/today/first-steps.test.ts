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
  it('begin with its address, and all stand open in an empty house', () => {
    expect(open(nothing, { address: '', email: '' })).toEqual([
      'Say where you are',
      'Publish a class',
      'Let mail leave the house',
      'Take a first booking',
      'Enter a bank account',
    ]);
  });

  it('do not take the sample studio’s own address for an answer', () => {
    const studio = { address: 'Cais da Maré 14', email: 'hello@onda.example' };
    expect(open({ ...nothing, hasSamples: true }, studio)).toContain('Say where you are');
    expect(open(nothing, { ...studio, email: 'desk@quay.house' })).not.toContain('Say where you are');
  });

  it('end when nothing is sample and everything was done once', () => {
    const all = {
      hasClass: true,
      hasBooking: true,
      hasSentMail: true,
      hasSamples: true,
      hasTransferAccount: true,
    };
    const studio = { address: 'Quay 1', email: 'desk@quay.house' };
    expect(open(all, studio)).toEqual(['Take the sample studio away']);
    expect(open({ ...all, hasSamples: false }, studio)).toEqual([]);
  });
});
