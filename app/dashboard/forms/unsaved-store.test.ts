import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetUnsaved, hasUnsaved, leaveQuestion, setUnsaved, subscribeToUnsaved } from './unsaved-store.ts';

afterEach(forgetUnsaved);

describe('unsaved changes', () => {
  it('exist until the last form is saved', () => {
    const [one, other] = [Symbol('one'), Symbol('other')];
    setUnsaved(one, true);
    setUnsaved(other, true);
    setUnsaved(one, false);
    expect(hasUnsaved()).toBe(true);
    setUnsaved(other, false);
    expect(hasUnsaved()).toBe(false);
  });

  it('notify listeners only when something changed', () => {
    const listener = vi.fn();
    const leave = subscribeToUnsaved(listener);
    const form = Symbol('form');
    setUnsaved(form, false);
    setUnsaved(form, true);
    setUnsaved(form, true);
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
  });

  it('ask the custom question first when a form and a live show would both be left', () => {
    const show = Symbol('show');
    const question = { title: 'End the show?', content: '', confirmText: 'End', cancelText: 'Stay' };
    setUnsaved(Symbol('form'), true);
    setUnsaved(show, true, () => question);
    expect(leaveQuestion()).toBe(question);
    setUnsaved(show, false);
    expect(leaveQuestion().title).toBe('Leave without saving?');
  });

  it('are forgotten all at once', () => {
    setUnsaved(Symbol('one'), true);
    setUnsaved(Symbol('other'), true);
    forgetUnsaved();
    expect(hasUnsaved()).toBe(false);
  });
});
