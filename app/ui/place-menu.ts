// Where a menu opens: at the edge of its button, on the other side where it does not fit, never outside the window. Pure.

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export type MenuSide = 'top' | 'bottom';
export type MenuAlign = 'start' | 'end';

interface PlaceOptions {
  button: Box;
  menu: { width: number; height: number };
  window: { width: number; height: number };
  side: MenuSide;
  align: MenuAlign;
  direction: 'ltr' | 'rtl';
}

interface MenuPlace {
  left: number;
  top: number;
  /** A longer menu scrolls. */
  maxHeight: number;
  side: MenuSide;
}

const GAP_PX = 6;
const MARGIN_PX = 8;

export function placeMenu({ button, menu, window, side, align, direction }: PlaceOptions): MenuPlace {
  const room = {
    top: button.top - GAP_PX - MARGIN_PX,
    bottom: window.height - button.bottom - GAP_PX - MARGIN_PX,
  };
  const other = side === 'top' ? 'bottom' : 'top';
  const chosen = menu.height > room[side] && room[other] > room[side] ? other : side;
  const maxHeight = Math.max(0, room[chosen]);
  const height = Math.min(menu.height, maxHeight);
  const isLeft = (align === 'start') === (direction === 'ltr');
  const ends = { left: button.left, right: button.right - menu.width };
  const [wanted, opposite] = isLeft ? [ends.left, ends.right] : [ends.right, ends.left];
  const maxLeft = window.width - MARGIN_PX - menu.width;
  const left = [wanted, opposite].find((edge) => edge >= MARGIN_PX && edge <= maxLeft) ?? wanted;
  return {
    left: Math.max(MARGIN_PX, Math.min(left, maxLeft)),
    top: chosen === 'top' ? button.top - GAP_PX - height : button.bottom + GAP_PX,
    maxHeight,
    side: chosen,
  };
}
