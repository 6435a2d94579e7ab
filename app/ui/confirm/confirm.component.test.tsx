import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { show } from '#app/testing/show.tsx';
import { confirm } from './confirm-store.ts';

const dialog = page.getByTestId('confirm-dialog');
const toast = page.getByTestId('toast');
const button = (name: string) => dialog.getByRole('button', { name });
const isOpen = () => expect.element(dialog).toHaveAttribute('data-state', 'open');
const isGone = () => expect.element(dialog).not.toBeInTheDocument();

beforeEach(() => page.viewport(1280, 720));

it('asks with Confirm and Cancel, and nothing else to press', async () => {
  await show(null);
  const answer = confirm({ title: 'Move your place?', content: 'Someone else gets your place tonight.' });
  const named = page.getByRole('alertdialog', { name: 'Move your place?' });
  await expect.element(named).toHaveAccessibleDescription('Someone else gets your place tonight.');
  expect(labels()).toEqual(['Confirm', 'Cancel']);
  await button('Confirm').click();
  await isGone();
  expect(await answer).toBe(true);
});

const labels = () =>
  dialog
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

it('returns false for Cancel and for Escape', async () => {
  await show(null);
  const cancelled = confirm({ title: 'Move your place?' });
  await button('Cancel').click();
  expect(await cancelled).toBe(false);
  await isGone();
  const escaped = confirm({ title: 'Move your place?' });
  await isOpen();
  await userEvent.keyboard('{Escape}');
  expect(await escaped).toBe(false);
  await isGone();
});

it('has one button, Continue, when there is nothing to cancel', async () => {
  await show(null);
  const answer = confirm({ type: 'notice', title: 'The door is on the canal side tonight' });
  await expect.element(button('Continue')).toHaveFocus();
  expect(labels()).toEqual(['Continue']);
  await button('Continue').click();
  expect(await answer).toBe(true);
  await isGone();
});

it('takes custom labels', async () => {
  await show(null);
  const answer = confirm({
    type: 'destructive',
    title: 'Cancel the class?',
    confirmText: 'Cancel class',
    cancelText: 'Keep class',
  });
  await expect.element(dialog).toHaveAttribute('data-type', 'destructive');
  expect(labels()).toEqual(['Cancel class', 'Keep class']);
  await button('Keep class').click();
  expect(await answer).toBe(false);
  await isGone();
});

it('is busy while the work runs, and cannot be cancelled meanwhile, then closes', async () => {
  await show(null);
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const answer = confirm({ title: 'Send the newsletter?', confirmText: 'Send', onConfirm: () => isSent });
  await button('Send').click();
  await expect.element(button('Send')).toHaveAttribute('aria-busy', 'true');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Working');
  await userEvent.keyboard('{Escape}');
  await isOpen();
  send();
  expect(await answer).toBe(true);
  await isGone();
});

it('stays open when the work fails, says why in a destructive toast, and can still be cancelled', async () => {
  await show(null);
  const answer = confirm({
    title: 'Refund €24?',
    confirmText: 'Refund',
    onConfirm: async () => {
      throw new Error('The bank did not answer. Nothing was refunded.');
    },
  });
  await button('Refund').click();
  await expect.element(toast).toHaveAttribute('data-variant', 'destructive');
  await expect.element(toast).toMatchTextContent(/The bank did not answer\. Nothing was refunded\./);
  await expect.element(toast).toBeVisible();
  await isOpen();
  await expect.element(button('Refund')).not.toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe(false);
  await isGone();
});

it('stays when someone presses outside', async () => {
  await show(null);
  const answer = confirm({ title: 'Move your place?' });
  await isOpen();
  for (const place of [
    [8, 8],
    [8, 600],
  ] as [number, number][]) {
    await commands.moveMouse([place]);
    await commands.pressMouse();
    await commands.releaseMouse();
  }
  await isOpen();
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe(false);
  await isGone();
});

it('asks a second question after the first is answered, and then returns the focus', async () => {
  let answers: Promise<boolean[]> = Promise.resolve([]);
  await show(
    <Opener
      onPress={() => {
        answers = Promise.all([confirm({ title: 'First question' }), confirm({ title: 'Second question' })]);
      }}
    />,
  );
  await opener.click();
  await expect.element(dialog).toMatchTextContent(/First question/);
  expect(dialog.length).toBe(1);
  await button('Cancel').click();
  await expect.element(dialog).toMatchTextContent(/Second question/);
  await expect.element(button('Cancel')).toHaveFocus();
  await button('Confirm').click();
  await isGone();
  await expect.element(opener).toHaveFocus();
  expect(await answers).toEqual([false, true]);
});

const opener = page.getByRole('button', { name: 'Ask' });

function Opener({ onPress = () => void confirm({ title: 'Move your place?' }) }: { onPress?(): void }) {
  return (
    <button type="button" onClick={onPress}>
      Ask
    </button>
  );
}

it('traps the focus and returns it to what opened the dialog', async () => {
  await show(<Opener />);
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Cancel')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Confirm')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Cancel')).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(button('Confirm')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await isGone();
  await expect.element(opener).toHaveFocus();
});

it('locks the page behind it without shifting it', async () => {
  await show(
    <div style={{ blockSize: '300vh', paddingBlockStart: '50vh' }}>
      <Opener />
    </div>,
  );
  await opener.click();
  const pressed = [...document.querySelectorAll('main button')].at(-1) as HTMLElement;
  await isOpen();
  expect(pressed.closest('[inert]')).not.toBeNull();
  const { x } = pressed.getBoundingClientRect();
  await commands.moveMouse([[20, 300]]);
  await commands.turnWheel(900);
  await userEvent.keyboard('{Escape}');
  await isGone();
  expect(scrollY).toBe(0);
  expect(pressed.getBoundingClientRect().x).toBe(x);
  expect(pressed.closest('[inert]')).toBeNull();
  await commands.turnWheel(900);
  await expect.poll(() => scrollY).toBeGreaterThan(0);
});

it('fits a small phone with the largest text', async () => {
  await page.viewport(320, 568);
  document.documentElement.style.fontSize = '32px';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await show(null);
  const answer = confirm({
    type: 'destructive',
    title: 'Cancel Thursday’s class?',
    content:
      'Five people are booked. Each gets €22 back and a message you can read first. This cannot be undone.',
    confirmText: 'Cancel class',
    cancelText: 'Keep class',
  });
  await isOpen();
  const box = dialog.element().getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(320);
  expect(box.bottom).toBeLessThanOrEqual(568);
  await button('Keep class').click();
  expect(await answer).toBe(false);
  await isGone();
});
