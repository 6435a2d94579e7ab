import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetUnsaved, hasUnsaved, leaveQuestion, setUnsaved, subscribeToUnsaved } from './unsaved-store.ts';

afterEach(forgetUnsaved);

describe('what is not kept yet', () => {
  it('is there until the last form is kept', () => {
    const [one, other] = [Symbol('one'), Symbol('other')];
    setUnsaved(one, true);
    setUnsaved(other, true);
    setUnsaved(one, false);
    expect(hasUnsaved()).toBe(true);
    setUnsaved(other, false);
    expect(hasUnsaved()).toBe(false);
  });

  it('tells listeners of changes only', () => {
    const listener = vi.fn();
    const leave = subscribeToUnsaved(listener);
    const form = Symbol('form');
    setUnsaved(form, false);
    setUnsaved(form, true);
    setUnsaved(form, true);
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
  });

  it('is asked about in words of its own where a form and somebody on air would both be left', () => {
    const show = Symbol('show');
    const words = { title: 'End the show?', content: '', confirmText: 'End', cancelText: 'Stay' };
    setUnsaved(Symbol('form'), true);
    setUnsaved(show, true, words);
    expect(leaveQuestion()).toBe(words);
    setUnsaved(show, false);
    expect(leaveQuestion().title).toBe('Leave without keeping?');
  });

  it('is forgotten all at once', () => {
    setUnsaved(Symbol('one'), true);
    setUnsaved(Symbol('other'), true);
    forgetUnsaved();
    expect(hasUnsaved()).toBe(false);
  });
});
