import { run } from 'axe-core';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show, showMotion } from '#app/testing/show.tsx';
import '#app/styles/kit-page.css';
import { confirm } from '#app/ui/confirm/confirm-store.ts';
import { toastSuccess } from '#app/ui/toast/toast-store.ts';
import { ButtonsSection } from './buttons-section.tsx';
import { ChoicesSection } from './choices-section.tsx';
import { ColourSection } from './colour-section.tsx';
import { ComponentsSection } from './components-section.tsx';
import { FilesSection } from './files-section.tsx';
import { InputsSection } from './inputs-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';

const VARIANTS = [
  'primary',
  'secondary',
  'tertiary',
  'text',
  'input',
  'default',
  'destructive',
  'ghost',
  'link',
];
const SIZES = ['default', 'sm', 'lg', 'icon'];
const focus = (name: string) => page.getByRole('button', { name }).element() as HTMLElement;

beforeEach(() => page.viewport(1440, 900));

it('draws every button variant in every size', async () => {
  await show(<ButtonsSection />);
  const drawn = [...document.querySelectorAll<HTMLElement>('[data-slot="button"]')]
    .filter((button) => button.checkVisibility())
    .map(({ dataset }) => `${dataset.variant}, ${dataset.size}`);
  expect(drawn).toEqual(
    expect.arrayContaining(VARIANTS.flatMap((variant) => SIZES.map((size) => `${variant}, ${size}`))),
  );
});

it('wipes ink over a button in 220 ms, and draws no corners and no shadows', async () => {
  await showMotion();
  await show(<ButtonsSection />);
  const book = page.getByRole('button', { name: 'Book' }).first();
  const element = book.element();
  const ink = () => getComputedStyle(element, '::before').transform;
  const { borderRadius, boxShadow } = getComputedStyle(element);
  expect([borderRadius, boxShadow]).toEqual(['0px', 'none']);
  expect(getComputedStyle(element, '::before').transitionDuration).toBe('0.22s');
  expect(ink()).toBe('matrix(0, 0, 0, 1, 0, 0)');
  await book.hover();
  await expect.poll(ink).toBe('matrix(1, 0, 0, 1, 0, 0)');
});

it('rings what has the keyboard’s focus, 2 px wide', async () => {
  await show(<SchemeSwitch />);
  focus('Light').focus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Dark' })).toHaveFocus();
  const { outlineWidth, outlineStyle } = getComputedStyle(focus('Dark'));
  expect([outlineWidth, outlineStyle]).toEqual(['2px', 'solid']);
});

it('announces what is wrong with a field, not by colour alone', async () => {
  await show(<InputsSection />);
  const password = page.getByLabelText('Password', { exact: false });
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await expect
    .element(password)
    .toHaveAccessibleDescription('You must provide either an email or phone number and a password');
  await expect.element(page.getByLabelText('Email')).toHaveAccessibleDescription('We send your ticket here.');
});

it('moves between tabs with the arrow keys', async () => {
  await show(<ListsSection />);
  const tuesday = page.getByRole('tab', { name: 'Tuesday' });
  const isChosen = (name: string) =>
    expect.element(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  (tuesday.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await isChosen('Wednesday');
  await userEvent.keyboard('{ArrowRight}');
  await isChosen('Sunday');
  await expect.element(page.getByRole('tabpanel')).toMatchTextContent('The next class is Tuesday at 10:00');
  await userEvent.keyboard('{ArrowRight}');
  await isChosen('Tuesday');
});

it('opens and uses a menu with the keyboard alone, without blocking the page', async () => {
  await show(<ListsSection />);
  focus('Session actions').focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Rooms' })).toHaveFocus();
  expect(document.querySelector('main')?.closest('[inert]')).toBeNull();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Cancel session' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Session actions' })).toHaveFocus();
});

it('lets a wide table scroll inside itself, by keyboard too', async () => {
  await page.viewport(390, 844);
  await show(<ListsSection />);
  const region = page.getByRole('region', { name: 'Sessions on Tuesday' });
  await expect.element(region).toHaveAttribute('tabindex', '0');
  const element = region.element() as HTMLElement;
  element.focus();
  await userEvent.keyboard('{ArrowRight>12/}');
  await expect.poll(() => element.scrollLeft).toBeGreaterThan(50);
  await page.viewport(1440, 900);
  await expect.element(region).not.toHaveAttribute('tabindex');
});

