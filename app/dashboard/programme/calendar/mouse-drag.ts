// The browser's own drag and drop, reported with the same events as a touch drag. The browser draws the picture under
// the pointer and scrolls at the edges. Knows nothing of sessions.
import type { Point, TouchHandlers } from './touch-drag.ts';

const pointOf = ({ clientX, clientY }: DragEvent): Point => ({ x: clientX, y: clientY });

/** Returns a function that stops listening. */
export function followMouse(board: HTMLElement, handlers: TouchHandlers): () => void {
  let isDragging = false;

  const begin = (event: DragEvent) => {
    const handle = event.target instanceof Element && event.target.closest<HTMLElement>('[draggable="true"]');
    if (!handle || !event.dataTransfer) return;
    isDragging = handlers.lift(handle, pointOf(event));
    if (!isDragging) return event.preventDefault();
    event.dataTransfer.effectAllowed = 'move';
    // Some browsers do not start a drag without data.
    event.dataTransfer.setData('text/plain', handle.textContent ?? '');
  };
  const over = (event: DragEvent) => {
    if (!isDragging) return;
    event.preventDefault();
    handlers.drag(pointOf(event));
  };
  const drop = (event: DragEvent) => {
    if (!isDragging) return;
    event.preventDefault();
    isDragging = false;
    handlers.drag(pointOf(event));
    handlers.drop(true);
  };
  const end = () => {
    if (!isDragging) return;
    isDragging = false;
    handlers.abandon();
  };

  board.addEventListener('dragstart', begin);
  board.addEventListener('dragover', over);
  board.addEventListener('drop', drop);
  board.addEventListener('dragend', end);
  return () => {
    board.removeEventListener('dragstart', begin);
    board.removeEventListener('dragover', over);
    board.removeEventListener('drop', drop);
    board.removeEventListener('dragend', end);
  };
}
