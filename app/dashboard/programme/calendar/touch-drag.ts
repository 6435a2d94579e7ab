// Drag by touch: a long press lifts an element, a finger that moves at once scrolls as usual. Near an edge of the
// screen the page scrolls along. Knows nothing of sessions.

export interface Point {
  x: number;
  y: number;
}

export interface TouchHandlers {
  /** A long press; return false to not start a drag. */
  lift(handle: HTMLElement, at: Point): boolean;
  drag(at: Point): void;
  /** Released. Without a move before, it was only a long press. */
  drop(hasMoved: boolean): void;
  /** A second finger, the system or a navigation interrupted it. */
  abandon(): void;
}

// Shorter than the phones' own long press (500 ms), or their menu would open above it.
const HOLD_MS = 350;
const MOVE_TOLERANCE_PX = 10;
const EDGE_PX = 88;
const MAX_SCROLL_PX = 16;

/** Pixels to scroll in one frame: none in the middle of the screen, more towards an edge. */
export function edgeStep(at: number, length: number): number {
  const edge = Math.min(EDGE_PX, length / 4);
  if (at < edge) return -Math.ceil(((edge - Math.max(at, 0)) / edge) * MAX_SCROLL_PX);
  if (at > length - edge) return Math.ceil(((Math.min(at, length) - (length - edge)) / edge) * MAX_SCROLL_PX);
  return 0;
}

interface Press {
  handle: HTMLElement;
  start: Point;
  at: Point;
  timer: ReturnType<typeof setTimeout>;
  frame: number;
  isDragging: boolean;
  hasMoved: boolean;
}

const pointOf = ({ clientX, clientY }: Touch): Point => ({ x: clientX, y: clientY });
const isFar = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) > MOVE_TOLERANCE_PX;

/** Returns a function that stops listening. */
export function trackTouch(board: HTMLElement, handlers: TouchHandlers): () => void {
  let press: Press | null = null;

  const release = () => {
    if (!press) return;
    clearTimeout(press.timer);
    cancelAnimationFrame(press.frame);
    press.handle.draggable = true;
    press = null;
  };
  const abandon = () => {
    const wasDragging = press?.isDragging;
    release();
    if (wasDragging) handlers.abandon();
  };
  const scrollAtEdge = () => {
    if (!press) return;
    // The element was removed meanwhile, so no touchend event will come.
    if (!press.handle.isConnected) return abandon();
    const down = edgeStep(press.at.y, innerHeight);
    const across = edgeStep(press.at.x, innerWidth);
    if (press.hasMoved && (down !== 0 || across !== 0)) {
      scrollBy({ top: down, behavior: 'instant' });
      board.scrollLeft += across;
      handlers.drag(press.at);
    }
    press.frame = requestAnimationFrame(scrollAtEdge);
  };
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (press || event.touches.length !== 1 || !touch) return abandon();
    const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[draggable="true"]');
    if (!handle) return;
    // Some browsers start their own drag after a long press; it cannot scroll.
    handle.draggable = false;
    const start = pointOf(touch);
    const timer = setTimeout(() => {
      if (!press) return;
      if (!handlers.lift(handle, start)) return release();
      press.isDragging = true;
      press.frame = requestAnimationFrame(scrollAtEdge);
      navigator.vibrate?.(12);
    }, HOLD_MS);
    press = { handle, start, at: start, timer, frame: 0, isDragging: false, hasMoved: false };
  };
  const move = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!press || !touch) return;
    press.at = pointOf(touch);
    if (!press.isDragging) {
      if (isFar(press.start, press.at)) release();
      return;
    }
    // Move the dragged element, not the page.
    if (event.cancelable) event.preventDefault();
    press.hasMoved ||= isFar(press.start, press.at);
    handlers.drag(press.at);
  };
  const end = (event: TouchEvent) => {
    if (!press) return;
    const { isDragging, hasMoved } = press;
    release();
    if (!isDragging) return;
    // Swallow the click that follows a drag.
    if (event.cancelable) event.preventDefault();
    handlers.drop(hasMoved);
  };
  const noMenu = (event: Event) => {
    if (press) event.preventDefault();
  };

  board.addEventListener('touchstart', begin, { passive: true });
  board.addEventListener('touchmove', move, { passive: false });
  board.addEventListener('touchend', end, { passive: false });
  board.addEventListener('touchcancel', abandon);
  board.addEventListener('contextmenu', noMenu);
  return () => {
    release();
    board.removeEventListener('touchstart', begin);
    board.removeEventListener('touchmove', move);
    board.removeEventListener('touchend', end);
    board.removeEventListener('touchcancel', abandon);
    board.removeEventListener('contextmenu', noMenu);
  };
}
