import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { show, showMotion } from '#app/testing/show.tsx';
import {
  getToasts,
  TOAST_DURATION_MS,
  TOAST_REMOVAL_DELAY_MS,
  toast,
  toastError,
  toastSuccess,
} from './toast-store.ts';

const shown = page.getByTestId('toast');
const viewport = page.getByTestId('toast-viewport');
const opener = page.getByRole('button', { name: 'Save' });
const undo = vi.fn();

const saveDraft = () =>
  toast({
    title: 'Saved as a draft',
    description: 'Only staff can see it.',
    action: { label: 'Undo', onClick: undo },
  });

beforeEach(async () => {
  await page.viewport(1280, 720);
  await commands.moveMouse([[5, 500]]);
  await show(
    <button type="button" onClick={saveDraft}>
      Save
    </button>,
  );
});

const isOpen = () => expect.element(shown).toHaveAttribute('data-state', 'open');
const isGone = () => expect.element(shown).not.toBeInTheDocument();

it('is announced: success politely, errors assertively', async () => {
  const announced: string[] = [];
  new MutationObserver(() => {
    for (const region of document.querySelectorAll('[role="status"][aria-live]'))
      announced.push(`${region.getAttribute('aria-live')}: ${region.textContent}`);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  toastSuccess('You are booked');
  await expect.poll(() => announced.join('\n')).toMatch(/polite: .*You are booked/);
  toastError('That card was declined');
  await expect.poll(() => announced.join('\n')).toMatch(/assertive: .*That card was declined/);
});

it('comes in three variants, one at a time, the new one in place of the old', async () => {
  for (const variant of ['default', 'success', 'destructive'] as const) {
    toast({ variant, title: `A ${variant} toast` });
    await expect.element(shown).toHaveAttribute('data-variant', variant);
    await expect.element(shown).toMatchTextContent(new RegExp(`A ${variant} toast`));
    expect(shown.length).toBe(1);
  }
});

it('is dismissed by a swipe to the right of more than 50 px, and only by that', async () => {
  await showMotion();
  toastError('That card was declined');
  await isOpen();
  await swipeRight(45);
  await isOpen();
  await swipeRight(60);
  await isGone();
  expect(getToasts()[0]?.isOpen).toBe(false);
});

async function swipeRight(distancePx: number): Promise<void> {
  const element = await shown.findElement();
  await Promise.all(element.getAnimations().map(({ finished }) => finished));
  const { x, y } = element.getBoundingClientRect();
  await commands.moveMouse([[x + 60, y + 12]]);
  await commands.pressMouse();
  await commands.moveMouse([
    [x + 60 + distancePx / 2, y + 12],
    [x + 60 + distancePx, y + 12],
  ]);
  await commands.releaseMouse();
}

it('is reached with F8, and closing it gives the focus back', async () => {
  await opener.click();
  await isOpen();
  await userEvent.keyboard('{F8}');
  await expect.element(viewport).toHaveFocus();
  await userEvent.tab();
  await expect.element(shown).toHaveFocus();
  await userEvent.tab();
  await expect.element(shown.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await isGone();
  await expect.element(opener).toHaveFocus();
});

it('is closed by its button and by Escape', async () => {
  toastSuccess('You are booked');
  await shown.getByRole('button', { name: 'Close notification' }).click();
  await isGone();
  toastSuccess('You are booked');
  await isOpen();
  await userEvent.keyboard('{Escape}');
  await isGone();
});

it('runs its action once and closes', async () => {
  undo.mockClear();
  await opener.click();
  await shown.getByRole('button', { name: 'Undo' }).click();
  await isGone();
  expect(undo).toHaveBeenCalledOnce();
});

it('shows the toast of its action in its own place', async () => {
  toast({ title: 'Saved', action: { label: 'Undo', onClick: () => toast({ title: 'Undone' }) } });
  await shown.getByRole('button', { name: 'Undo' }).click();
  await expect.element(shown).toMatchTextContent(/Undone/);
  expect(shown.length).toBe(1);
});

it('is at the top right of a wide screen, at most 420 px wide', async () => {
  await page.viewport(1440, 900);
  saveDraft();
  await isOpen();
  const list = viewport.element().getBoundingClientRect();
  const box = shown.element().getBoundingClientRect();
  expect(list.width).toBeLessThanOrEqual(420);
  expect(list.top).toBe(0);
  expect(Math.round(list.right)).toBe(document.documentElement.clientWidth);
  expect(box.width).toBeLessThanOrEqual(420);
  expect(box.top).toBeLessThan(60);
});

it('is at the top of a phone, inside the screen', async () => {
  await page.viewport(390, 844);
  saveDraft();
  await isOpen();
  const element = shown.element();
  await Promise.all(element.getAnimations().map(({ finished }) => finished));
  const box = element.getBoundingClientRect();
  expect(box.top).toBeLessThan(60);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(390);
});

describe('stays for its time and no longer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('leaves by itself after 5 seconds', async () => {
    saveDraft();
    await isOpen();
    await vi.advanceTimersByTimeAsync(TOAST_DURATION_MS - 100);
    await isOpen();
    await vi.advanceTimersByTimeAsync(100);
    await isGone();
    expect(TOAST_DURATION_MS).toBe(5000);
  });

  it('pauses while the pointer is on it, and continues when the pointer leaves', async () => {
    saveDraft();
    await shown.hover();
    await vi.advanceTimersByTimeAsync(20_000);
    await isOpen();
    await commands.moveMouse([[5, 500]]);
    await vi.advanceTimersByTimeAsync(5000);
    await isGone();
  });

  it('stays for its 5 seconds even when the one before it was closed under the pointer', async () => {
    saveDraft();
    await shown.getByRole('button', { name: 'Close notification' }).click();
    await isGone();
    await commands.moveMouse([[5, 500]]);
    toastSuccess('You are booked');
    await isOpen();
    await vi.advanceTimersByTimeAsync(5000);
    await isGone();
  });

  it('is changed in place and dismissed by its id, and a changed text gets its full time', async () => {
    const { update, dismiss } = saveDraft();
    await isOpen();
    await vi.advanceTimersByTimeAsync(4000);
    update({ title: 'Changed in place' });
    await expect.element(shown).toMatchTextContent(/Changed in place/);
    await vi.advanceTimersByTimeAsync(4000);
    await isOpen();
    dismiss();
    await isGone();
  });

  it('stays in the list, closed, until 1,000,000 ms after it was dismissed', async () => {
    toastSuccess('You are booked').dismiss();
    await vi.advanceTimersByTimeAsync(TOAST_REMOVAL_DELAY_MS - 1);
    expect(getToasts()).toMatchObject([{ title: 'You are booked', isOpen: false }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(getToasts()).toEqual([]);
    expect(TOAST_REMOVAL_DELAY_MS).toBe(1_000_000);
  });
});
