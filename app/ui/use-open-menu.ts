// The keys of an open menu and what closes it: Escape, Tab, a press elsewhere, the focus elsewhere.
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { currentLanguage } from '#app/language/messages.ts';

/** What gets the focus: by mouse or touch the menu itself, by keyboard an item. */
export type FirstFocus = 'menu' | 'first' | 'last';

interface OpenMenuOptions {
  button: RefObject<HTMLButtonElement | null>;
  first: FirstFocus;
  close(): void;
  place(menu: HTMLElement, button: DOMRect, direction: 'ltr' | 'rtl'): void;
}

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';
/** Letters typed faster than this spell one word. */
const TYPING_MS = 1000;

export function useOpenMenu({ button, first, close, place }: OpenMenuOptions) {
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const latest = useRef({ close, place });
  useLayoutEffect(() => {
    latest.current = { close, place };
  });
  useLayoutEffect(() => {
    const shown = menu.current;
    const from = button.current;
    if (!shown || !from) return;
    const put = () => latest.current.place(shown, from.getBoundingClientRect(), currentLanguage().direction);
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !shown.contains(target) && !from.contains(target)) latest.current.close();
    };
    shown.showPopover();
    const items = itemsOf(shown);
    const start = first === 'menu' ? shown : first === 'first' ? items[0] : items.at(-1);
    // Before the menu moves: the browser lays out the page for the focus.
    (start ?? shown).focus({ preventScroll: true });
    put();
    addEventListener('resize', put);
    addEventListener('scroll', put, { capture: true, passive: true });
    addEventListener('pointerdown', closeOutside, true);
    return () => {
      removeEventListener('resize', put);
      removeEventListener('scroll', put, true);
      removeEventListener('pointerdown', closeOutside, true);
    };
  }, [button, first]);

  const leave = () => {
    button.current?.focus({ preventScroll: true });
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // From the button, the browser goes on to what follows it.
    if (key === 'Tab') return leave();
    const items = itemsOf(event.currentTarget);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const count = items.length;
    const targets: Record<string, number> = {
      ArrowDown: Math.min(at + 1, count - 1),
      ArrowUp: at < 0 ? count - 1 : Math.max(at - 1, 0),
      Home: 0,
      PageUp: 0,
      End: count - 1,
      PageDown: count - 1,
    };
    const isSelecting = key === 'Enter' || (key === ' ' && !isSpelling(typed.current, event.timeStamp));
    const isLetter = key.length === 1 && !isSelecting;
    if (!(key in targets) && !isSelecting && !isLetter && key !== 'Escape') return;
    // Neither the page nor its single-key shortcuts handle the key as well.
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') leave();
    else if (isSelecting) items[at]?.click();
    else if (isLetter) findItem(items, at, spell(typed.current, key, event.timeStamp))?.focus();
    else items[targets[key] ?? 0]?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== button.current) close();
  };
  return { menu, onKeyDown, onBlur };
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(ITEMS)];
}

interface Typed {
  text: string;
  at: number;
}

function isSpelling({ text, at }: Typed, now: number): boolean {
  return text !== '' && now - at < TYPING_MS;
}

function spell(typed: Typed, key: string, now: number): string {
  typed.text = isSpelling(typed, now) ? typed.text + key : key;
  typed.at = now;
  return typed.text;
}

/** The next item that begins with the text; the same letter again and again goes from one to the next. */
function findItem(items: HTMLElement[], at: number, text: string): HTMLElement | undefined {
  const isOneLetter = [...text].every((letter) => letter === text[0]);
  const wanted = (isOneLetter ? text.slice(0, 1) : text).toLocaleLowerCase();
  const from = isOneLetter ? at + 1 : Math.max(at, 0);
  return [...items.slice(from), ...items.slice(0, from)].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(wanted),
  );
}
