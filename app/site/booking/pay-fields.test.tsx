import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PayFields } from './pay-fields.tsx';

function render(counts: number[], totalCents: (places: number) => number): string {
  return renderToStaticMarkup(
    <PayFields
      totalCents={totalCents}
      counts={counts}
      currency="EUR"
      takesCards
      takesPasses
      takesTransfers={false}
      transferDays={3}
      passes={[]}
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
