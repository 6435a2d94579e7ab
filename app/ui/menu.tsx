// A menu of actions behind a button. Not modal: the page stays usable. A popover of the browser, so that it is above
// everything and still beside its button in the document; until it opens, it costs a button only.
import { clsx } from 'clsx';
import {
  Children,
  type ComponentProps,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type MenuAlign, type MenuSide, placeMenu } from './place-menu.ts';
import { type FirstFocus, useOpenMenu } from './use-open-menu.ts';

interface MenuState {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  /** What gets the focus in the open menu; null while it is closed. */
  opened: FirstFocus | null;
  open(first: FirstFocus): void;
  close(): void;
}

const MenuContext = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('A part of a menu is used outside a Menu.');
  return menu;
}

export function Menu({ children }: { children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, open] = useState<FirstFocus | null>(null);
  const state = useMemo(() => ({ id, button, opened, open, close: () => open(null) }), [id, opened]);
  return <MenuContext value={state}>{children}</MenuContext>;
}

type ButtonElement = ReactElement<ComponentProps<'button'> & { 'data-slot'?: string; 'data-state'?: string }>;

/** Its only child is the button. */
export function MenuTrigger({ children }: { children: ButtonElement }) {
  const { id, button, opened, open, close } = useMenu();
  return cloneElement(Children.only(children), {
    'data-slot': 'menu-trigger',
    'data-state': opened ? 'open' : 'closed',
    id: `${id}-button`,
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== null,
    'aria-controls': opened ? id : undefined,
    // A press by keyboard or screen reader has no count.
    onClick: ({ detail }) => (opened ? close() : open(detail === 0 ? 'first' : 'menu')),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(event.key === 'ArrowDown' ? 'first' : 'last');
    },
  });
}

interface MenuContentProps {
  side?: MenuSide;
  align?: MenuAlign;
  children: ReactNode;
}

export function MenuContent(props: MenuContentProps) {
  const { opened } = useMenu();
  return opened && <OpenMenu {...props} first={opened} />;
}

function OpenMenu({
  side = 'bottom',
  align = 'start',
  first,
  children,
}: MenuContentProps & { first: FirstFocus }) {
  const { id, button, close } = useMenu();
  const { menu, onKeyDown, onBlur } = useOpenMenu({
    button,
    first,
    close,
    place: (shown, from, direction) => {
      shown.style.minWidth = `max(12rem, ${from.width}px)`;
      // The height without the limit of the last time.
      shown.style.maxHeight = '';
      const place = placeMenu({
        button: from,
        menu: { width: shown.offsetWidth, height: shown.offsetHeight },
        window: { width: document.documentElement.clientWidth, height: innerHeight },
        side,
        align,
        direction,
      });
      shown.style.left = `${place.left}px`;
      shown.style.top = `${place.top}px`;
      shown.style.maxHeight = `${place.maxHeight}px`;
      shown.dataset.side = place.side;
    },
  });
  return (
    <div
      ref={menu}
      id={id}
      data-slot="menu"
      data-state="open"
      data-align={align}
      className="menu"
      role="menu"
      popover="manual"
      tabIndex={-1}
      aria-labelledby={`${id}-button`}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

/** Closes the menu; the focus goes back to its button. */
function useLeave() {
  const { button, close } = useMenu();
  return () => {
    button.current?.focus({ preventScroll: true });
    close();
  };
}

interface MenuItemProps {
  variant?: 'default' | 'destructive';
  disabled?: boolean;
  onSelect?(): void;
  children: ReactNode;
}

export function MenuItem({ variant = 'default', disabled = false, onSelect, children }: MenuItemProps) {
  const leave = useLeave();
  return (
    <Item
      slot="menu-item"
      variant={variant}
      disabled={disabled}
      onPress={() => {
        // First: a dialog that the action opens gives the focus back to where it was.
        leave();
        onSelect?.();
      }}
    >
      {children}
    </Item>
  );
}

interface MenuCheckboxItemProps {
  checked: boolean;
  disabled?: boolean;
  /** Several can be changed one after the other. */
  staysOpen?: boolean;
  onCheckedChange(checked: boolean): void;
  children: ReactNode;
}

export function MenuCheckboxItem({
  checked,
  disabled = false,
  staysOpen = false,
  onCheckedChange,
  children,
}: MenuCheckboxItemProps) {
  const leave = useLeave();
  return (
    <Item
      slot="menu-checkbox-item"
      checked={checked}
      disabled={disabled}
      onPress={() => {
        if (!staysOpen) leave();
        onCheckedChange(!checked);
      }}
    >
      {children}
    </Item>
  );
}

interface ItemProps {
  slot: string;
  variant?: MenuItemProps['variant'];
  checked?: boolean;
  disabled: boolean;
  onPress(): void;
  children: ReactNode;
}

function Item({ slot, variant, checked, disabled, onPress, children }: ItemProps) {
  const isChoice = checked !== undefined;
  return (
    <button
      type="button"
      data-slot={slot}
      data-variant={variant}
      data-state={isChoice ? (checked ? 'checked' : 'unchecked') : undefined}
      data-disabled={disabled ? '' : undefined}
      className={clsx('menu-item', isChoice && 'menu-item-choice')}
      {...(isChoice ? { role: 'menuitemcheckbox', 'aria-checked': checked } : { role: 'menuitem' })}
      aria-disabled={disabled || undefined}
      tabIndex={-1}
      onClick={disabled ? undefined : onPress}
      onPointerMove={({ currentTarget }) => {
        if (!disabled && document.activeElement !== currentTarget)
          currentTarget.focus({ preventScroll: true });
      }}
      onFocus={({ currentTarget }) => currentTarget.setAttribute('data-highlighted', '')}
      onBlur={({ currentTarget }) => currentTarget.removeAttribute('data-highlighted')}
    >
      {children}
    </button>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <div data-slot="menu-label" className="menu-label">
      {children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr data-slot="menu-separator" className="menu-separator" />;
}
