// Arrow keys move from row to row, X selects, and a click anywhere in a row opens it. The row's own link or button has the
// focus, so that Enter opens it and screen readers read it.
import { type RefObject, useEffect } from 'react';
import { areSingleKeysOn } from '../command-palette/single-keys.ts';
import { nextRow } from './row-keys.ts';

const OPENER = '.list-title :is(a, button)';
/** What uses arrow keys itself. */
const OWN_KEYS = 'input:not([type="checkbox"]), select, textarea, audio, [aria-haspopup]';
const CONTROLS = 'a, button, input, select, textarea, label, summary, audio, [role="menu"]';

export function useRowKeys(body: RefObject<HTMLTableSectionElement | null>): void {
  useEffect(() => {
    const rows = body.current;
    if (!rows) return;
    const rowOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLTableRowElement>('tr[data-row]') : null;
    const onKey = (event: KeyboardEvent) => {
      const row = rowOf(event.target);
      if (!row || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target as Element;
      if (target.matches(OWN_KEYS) || target.closest('[role="menu"]')) return;
      if (event.key.toLowerCase() === 'x' && areSingleKeysOn()) {
        const box = row.querySelector<HTMLInputElement>('.list-check input');
        if (box) event.preventDefault();
        box?.click();
        return;
      }
      const all = [...rows.querySelectorAll<HTMLTableRowElement>('tr[data-row]')];
      const to = nextRow(event.key, all.indexOf(row), all.length);
      if (to === null) return;
      event.preventDefault();
      // In the column of checkboxes the focus stays there.
      const wanted = target.closest('.list-check') ? '.list-check input' : OPENER;
      const next = [wanted, OPENER, 'td :is(a, button)']
        .map((selector) => all[to]?.querySelector<HTMLElement>(selector))
        .find(Boolean);
      next?.focus();
      next?.scrollIntoView({ block: 'nearest' });
    };
    const onClick = (event: MouseEvent) => {
      const row = rowOf(event.target);
      if (!row || event.defaultPrevented || event.button !== 0) return;
      if ((event.target as Element).closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
      const opener = row.querySelector<HTMLElement>(OPENER);
      opener?.dispatchEvent(
        new MouseEvent('click', {
          bubbles: true,
          cancelable: true,
          ctrlKey: event.ctrlKey,
          metaKey: event.metaKey,
          shiftKey: event.shiftKey,
        }),
      );
    };
    rows.addEventListener('keydown', onKey);
    rows.addEventListener('click', onClick);
    return () => {
      rows.removeEventListener('keydown', onKey);
      rows.removeEventListener('click', onClick);
    };
  }, [body]);
}
