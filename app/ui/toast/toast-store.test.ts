import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissToast,
  getServerToasts,
  getToasts,
  subscribeToToasts,
  TOAST_DURATION_MS,
  TOAST_REMOVAL_DELAY_MS,
  toast,
  toastError,
  toastSuccess,
  updateToast,
} from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismissToast();
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('showing', () => {
  it('adds an open toast with its text to the list', () => {
    const { id } = toast({ title: 'Saved', description: 'Only staff can see it.', variant: 'success' });
    expect(getToasts()).toMatchObject([{ id, title: 'Saved', variant: 'success', isOpen: true }]);
  });

  it('marks what worked and what failed', () => {
    toastSuccess('Saved', 'Only staff can see it.');
    expect(getToasts()).toMatchObject([
      { title: 'Saved', description: 'Only staff can see it.', variant: 'success' },
    ]);
    toastError('Not saved');
    expect(getToasts()).toMatchObject([{ title: 'Not saved', variant: 'destructive' }]);
  });

  it('shows one at a time: a new toast replaces the old', () => {
    toast({ title: 'first' });
    const second = toast({ title: 'second' });
    expect(getToasts().map((item) => item.title)).toEqual(['second']);
    expect(getToasts()[0]?.id).toBe(second.id);
  });

  it('gives every toast an id of its own', () => {
    expect(toast({ title: 'a' }).id).not.toBe(toast({ title: 'a' }).id);
  });

  it('keeps the numbers of the specification', () => {
    expect(TOAST_DURATION_MS).toBe(5000);
    expect(TOAST_REMOVAL_DELAY_MS).toBe(1_000_000);
  });
});

describe('updating', () => {
  it('changes the text by handle and by id, and counts the revisions', () => {
    const upload = toast({ title: 'Uploading', description: '12 %' });
    upload.update({ description: '80 %' });
    updateToast(upload.id, { title: 'Uploaded', variant: 'success' });
    expect(getToasts()).toMatchObject([
      { title: 'Uploaded', description: '80 %', variant: 'success', revision: 2, isOpen: true },
    ]);
  });

  it('does not bring back a toast that was replaced', () => {
    const replaced = toast({ title: 'old' });
    toast({ title: 'new' });
    replaced.update({ title: 'old again' });
    expect(getToasts().map((item) => item.title)).toEqual(['new']);
  });

  it('does not open a toast that was dismissed', () => {
    const closed = toast({ title: 'closed' });
    closed.dismiss();
    closed.update({ title: 'still closed' });
    expect(getToasts()).toMatchObject([{ title: 'still closed', isOpen: false }]);
  });
});

describe('dismissing', () => {
  it('closes the toast at once and removes it 1,000,000 ms later', () => {
    toast({ title: 'bye' }).dismiss();
    expect(getToasts()).toMatchObject([{ title: 'bye', isOpen: false }]);
    vi.advanceTimersByTime(999_999);
    expect(getToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(getToasts()).toEqual([]);
  });

  it('starts the removal once, however often it is dismissed', () => {
    const { dismiss } = toast({ title: 'bye' });
    dismiss();
    vi.advanceTimersByTime(600_000);
    dismiss();
    vi.advanceTimersByTime(400_000);
    expect(getToasts()).toEqual([]);
  });

  it('closes every toast when no id is given', () => {
    toast({ title: 'bye' });
    dismissToast();
    expect(getToasts().every((item) => !item.isOpen)).toBe(true);
  });

  it('leaves others alone when the id is unknown', () => {
    toast({ title: 'stays' });
    dismissToast('toast-of-someone-else');
    expect(getToasts()).toMatchObject([{ title: 'stays', isOpen: true }]);
  });

  it('leaves a newer toast alone when the old one’s removal time comes', () => {
    toast({ title: 'old' }).dismiss();
    vi.advanceTimersByTime(10);
    toast({ title: 'new' });
    vi.advanceTimersByTime(1_000_000);
    expect(getToasts()).toMatchObject([{ title: 'new', isOpen: true }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('subscribing', () => {
  it('notifies listeners of every change until they unsubscribe', () => {
    const listener = vi.fn();
    const leave = subscribeToToasts(listener);
    const shown = toast({ title: 'one' });
    shown.update({ title: 'two' });
    shown.dismiss();
    expect(listener).toHaveBeenCalledTimes(3);
    leave();
    toast({ title: 'three' });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('hands out the same list until something changes', () => {
    toast({ title: 'same' });
    expect(getToasts()).toBe(getToasts());
  });

  it('shows nothing while rendering on the server', () => {
    toast({ title: 'only in a browser' });
    expect(getServerToasts()).toEqual([]);
  });
});
