import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { OwnPass } from './book-page.server.ts';
import { PayFields } from './pay-fields.tsx';

function render(
  counts: number[],
  totalCents: (places: number) => number,
  passes: OwnPass[] = [],
  prefersPass = true,
): string {
  return renderToStaticMarkup(
    <PayFields
      totalCents={totalCents}
      counts={counts}
      currency="EUR"
      takesCards
      takesPasses
      takesTransfers={false}
      transferDays={3}
      passes={passes}
      prefersPass={prefersPass}
      values={{}}
      problemOf={() => undefined}
    />,
  );
}

it('asks nothing about payment where there is nothing to pay', () => {
  expect(render([1, 2, 3], () => 0)).toBe('');
  expect(render([1], (places) => 2400 * places - 2400)).toBe('');
});

it('marks a choice that is for more than one place alone, and no other', () => {
  expect(render([1, 2], (places) => 2400 * places - 2400)).toContain('data-first-free="true"');
  expect(render([1, 2], (places) => 2400 * places)).not.toContain('data-first-free');
});

it('offers a pass that fits first to who has one', () => {
  const chosen = (html: string) =>
    /<input[^>]*checked[^>]*value="(\w+)"|value="(\w+)"[^>]*checked/.exec(html)?.slice(1);
  const pass = { code: 'PABCDEFGHJKL', type: { name: 'Ten visits' }, entries: 3 };
  expect(chosen(render([1], () => 2400, [pass]))).toContain('pass');
  expect(chosen(render([1], () => 2400))).toContain('card');
  expect(chosen(render([1], () => 2400, [pass], false))).toContain('card');
});
