import { describe, expect, it } from 'vitest';
import type { FirstStepFacts } from '#contracts/overview.ts';
import { firstSteps } from './first-steps.ts';

const nothing: FirstStepFacts = {
  is_dismissed: false,
  has_name: false,
  has_look: false,
  has_legal_details: false,
  languages: 2,
  untranslated: 3,
  has_room: false,
  has_teacher: false,
  has_class: false,
  policies: 3,
  confirmed_policies: 1,
  takes_transfers: false,
  samples: 40,
  has_backup: false,
  has_read_back: false,
};
const all: FirstStepFacts = {
  ...nothing,
  has_name: true,
  has_look: true,
  has_legal_details: true,
  untranslated: 0,
  has_room: true,
  has_teacher: true,
  has_class: true,
  confirmed_policies: 3,
  takes_transfers: true,
  samples: 0,
  has_backup: true,
  has_read_back: true,
};
const none = { sendsMail: false, takesCards: false };
const open = (...given: Parameters<typeof firstSteps>) =>
  firstSteps(...given)
    .filter(({ isDone }) => !isDone)
    .map(({ name }) => name);

describe('the first steps of a studio', () => {
  it('are all open in a new studio, in order', () => {
    expect(open(nothing, none)).toEqual([
      'look',
      'legal',
      'mail',
      'languages',
      'class',
      'policies',
      'money',
      'samples',
      'backup',
    ]);
  });

  it('are done by facts alone', () => {
    expect(open(all, { ...none, sendsMail: true })).toEqual([]);
    expect(open(all, none)).toEqual(['mail']);
    expect(open({ ...all, takes_transfers: false }, { sendsMail: true, takesCards: true })).toEqual([]);
    expect(open({ ...all, confirmed_policies: 2 }, { ...none, sendsMail: true })).toEqual(['policies']);
    expect(open({ ...all, has_read_back: false }, { ...none, sendsMail: true })).toEqual(['backup']);
  });

  it('say what is missing', () => {
    const factOf = (name: string, facts: FirstStepFacts) =>
      firstSteps(facts, none).find((step) => step.name === name)?.fact;
    expect(factOf('class', nothing)).toContain('The room is missing.');
    expect(factOf('class', { ...all, has_class: false })).toContain('with a date is missing');
    expect(factOf('policies', nothing)).toBe('1 of 3 were read and confirmed.');
    expect(factOf('backup', { ...all, has_read_back: false })).toContain('not tested yet');
    expect(factOf('languages', nothing)).toBe('3 texts of yours are not translated.');
  });
});