it('explains a control on focus, until Escape', async () => {
  await show(<ComponentsSection />);
  const room = page.getByRole('button', { name: 'Quiet room' });
  await userEvent.tab();
  await expect.element(room).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Opens a quiet room for you, any time.');
  await expect.element(room).toHaveAccessibleDescription('Opens a quiet room for you, any time.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument();
});

it('moves a choice with the arrow keys and by pressing anywhere in its row', async () => {
  await show(<ChoicesSection />);
  const option = (name: string) => page.getByRole('radio', { name, exact: false });
  (option('Card').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('One entry from your ten-pass')).toBeChecked();
  // Forced, because what answers there is the label stretched over the row.
  await page.getByText('Cash or card, before 18:00').click({ force: true });
  await expect.element(option('At the studio')).toBeChecked();
  await page.getByText('Four evenings a year').click({ force: true });
  await expect.element(page.getByRole('checkbox', { name: 'Open studios', exact: false })).toBeChecked();
});

it('takes files by dialog and by drop, shows their progress, and explains what it rejects', async () => {
  await show(<FilesSection />);
  const files = page.getByRole('list', { name: 'Files' });
  const sound = new File([new Uint8Array(300_000)], 'ice.wav', { type: 'audio/wav' });
  await page.getByLabelText('Recordings and pictures', { exact: false }).upload(sound);
  await expect.element(files).toMatchTextContent('ice.wav');
  await expect.element(files).toMatchTextContent('300 kB, uploaded');
  const zone = document.querySelector<HTMLElement>('.file-drop-zone') as HTMLElement;
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['x'.repeat(2000)], 'poster.png', { type: 'image/png' }));
  dataTransfer.items.add(new File(['x'], 'setup.exe', { type: 'application/x-msdownload' }));
  const drag = (name: string) =>
    zone.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
  drag('dragenter');
  await expect.poll(() => zone.dataset.state).toBe('over');
  drag('drop');
  await expect.poll(() => zone.dataset.state).toBe('idle');
  await expect.element(files).toMatchTextContent('poster.png');
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('setup.exe This file type is not accepted.');
  await page.getByRole('button', { name: 'Remove ice.wav' }).click();
  await expect.element(files).not.toMatchTextContent('ice.wav');
});

it('measures its colours where they are painted, by day and by night', async () => {
  await show(
    <>
      <SchemeSwitch />
      <ColourSection />
    </>,
  );
  const ratios = () =>
    [...document.querySelectorAll('.kit-swatches b')].map(({ textContent }) => textContent);
  for (const [scheme, inkOnPaper] of [
    ['Light', '16.8'],
    ['Dark', '16.1'],
  ] as const) {
    await page.getByRole('button', { name: scheme }).click();
    await expect.poll(() => ratios()[0]).toBe(inkOnPaper);
    for (const ratio of ratios()) expect(Number(ratio)).toBeGreaterThanOrEqual(4.5);
  }
});

it.each(['Light', 'Dark'])(
  'passes axe with a dialog and a toast, then with a menu open: %s',
  async (scheme) => {
    await page.viewport(scheme === 'Light' ? 390 : 1440, 900);
    await show(
      <>
        <SchemeSwitch />
        <ListsSection />
      </>,
    );
    await page.getByRole('button', { name: scheme }).click();
    toastSuccess('You are booked', 'The ticket is in your email.');
    const answer = confirm({
      type: 'destructive',
      title: 'Cancel the class?',
      content: 'Nobody pays for it.',
    });
    await expect.element(page.getByTestId('confirm-dialog')).toBeVisible();
    expect(await findings('confirm-dialog', 'toast')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
    await page.getByRole('button', { name: 'Session actions' }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(await findings('menu', 'tabs', 'menu-trigger')).toEqual([]);
  },
);

/** What axe finds in these parts, when nothing moves or fades any more. */
async function findings(...slots: string[]): Promise<string[]> {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const { violations } = await run({ include: slots.map((slot) => `[data-slot="${slot}"]`) });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
